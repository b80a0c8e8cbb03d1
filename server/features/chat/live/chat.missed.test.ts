import { afterEach, expect, test } from 'vitest';
import type { ChatMessage } from '#shared/chat/chat.socket.ts';
import { adminToken, aLabel, anAgentOn, everybodyLeft, join, next, sendText } from '#tests/setup/chat.ts';
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
    await sendText(visitor, room, 'Is anybody there?');
    expect(await next(agent, 'new_message')).toMatchObject({ roomId: room, message: { text: 'Is anybody there?' } });
  } finally {
    db.run = run;
  }
  // Either the event or the poll after it may come second; one of the two has failed.
  expect(failures).toBeLessThan(2);
});

/** Stores messages as another process does, but without their events. */
const storeWithoutEvents = (room: string, texts: readonly string[], waitingSince = 'now()') =>
  testbed.rows(
    `with room as (
       insert into chat_rooms (id, token_hash, last_seq, waiting_since)
       values ($1, '\\x01', cardinality($2::text[]), ${waitingSince}) returning id)
     insert into chat_messages (id, room_id, sender, sender_name, text, seq)
     select gen_random_uuid(), id, 'user', 'Visitor', text, at from room, unnest($2::text[]) with ordinality given (text, at)
     returning id`,
    [room, texts],
  );

test('an agent hears every message that was written while the process was not told of anything', async () => {
  const agent = await anAgentOn(await clients.aClient(), await adminToken(testbed.app));
  const [room, answered] = [aLabel(), aLabel()];
  await storeWithoutEvents(room, ['Unheard', 'Unheard again']);
  await storeWithoutEvents(answered, ['Answered by another member'], 'null');
  await testbed.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'landfall-events' and datname = current_database()`,
  );
  const texts: string[] = [];
  while (texts.length < 3) {
    const { message } = (await next(agent, 'new_message')) as unknown as { message: ChatMessage };
    if ([room, answered].includes(message.roomId)) texts.push(message.text);
  }
  expect(texts.toSorted()).toEqual(['Answered by another member', 'Unheard', 'Unheard again']);
}, 30_000);

test('an agent who writes into a room without entering it still hears the message whose event was on its way', async () => {
  const agent = await anAgentOn(await clients.aClient(), await adminToken(testbed.app));
  const room = aLabel();
  await storeWithoutEvents(room, ['Just before the answer']);
  const { deps } = testbed.app;
  const { inTx } = deps;
  const event = JSON.stringify({ kind: 'chat_message', roomId: room, seq: 1 });
  // Events come in the order of their commits: this one before that of the answer.
  deps.inTx = async (work) => {
    await testbed.rows(`select pg_notify('landfall_events', $1)`, [event]);
    return inTx(work);
  };
  try {
    agent.send({ type: 'send_message', roomId: room, text: 'Here I am', clientMessageId: 'answer' });
    expect(await next(agent, 'new_message')).toMatchObject({
      roomId: room,
      message: { text: 'Just before the answer' },
    });
  } finally {
    deps.inTx = inTx;
  }
}, 30_000);

test('an agent hears a message once that was stored before the event of the one before it came', async () => {
  const agent = await anAgentOn(await clients.aClient(), await adminToken(testbed.app));
  const room = aLabel();
  await storeWithoutEvents(room, ['First', 'Second', 'Third']);
  for (const [at, text] of ['First', 'Second', 'Third'].entries()) {
    const event = { kind: 'chat_message', roomId: room, seq: at + 1, last: at + 1 };
    await testbed.rows(`select pg_notify('landfall_events', $1)`, [JSON.stringify(event)]);
    expect(await next(agent, 'new_message')).toMatchObject({ message: { text } });
  }
  agent.send({ type: 'send_message', roomId: room, text: 'I am here' });
  expect(await agent.next()).toMatchObject({ type: 'message_stored', seq: 4 });
}, 30_000);

test('visitors who join at once share one look at the agents’ status', async () => {
  const visitors = await Promise.all(Array.from({ length: 12 }, () => clients.aClient()));
  const { db } = testbed.app.deps;
  const { run } = db;
  let reads = 0;
  let goOn = () => undefined as void;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  db.run = async (statement, values) => {
    if (!statement.text.includes("role = 'support' and until > now()")) return run(statement, values);
    reads += 1;
    await held;
    return run(statement, values);
  };
  try {
    for (const visitor of visitors) visitor.send({ type: 'join_as_user', roomId: aLabel() });
    await expect.poll(() => testbed.rows('select 1 from presence'), { timeout: 20_000 }).toHaveLength(12);
    goOn();
    for (const visitor of visitors) await next(visitor, 'room_status');
    expect(reads).toBeLessThan(visitors.length);
  } finally {
    db.run = run;
  }
}, 30_000);
