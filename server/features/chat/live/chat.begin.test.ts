import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { aSeller } from '#tests/factories/sales.ts';
import { adminToken, aLabel, anAgentOn, everybodyLeft, join, next, sendText, type Message } from '#tests/setup/chat.ts';
import { socketClients } from '#tests/setup/sockets.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { chatJobs } from '../chat.jobs.ts';

const testbed = openTestbed();
const clients = socketClients(() => `${testbed.app.url.replace('http', 'ws')}/ws`);

afterEach(async () => {
  clients.goAway();
  await everybodyLeft(testbed);
});

const textsOf = ({ messages }: Message) => (messages as { text: string }[]).map(({ text }) => text);

async function begin(userId: string, token: string) {
  return testbed.app.call('POST', '/api/admin/chat-rooms', { token, json: { userId } });
}

test('an administrator begins a conversation, the customer who is away is mailed and finds it from any browser', async () => {
  const token = await adminToken(testbed.app);
  const customer = await aSeller(testbed.app, testbed.database.pool);
  const first = await begin(customer.id, token);
  expect(first.status).toBe(200);
  const roomId = String(first.body.roomId);
  expect((await begin(customer.id, token)).body).toEqual({ roomId });
  const path = `/api/admin/chat-rooms?room=${roomId}`;
  const { body: rooms } = await testbed.app.call('GET', path, { token });
  expect(rooms).toMatchObject([{ roomId, userId: customer.id, userEmail: customer.email, lastSeq: 0 }]);

  const agent = await anAgentOn(await clients.aClient(), token, roomId);
  await sendText(agent, roomId, 'We need a clearer proof of your order.');
  await chatJobs.tasks['chat.mail-answers']?.(testbed.app.deps, { roomId });
  expect((await testbed.mailbox.to(customer.email)).map(({ template, data }) => [template, data])).toContainEqual([
    'chat_answer',
    { answer: 'We need a clearer proof of your order.' },
  ]);

  // A browser that has never had the chat open names a room of its own.
  const browser = await clients.aClient({ token: customer.token });
  const status = await join(browser, { roomId: aLabel(), create: false });
  expect(status).toMatchObject({ roomId, exists: true });
  expect(textsOf(status)).toEqual(['We need a clearer proof of your order.']);
  await sendText(browser, roomId, 'Here it comes.');
  expect(await next(agent, 'new_message')).toMatchObject({ roomId, message: { text: 'Here it comes.' } });

  const audit = await testbed.rows(
    `select actor_role, details from audit_log where action = 'chat.room_begun' and subject_id = $1`,
    [roomId],
  );
  expect(audit[0]).toEqual({ actor_role: 'admin', details: { userId: customer.id } });
});

test('a customer is in the conversation where something happened last, whichever browser they use', async () => {
  const token = await adminToken(testbed.app);
  const customer = await aSeller(testbed.app, testbed.database.pool);
  const [atHome, atWork] = [aLabel(), aLabel()];
  const home = await clients.aClient({ token: customer.token });
  await join(home, { roomId: atHome });
  await sendText(home, atHome, 'From home');
  // Written before they signed in, in another browser.
  const work = await clients.aClient();
  const { roomToken } = await join(work, { roomId: atWork });
  await sendText(work, atWork, 'From work');
  expect(await join(work, { roomId: atWork, roomToken, token: customer.token })).toMatchObject({ roomId: atWork });

  expect((await begin(customer.id, token)).body).toEqual({ roomId: atWork });
  const status = await join(home, { roomId: atHome, after: 1 });
  expect(status).toMatchObject({ roomId: atWork });
  expect(textsOf(status)).toEqual(['From work']);
});

test('an administrator cannot begin a conversation with nobody or with a colleague, nor a customer with anybody', async () => {
  const token = await adminToken(testbed.app);
  const customer = await aSeller(testbed.app, testbed.database.pool);
  expect((await begin(randomUUID(), token)).status).toBe(404);
  const [admin] = await testbed.rows(`select id from users where role = 'admin'`);
  expect((await begin(String(admin?.id), token)).status).toBe(404);
  expect((await begin(customer.id, customer.token)).status).toBe(403);
  expect(await testbed.rows('select 1 from chat_rooms where user_id = $1', [customer.id])).toEqual([]);
});
