import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { aSeller } from '#tests/factories/sales.ts';
import { aLabel, anAgentOn, join, next, openChat, sendText, textsOf, type Message } from '#tests/setup/chat.ts';
import { tabsOf, type Client } from '#tests/setup/sockets.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const otherProcess = fixture(() => testbed.another());
const { here, there, admin, anAgent, aVisitor, aCustomer } = openChat(testbed, otherProcess);

const expectError = async (client: Client, code: string, changes: object = {}) =>
  expect(await client.next()).toMatchObject({ type: 'error', code, ...changes });
/** Waits until this client has read everything that was sent before. */
async function expectNothingMore(client: Client) {
  client.send({ type: 'nothing' });
  await expectError(client, 'invalid_input');
}
const statusOf = (status: string) => ({ type: 'agent_status_update', status });

test('a visitor and an agent on another process get each message once, numbered without gaps', async () => {
  const agent = await anAgent(there);
  const { client: visitor, room, roomToken, ...status } = await aVisitor({ email: 'Guest@Example.com' });
  expect(status).toMatchObject({ roomId: room, agentOnline: true, agentStatus: 'online', email: 'guest@example.com' });
  expect(status).toMatchObject({ withinHours: true, hours: '24/7', messages: [], lastSeq: 0, closed: false });
  expect(String(roomToken)).toMatch(/^[\w-]{43}$/);
  expect(await next(agent, 'user_joined')).toMatchObject({ roomId: room, userEmail: 'guest@example.com' });

  const claimed = { sender: 'support', senderName: 'The Boss', clientMessageId: 'a' };
  const first = await sendText(visitor, room, 'Hello?', claimed);
  expect(first).toMatchObject({ clientMessageId: 'a', seq: 1 });
  const asSent = { text: 'Hello?', sender: 'user', senderName: 'Visitor', seq: 1, isBot: false };
  expect(await next(agent, 'new_message')).toMatchObject({ roomId: room, message: asSent });
  agent.send({ type: 'join_as_agent', roomId: room });
  expect(textsOf(await next(agent, 'room_status'))).toEqual(['Hello?']);
  const agentName = 'Admin Agent';
  expect(await next(visitor, 'agent_joined')).toEqual({ type: 'agent_joined', roomId: room, agentName });
  const answered = await sendText(agent, room, 'Good day', { sender: 'user', senderName: 'Mallory' });
  expect(answered).toMatchObject({ seq: 2 });
  const answer = { text: 'Good day', sender: 'support', senderName: agentName, seq: 2 };
  expect(await next(visitor, 'new_message')).toMatchObject({ message: answer });

  expect(await sendText(visitor, room, 'Hello?', { clientMessageId: 'a' })).toMatchObject({ id: first.id, seq: 1 });
  const roomAgain = await join(await there.aClient(), { roomId: room, roomToken, after: 1 });
  expect(textsOf(roomAgain)).toEqual(['Good day']);
});

test('a room opens only to its own token or user, and an attacker gets a new, empty one', async () => {
  const { client: owner, room, roomToken } = await aVisitor();
  await sendText(owner, room, 'A secret');
  const seller = () => aSeller(testbed.app, testbed.database.pool);
  const ann = await seller();
  const bob = await seller();
  const strangers = [await here.aClient(), await there.aClient(), await here.aClient({ token: bob.token })];
  for (const stranger of strangers) {
    const status = await join(stranger, { roomId: room, roomToken: 'x'.repeat(43) });
    expect(status).toMatchObject({ messages: [], lastSeq: 0, email: stranger === strangers[2] ? bob.email : null });
    expect(status.roomId).not.toBe(room);
    stranger.send({ type: 'send_message', roomId: room, text: 'Let me in' });
    await expectError(stranger, 'not_found');
  }
  // Who signs in keeps the room, and its token then opens nothing.
  const hers = await join(await there.aClient(), { roomId: room, roomToken, token: ann.token });
  expect(hers).toMatchObject({ roomId: room, email: ann.email });
  expect((await join(await here.aClient(), { roomId: room, roomToken })).roomId).not.toBe(room);
  const laterClient = await here.aClient({ token: ann.token });
  expect(textsOf(await join(laterClient, { roomId: room }))).toEqual(['A secret']);
  await sendText(laterClient, room, 'Only for the desk');
  for (const stranger of strangers) await expectNothingMore(stranger);
});

test('only a signed-in administrator is an agent', async () => {
  const { client: victim, room } = await aVisitor();
  const { client: customer, token } = await aCustomer(there);
  const visitor = await there.aClient();
  for (const [client, code] of [
    [customer, 'forbidden'],
    [visitor, 'signed_out'],
  ] as const) {
    client.send({ type: 'join_as_agent', agentId: 'admin-agent', roomId: room, isAdmin: true });
    await expectError(client, code);
    client.send({ type: 'agent_status', agentId: 'admin-agent', status: 'online' });
    await expectError(client, code);
    client.send({ type: 'send_message', roomId: room, text: 'Send coins here', sender: 'support' });
    await expectError(client, 'not_found');
  }
  visitor.send({ type: 'join_as_agent', roomId: room, token: 'forged' });
  await expectError(visitor, 'signed_out');
  expect(await visitor.closed).toBe(4401);
  expect(await sendText(victim, room, 'Alone?')).toMatchObject({ seq: 1 });
  expect(await testbed.rows(`select 1 from presence where role = 'support'`)).toEqual([]);
  const answer = await testbed.app.call('GET', `/api/admin/chat-rooms/${room}/messages`, { token });
  expect(answer.status).toBe(403);
});

