import { afterEach, expect, test } from 'vitest';
import { adminToken, aLabel, anAgentOn, everybodyLeft, join, next, say } from '#tests/setup/chat.ts';
import { socketClients } from '#tests/setup/sockets.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const clients = socketClients(() => `${testbed.app.url.replace('http', 'ws')}/ws`);

afterEach(async () => {
  clients.goAway();
  await everybodyLeft(testbed);
});

test('a message whose reading failed reaches the agent all the same, without waiting for the next one', async () => {
  const agent = await anAgentOn(await clients.aClient(), await adminToken(testbed.app));
  const visitor = await clients.aClient();
  const room = aLabel();
  await join(visitor, { roomId: room });
  const { db } = testbed.app.deps;
  const { run } = db;
  let failures = 2;
  db.run = (statement, values) => {
    if (failures === 0 || !statement.text.includes('m.seq > $2')) return run(statement, values);
    failures -= 1;
    return Promise.reject(new Error('timeout exceeded when trying to connect'));
  };
  try {
    await say(visitor, room, 'Is anybody there?');
    expect(await next(agent, 'new_message')).toMatchObject({ roomId: room, message: { text: 'Is anybody there?' } });
  } finally {
    db.run = run;
  }
  expect(failures).toBe(0);
});

test('an agent hears of a room that began to wait while the process was not told of anything', async () => {
  const agent = await anAgentOn(await clients.aClient(), await adminToken(testbed.app));
  const room = aLabel();
  // As another process stores it, with nobody here listening.
  await testbed.rows(
    `with room as (
       insert into chat_rooms (id, token_hash, last_seq, waiting_since) values ($1, '\\x01', 1, now()) returning id)
     insert into chat_messages (id, room_id, sender, sender_name, text, seq)
     select gen_random_uuid(), id, 'user', 'Visitor', 'Unheard', 1 from room returning id`,
    [room],
  );
  await testbed.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'landfall-events' and datname = current_database()`,
  );
  await expect
    .poll(() => next(agent, 'new_message'), { timeout: 15_000 })
    .toMatchObject({ roomId: room, message: { text: 'Unheard' } });
});
