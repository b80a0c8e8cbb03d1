import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aSeller } from '#tests/factories/sales.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { adminToken, aLabel, anAgentOn, everybodyLeft, join, next, sendText, type Message } from '#tests/setup/chat.ts';
import { socketClients, type Client } from '#tests/setup/sockets.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
let other: TestApp;
let narrow: TestApp;
const here = socketClients(() => `${testbed.app.url.replace('http', 'ws')}/ws`);
const there = socketClients(() => `${other.url.replace('http', 'ws')}/ws`);
const strict = socketClients(() => `${narrow.url.replace('http', 'ws')}/ws`);

beforeEach(async () => {
  other ??= await testbed.another();
});
afterEach(async () => {
  here.goAway();
  there.goAway();
  strict.goAway();
  await everybodyLeft(testbed);
});

async function anAgent(clients: typeof here, roomId?: unknown): Promise<Client> {
  return anAgentOn(await clients.aClient(), await adminToken(testbed.app), roomId);
}
const textsOf = ({ messages }: Message) => (messages as { text: string }[]).map(({ text }) => text);

test('a visitor and an agent on another process talk, each message acknowledged, told once and numbered without gaps', async () => {
  const agent = await anAgent(there);
  const visitor = await here.aClient();
  const label = aLabel();
  const status = await join(visitor, { roomId: label, email: 'Guest@Example.com' });
  expect(status).toMatchObject({ roomId: label, agentOnline: true, agentStatus: 'online', email: 'guest@example.com' });
  expect(status).toMatchObject({ withinHours: true, hours: '24/7', messages: [], lastSeq: 0, closed: false });
  expect(String(status.roomToken)).toMatch(/^[\w-]{43}$/);
  expect(await next(agent, 'user_joined')).toMatchObject({ roomId: label, userEmail: 'guest@example.com' });

  const first = await sendText(visitor, label, 'Hello?', {
    sender: 'support',
    senderName: 'The Boss',
    clientMessageId: 'a',
  });
  expect(first).toMatchObject({ clientMessageId: 'a', seq: 1 });
  expect(await next(agent, 'new_message')).toMatchObject({
    roomId: label,
    message: { text: 'Hello?', sender: 'user', senderName: 'Visitor', seq: 1, isBot: false },
  });
  agent.send({ type: 'join_as_agent', roomId: label });
  expect(textsOf(await next(agent, 'room_status'))).toEqual(['Hello?']);
  expect(await next(visitor, 'agent_joined')).toEqual({
    type: 'agent_joined',
    roomId: label,
    agentName: 'Admin Agent',
  });
  expect(await sendText(agent, label, 'Good day', { sender: 'user', senderName: 'Mallory' })).toMatchObject({
    seq: 2,
  });
  expect(await next(visitor, 'new_message')).toMatchObject({
    type: 'new_message',
    message: { text: 'Good day', sender: 'support', senderName: 'Admin Agent', seq: 2 },
  });

  expect(await sendText(visitor, label, 'Hello?', { clientMessageId: 'a' })).toMatchObject({ id: first.id, seq: 1 });
  const again = await there.aClient();
  expect(textsOf(await join(again, { roomId: label, roomToken: status.roomToken, after: 1 }))).toEqual(['Good day']);
});

test('a room opens to its own token or person alone; whoever else names it gets a fresh, empty one', async () => {
  const owner = await here.aClient();
  const label = aLabel();
  const { roomToken } = await join(owner, { roomId: label });
  await sendText(owner, label, 'A secret');
  const [ann, bob] = [
    await aSeller(testbed.app, testbed.database.pool),
    await aSeller(testbed.app, testbed.database.pool),
  ];
  const strangers = [await here.aClient(), await there.aClient(), await here.aClient({ token: bob.token })];
  for (const stranger of strangers) {
    const status = await join(stranger, { roomId: label, roomToken: 'x'.repeat(43) });
    expect(status).toMatchObject({ messages: [], lastSeq: 0, email: stranger === strangers[2] ? bob.email : null });
    expect(status.roomId).not.toBe(label);
    stranger.send({ type: 'send_message', roomId: label, text: 'Let me in' });
    expect(await stranger.next()).toMatchObject({ type: 'error', code: 'not_found' });
  }
  // Signing in takes the room along, and its token then opens nothing.
  const hers = await there.aClient();
  expect(await join(hers, { roomId: label, roomToken, token: ann.token })).toMatchObject({
    roomId: label,
    email: ann.email,
  });
  expect((await join(await here.aClient(), { roomId: label, roomToken })).roomId).not.toBe(label);
  const later = await here.aClient({ token: ann.token });
  expect(textsOf(await join(later, { roomId: label }))).toEqual(['A secret']);
  await sendText(later, label, 'Only for the desk');
  for (const stranger of strangers) {
    stranger.send({ type: 'nothing' });
    expect(await stranger.next()).toMatchObject({ type: 'error', code: 'invalid_input' });
  }
});