test('the administrator’s status reaches every chat on every process', async () => {
  const { client: visitor, ...status } = await aVisitor();
  expect(status).toMatchObject({ agentOnline: false, agentStatus: 'offline' });
  const agent = await anAgent(there);
  expect(await visitor.next()).toEqual(statusOf('online'));
  agent.send({ type: 'agent_status', status: 'busy' });
  expect(await visitor.next()).toEqual(statusOf('busy'));
  agent.ws.close();
  expect(await visitor.next()).toEqual(statusOf('offline'));
});

test('an agent who closes the console is offline, even if the tab stays open', async () => {
  const { client: visitor, room, roomToken } = await aVisitor();
  const agent = await anAgent(there, room);
  // The events arrive in either order; an agent who left before their status was read would never have been online.
  for (const awaited = new Set(['agent_joined', 'status online']); awaited.size > 0;) {
    const { type, status } = await visitor.next();
    const event = type === 'agent_status_update' ? `status ${String(status)}` : String(type);
    expect(event).not.toMatch(/^status (?!online$)/);
    awaited.delete(event);
  }
  agent.send({ type: 'leave_chat' });
  expect(await next(visitor, 'agent_status_update')).toEqual(statusOf('offline'));
  visitor.send({ type: 'leave_chat' });
  await vi.waitFor(async () => expect(await testbed.rows('select 1 from presence')).toEqual([]), 30_000);
  await sendText(await anAgentOn(agent, admin.token, room), room, 'Still there?');
  await expectNothingMore(visitor);
  expect(textsOf(await join(visitor, { roomId: room, roomToken, after: 0 }))).toEqual(['Still there?']);
});

test('an open chat renews its presence, and that of a killed process ends with its lease', async () => {
  await testbed.rows(
    `insert into presence (connection_id, role, process_id, user_id, status, until)
     values ($1, 'support', $1, $1, 'online', now() + interval '1 second')`,
    [randomUUID()],
  );
  const { client: visitor, room: stays, ...status } = await aVisitor();
  expect(status).toMatchObject({ agentOnline: true });
  const { room: forgotten } = await aVisitor();
  const present = () => testbed.rows(`select subject, until from presence where role = 'user' order by subject`);
  const [before] = await present();
  await testbed.rows(`delete from presence where subject = $1`, [forgotten]);
  expect(await visitor.next()).toEqual(statusOf('offline'));
  await vi.waitFor(
    async () => {
      const rows = await present();
      expect(rows.map(({ subject }) => subject)).toEqual([stays, forgotten].toSorted());
      for (const { until } of rows) expect(until).toSatisfy((time: Date) => time > (before?.until as Date));
    },
    { timeout: 30_000, interval: 200 },
  );
  await testbed.rows('delete from presence where until < now()');
});

test('both sides are warned of a foreign account, whichever side names it', async () => {
  const { client: visitor, room } = await aVisitor();
  const agent = await anAgent(there, room);
  const [ownRow] = await testbed.rows(`select address from deposit_wallets where crypto_id = 'bitcoin'`);
  const [account] = await testbed.rows(
    `select detail.value as number from payment_methods, json_each_text(account_details::json) detail
     where is_active and detail.value ~ '^[0-9]{9,20}$' limit 1`,
  );
  expect([typeof ownRow?.address, typeof account?.number]).toEqual(['string', 'string']);
  const messages: [Client, Client, string, string | null][] = [
    [visitor, agent, `Is ${String(ownRow?.address)} yours?`, null],
    [visitor, agent, 'Told to pay 0x52908400098527886E0F7030069857D2E4169EE7', 'foreign_account'],
    [agent, visitor, `Pay to ${String(account?.number)}.`, null],
    [agent, visitor, 'Or to DE89 3704 0044 0532 0130 00', 'foreign_account'],
  ];
  for (const [from, to, text, warning] of messages) {
    expect(await sendText(from, room, text)).toMatchObject({ warning });
    expect(await next(to, 'new_message')).toMatchObject({ message: { text, warning } });
  }
});