test('nobody but a proven administrator is an agent', async () => {
  const label = aLabel();
  const victim = await here.aClient();
  await join(victim, { roomId: label });
  const { token } = await aSeller(testbed.app, testbed.database.pool);
  const customer = await there.aClient({ token });
  const visitor = await there.aClient();
  for (const [client, codes] of [
    [customer, ['forbidden', 'forbidden', 'not_found']],
    [visitor, ['signed_out', 'signed_out', 'not_found']],
  ] as const) {
    client.send({ type: 'join_as_agent', agentId: 'admin-agent', roomId: label, isAdmin: true });
    client.send({ type: 'agent_status', agentId: 'admin-agent', status: 'online' });
    client.send({ type: 'send_message', roomId: label, text: 'Send coins here', sender: 'support' });
    for (const code of codes) expect(await client.next()).toMatchObject({ type: 'error', code });
  }
  visitor.send({ type: 'join_as_agent', roomId: label, token: 'forged' });
  expect(await visitor.next()).toMatchObject({ type: 'error', code: 'signed_out' });
  expect(await visitor.closed).toBe(4401);
  expect(await sendText(victim, label, 'Alone?')).toMatchObject({ seq: 1 });
  expect(await testbed.rows(`select 1 from presence where role = 'support'`)).toEqual([]);
  const answer = await testbed.app.call('GET', `/api/admin/chat-rooms/${label}/messages`, { token });
  expect(answer.status).toBe(403);
});

test('the administrator’s status reaches every chat on every process', async () => {
  const visitor = await here.aClient();
  expect(await join(visitor, { roomId: aLabel() })).toMatchObject({ agentOnline: false, agentStatus: 'offline' });
  const agent = await anAgent(there);
  expect(await visitor.next()).toEqual({ type: 'agent_status_update', status: 'online' });
  agent.send({ type: 'agent_status', status: 'busy' });
  expect(await visitor.next()).toEqual({ type: 'agent_status_update', status: 'busy' });
  agent.ws.close();
  expect(await visitor.next()).toEqual({ type: 'agent_status_update', status: 'offline' });
});

test('an agent who closes the console in an open tab is offline, and who closes a chat hears nothing until they come back', async () => {
  const [visitor, roomId] = [await here.aClient(), aLabel()];
  const { roomToken } = await join(visitor, { roomId });
  const agent = await anAgent(there, roomId);
  // In either order; an agent who left before their status was read would never have been online.
  for (const awaited = new Set(['agent_joined', 'status online']); awaited.size > 0;) {
    const { type, status } = await visitor.next();
    const event = type === 'agent_status_update' ? `status ${String(status)}` : String(type);
    expect(event).not.toMatch(/^status (?!online$)/);
    awaited.delete(event);
  }
  agent.send({ type: 'leave_chat' });
  expect(await next(visitor, 'agent_status_update')).toMatchObject({ status: 'offline' });
  visitor.send({ type: 'leave_chat' });
  await vi.waitFor(async () => expect(await testbed.rows('select 1 from presence')).toEqual([]), 10_000);
  await sendText(await anAgentOn(agent, await adminToken(testbed.app), roomId), roomId, 'Still there?');
  visitor.send({ type: 'nothing' });
  expect(await visitor.next()).toMatchObject({ type: 'error', code: 'invalid_input' });
  expect(textsOf(await join(visitor, { roomId, roomToken, after: 0 }))).toEqual(['Still there?']);
});