test('messages sent by both sides through two processes have one order everywhere', async () => {
  const { client: visitor, room, roomToken } = await aVisitor();
  const agent = await anAgent(there, room);
  const watcher = await there.aClient();
  await join(watcher, { roomId: room, roomToken });
  for (let n = 0; n < 30; n += 1) {
    visitor.send({ type: 'send_message', roomId: room, text: `v${n}`, clientMessageId: `v${n}` });
    agent.send({ type: 'send_message', roomId: room, text: `a${n}`, clientMessageId: `a${n}` });
  }
  const seenEvents: string[] = [];
  for (let seq = 1; seq <= 60; seq += 1) {
    const { message } = (await next(watcher, 'new_message')) as unknown as { message: { seq: number; text: string } };
    expect(message.seq).toBe(seq);
    seenEvents.push(message.text);
  }
  for (const side of ['v', 'a'])
    expect(seenEvents.filter((text) => text.startsWith(side))).toEqual(
      Array.from({ length: 30 }, (_, n) => `${side}${n}`),
    );
});

test('typing and read receipts cross processes and are not stored', async () => {
  const agent = await anAgent(there);
  const { client: visitor, room, ...status } = await aVisitor();
  // While no agent is online, a visitor sends no typing events.
  expect(status).toMatchObject({ readSeq: 0, agentOnline: true });
  await sendText(visitor, room, 'Hello?');
  await anAgentOn(agent, admin.token, room);
  expect(await next(visitor, 'room_read')).toEqual({ type: 'room_read', roomId: room, by: 'support', seq: 1 });
  for (let n = 0; n < 5; n += 1) agent.send({ type: 'typing', roomId: room });
  expect(await next(visitor, 'typing')).toEqual({ type: 'typing', roomId: room, sender: 'support' });
  visitor.send({ type: 'typing', roomId: room });
  expect(await next(agent, 'typing')).toEqual({ type: 'typing', roomId: room, sender: 'user' });
  await sendText(agent, room, 'Good day');
  // Five at once are sent as one, directly followed by the message.
  expect(await visitor.next()).toMatchObject({ type: 'new_message', message: { seq: 2 } });
  visitor.send({ type: 'room_seen', roomId: room, seq: 99 });
  expect(await next(agent, 'room_read')).toEqual({ type: 'room_read', roomId: room, by: 'user', seq: 2 });
  visitor.send({ type: 'room_seen', roomId: room, seq: 2 });
  for (const type of ['typing', 'room_seen']) {
    visitor.send({ type, roomId: 'room_of_others', ...(type === 'room_seen' && { seq: 1 }) });
    await expectError(visitor, 'not_found');
  }
  expect(await sendText(agent, room, 'Anything else?')).toMatchObject({ seq: 3 });
});

test('a console in a hidden window has not read its messages', async () => {
  const { client: visitor, room } = await aVisitor();
  await sendText(visitor, room, 'Hello?');
  const agent = await there.aClient();
  agent.send({ type: 'join_as_agent', token: admin.token, roomId: room, away: true });
  await next(agent, 'room_status');
  expect(await next(visitor, 'agent_joined')).toBeDefined();
  agent.send({ type: 'room_seen', roomId: room, seq: 1 });
  expect(await next(visitor, 'room_read')).toMatchObject({ seq: 1 });
});

test('both sides read a long conversation backwards to its first message', async () => {
  const { room, roomToken } = await aVisitor();
  await testbed.rows(
    `with room as (update chat_rooms set last_seq = 120 where id = $1 returning id)
     insert into chat_messages (id, room_id, sender, sender_name, text, seq)
     select gen_random_uuid(), id, 'user', 'Visitor', 'words ' || seq, seq from room, generate_series(1, 120) seq`,
    [room],
  );
  const client = await there.aClient();
  const seqsOf = ({ messages }: Message) => (messages as { seq: number }[]).map(({ seq }) => seq);
  let known = seqsOf(await join(client, { roomId: room, roomToken }));
  expect(known).toHaveLength(50);
  while ((known[0] ?? 0) > 1) {
    client.send({ type: 'read_earlier', roomId: room, before: known[0] });
    known = [...seqsOf(await next(client, 'earlier_messages')), ...known];
  }
  expect(known).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
  const { client: stranger } = await aVisitor();
  stranger.send({ type: 'read_earlier', roomId: room, before: 99 });
  await expectError(stranger, 'not_found');
});

test('a flood of messages or rooms is refused on any connection', async () => {
  const strict = tabsOf(await testbed.another({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' }));
  const from = { headers: { 'X-Forwarded-For': '203.0.113.9' } };
  const client = await strict.aClient(from);
  const two = await strict.aClient(from);
  const room = aLabel();
  await join(client, { roomId: room });
  for (let n = 0; n < 59; n += 1) await sendText(client, room, `message ${n}`);
  client.send({ type: 'send_message', roomId: room, text: 'one more', ref: 'last' });
  await expectError(client, 'too_many_requests', { ref: 'last' });
  two.send({ type: 'join_as_user', roomId: aLabel() });
  await expectError(two, 'too_many_requests');
  two.send({ type: 'send_message', roomId: room, text: 'x'.repeat(2001) });
  two.send({ type: 'join_as_user', roomId: 'a b' });
  for (let n = 0; n < 2; n += 1) expect(await two.next()).toMatchObject({ type: 'error', code: 'invalid_input' });
  strict.goAway();
});