test('a process that was killed is gone for the others when its lease ends', async () => {
  const visitor = await here.aClient();
  await testbed.rows(
    `insert into presence (connection_id, role, process_id, user_id, status, until)
     values ($1, 'support', $1, $1, 'online', now() + interval '1 second')`,
    [randomUUID()],
  );
  expect(await join(visitor, { roomId: aLabel() })).toMatchObject({ agentOnline: true });
  expect(await visitor.next()).toEqual({ type: 'agent_status_update', status: 'offline' });
  await testbed.rows('delete from presence where until < now()');
}, 20_000);

test('who keeps the chat open counts as there, also after the database has forgotten them', async () => {
  const [stays, forgotten] = [aLabel(), aLabel()];
  for (const roomId of [stays, forgotten]) await join(await here.aClient(), { roomId });
  const present = () => testbed.rows('select subject, until from presence order by subject');
  const [before] = await testbed.rows('select max(until) as until from presence');
  await testbed.rows(`delete from presence where subject = '${forgotten}'`);
  await vi.waitFor(
    async () => {
      const rows = await present();
      expect(rows.map((row) => row.subject)).toEqual([stays, forgotten].toSorted());
      for (const { until } of rows) expect(until).toSatisfy((time: Date) => time > (before?.until as Date));
    },
    { timeout: 15_000, interval: 200 },
  );
}, 20_000);

test('both sides are warned of an account that is not the administrator’s own', async () => {
  const visitor = await here.aClient();
  const label = aLabel();
  await join(visitor, { roomId: label });
  const agent = await anAgent(there, label);
  const [own] = await testbed.rows(`select address from deposit_wallets where crypto_id = 'bitcoin'`);
  expect(await sendText(visitor, label, `Is ${String(own?.address)} yours?`)).toMatchObject({ warning: null });
  expect(await next(agent, 'new_message')).toMatchObject({ message: { warning: null } });
  const foreign = 'Somebody told me to pay 0x52908400098527886E0F7030069857D2E4169EE7';
  expect(await sendText(visitor, label, foreign)).toMatchObject({ warning: 'foreign_account' });
  expect(await next(agent, 'new_message')).toMatchObject({ message: { warning: 'foreign_account' } });
});

test('messages sent by both sides at once through two processes have one order everywhere', async () => {
  const visitor = await here.aClient();
  const label = aLabel();
  const { roomToken } = await join(visitor, { roomId: label });
  const agent = await anAgent(there, label);
  const watcher = await there.aClient();
  await join(watcher, { roomId: label, roomToken });
  for (let n = 0; n < 30; n += 1) {
    visitor.send({ type: 'send_message', roomId: label, text: `v${n}`, clientMessageId: `v${n}` });
    agent.send({ type: 'send_message', roomId: label, text: `a${n}`, clientMessageId: `a${n}` });
  }
  const seen: string[] = [];
  for (let seq = 1; seq <= 60; seq += 1) {
    const { message } = (await next(watcher, 'new_message')) as unknown as { message: { seq: number; text: string } };
    expect(message.seq).toBe(seq);
    seen.push(message.text);
  }
  for (const side of ['v', 'a'])
    expect(seen.filter((text) => text.startsWith(side))).toEqual(Array.from({ length: 30 }, (_, n) => `${side}${n}`));
});

test('each side sees across processes that the other writes and has read, and nothing of it is kept', async () => {
  const agent = await anAgent(there);
  const visitor = await here.aClient();
  const label = aLabel();
  // While no agent is online, a visitor sends no typing events.
  expect(await join(visitor, { roomId: label })).toMatchObject({ readSeq: 0, agentOnline: true });
  await sendText(visitor, label, 'Hello?');
  await anAgentOn(agent, await adminToken(testbed.app), label);
  expect(await next(visitor, 'room_read')).toEqual({ type: 'room_read', roomId: label, by: 'support', seq: 1 });
  for (let n = 0; n < 5; n += 1) agent.send({ type: 'typing', roomId: label });
  expect(await next(visitor, 'typing')).toEqual({ type: 'typing', roomId: label, sender: 'support' });
  visitor.send({ type: 'typing', roomId: label });
  expect(await next(agent, 'typing')).toEqual({ type: 'typing', roomId: label, sender: 'user' });
  await sendText(agent, label, 'Good day');
  // Five at once are sent as one, directly followed by the message.
  expect(await visitor.next()).toMatchObject({ type: 'new_message', message: { seq: 2 } });
  visitor.send({ type: 'room_seen', roomId: label, seq: 99 });
  expect(await next(agent, 'room_read')).toEqual({ type: 'room_read', roomId: label, by: 'user', seq: 2 });
  visitor.send({ type: 'room_seen', roomId: label, seq: 2 });
  visitor.send({ type: 'typing', roomId: 'room_of_others' });
  expect(await visitor.next()).toMatchObject({ type: 'error', code: 'not_found' });
  expect(await sendText(agent, label, 'Anything else?')).toMatchObject({ seq: 3 });
});

test('a console in a hidden window has not read what it was told', async () => {
  const visitor = await here.aClient();
  const label = aLabel();
  await join(visitor, { roomId: label });
  await sendText(visitor, label, 'Hello?');
  const agent = await there.aClient();
  agent.send({ type: 'join_as_agent', token: await adminToken(testbed.app), roomId: label, away: true });
  await next(agent, 'room_status');
  expect(await next(visitor, 'agent_joined')).toBeDefined();
  agent.send({ type: 'room_seen', roomId: label, seq: 1 });
  expect(await next(visitor, 'room_read')).toMatchObject({ seq: 1 });
});

test('a long conversation is read backwards to its first message by those who sit in it', async () => {
  const visitor = await here.aClient();
  const label = aLabel();
  const { roomToken } = await join(visitor, { roomId: label });
  await testbed.rows(
    `with room as (update chat_rooms set last_seq = 120 where id = $1 returning id)
     insert into chat_messages (id, room_id, sender, sender_name, text, seq)
     select gen_random_uuid(), id, 'user', 'Visitor', 'words ' || seq, seq from room, generate_series(1, 120) seq`,
    [label],
  );
  const again = await there.aClient();
  const status = await join(again, { roomId: label, roomToken });
  const seqsOf = (output: Message) => (output.messages as { seq: number }[]).map(({ seq }) => seq);
  let known = seqsOf(status);
  expect(known).toHaveLength(50);
  while ((known[0] ?? 0) > 1) {
    again.send({ type: 'read_earlier', roomId: label, before: known[0] });
    known = [...seqsOf(await next(again, 'earlier_messages')), ...known];
  }
  expect(known).toEqual(Array.from({ length: 120 }, (_, at) => at + 1));
  const stranger = await here.aClient();
  await join(stranger, { roomId: aLabel() });
  stranger.send({ type: 'read_earlier', roomId: label, before: 99 });
  expect(await stranger.next()).toMatchObject({ type: 'error', code: 'not_found' });
});

test('a flood of messages or rooms is refused, whatever connection it comes by', async () => {
  narrow = await testbed.another({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' });
  const from = { headers: { 'X-Forwarded-For': '203.0.113.9' } };
  const [item, two] = [await strict.aClient(from), await strict.aClient(from)];
  const label = aLabel();
  await join(item, { roomId: label });
  for (let n = 0; n < 59; n += 1) await sendText(item, label, `message ${n}`);
  item.send({ type: 'send_message', roomId: label, text: 'one more', ref: 'last' });
  expect(await item.next()).toMatchObject({ type: 'error', code: 'too_many_requests', ref: 'last' });
  two.send({ type: 'join_as_user', roomId: aLabel() });
  expect(await two.next()).toMatchObject({ type: 'error', code: 'too_many_requests' });
  two.send({ type: 'send_message', roomId: label, text: 'x'.repeat(2001) });
  two.send({ type: 'join_as_user', roomId: 'a b' });
  for (let n = 0; n < 2; n += 1) expect(await two.next()).toMatchObject({ type: 'error', code: 'invalid_input' });
});
