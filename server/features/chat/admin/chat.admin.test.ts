import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eraseNotesPersonalData } from '#server/features/notes/notes.users.service.ts';
import { exportPersonalData } from '#server/features/users/users.erasure.service.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { aSeller } from '#tests/factories/sales.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { adminToken, aLabel, anAgentOn, everybodyLeft, join, next, sendText } from '#tests/setup/chat.ts';
import { socketClients, type Client } from '#tests/setup/sockets.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { chatJobs } from '../chat.jobs.ts';

const testbed = openTestbed();
let other: TestApp;
const here = socketClients(() => `${testbed.app.url.replace('http', 'ws')}/ws`);
const there = socketClients(() => `${other.url.replace('http', 'ws')}/ws`);

beforeEach(async () => {
  other ??= await testbed.another();
});
afterEach(async () => {
  here.goAway();
  there.goAway();
  await everybodyLeft(testbed);
});

async function anAgent(clients: typeof here, roomId?: unknown): Promise<Client> {
  return anAgentOn(await clients.aClient(), await adminToken(testbed.app), roomId);
}

test('the answer to a visitor who has gone reaches the address they left, once', async () => {
  const visitor = await here.aClient();
  const label = aLabel();
  const { roomToken } = await join(visitor, { roomId: label });
  await sendText(visitor, label, 'Where is my payout?');
  const email = `${randomUUID()}@example.com`;
  const request = { email, message: 'Where is my payout?', timestamp: 'now', roomId: label, roomToken };
  const first = await testbed.app.call('POST', '/api/agent-request', { json: request });
  const second = await other.call('POST', '/api/agent-request', { json: request });
  expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
  const notices = (await testbed.mailbox.to('support@landfall.test')).filter(({ data }) => data.from === email);
  expect(notices).toHaveLength(1);
  visitor.ws.close();
  await expect.poll(() => testbed.rows('select 1 from presence')).toEqual([]);
  const agent = await anAgent(there, label);
  await sendText(agent, label, 'On its way.');
  await sendText(agent, label, 'Until tomorrow.');
  const run = () => chatJobs.tasks['chat.mail-answers']?.(testbed.app.deps, { roomId: label });
  await run();
  await run();
  expect((await testbed.mailbox.to(email)).map(({ data }) => data)).toEqual([
    { answer: 'On its way.\n\nUntil tomorrow.' },
  ]);
  const [job] = await testbed.rows(`select key from graphile_worker.jobs where key = $1`, [`chat-answers ${label}`]);
  expect(job).toBeDefined();
  const back = await here.aClient();
  await join(back, { roomId: label, roomToken });
  await sendText(agent, label, 'Are you there?');
  await run();
  expect(await testbed.mailbox.to(email)).toHaveLength(1);
});

test('a closed window still gets its news, and the answer nobody looked at is mailed too', async () => {
  const visitor = await here.aClient();
  const label = aLabel();
  const email = `${randomUUID()}@example.com`;
  const { roomToken } = await join(visitor, { roomId: label, email });
  await sendText(visitor, label, 'Anybody?');
  await join(visitor, { roomId: label, roomToken, after: 1, away: true });
  const agent = await anAgent(there, label);
  await sendText(agent, label, 'Here I am.');
  expect(await next(visitor, 'new_message')).toMatchObject({ message: { text: 'Here I am.' } });
  const run = () => chatJobs.tasks['chat.mail-answers']?.(testbed.app.deps, { roomId: label });
  await run();
  expect((await testbed.mailbox.to(email)).map(({ data }) => data)).toEqual([{ answer: 'Here I am.' }]);
  // The window is opened again: what it shows from now on is read, and needs no mail.
  await join(visitor, { roomId: label, roomToken, after: 2 });
  await sendText(agent, label, 'Still here.');
  await next(visitor, 'new_message');
  visitor.send({ type: 'room_seen', roomId: label, seq: 3 });
  visitor.ws.close();
  await visitor.closed;
  await vi.waitFor(
    async () =>
      expect(await testbed.rows('select user_seen_seq from chat_rooms where id = $1', [label])).toEqual([
        { user_seen_seq: 3 },
      ]),
    { timeout: 30_000 },
  );
  await run();
  expect(await testbed.mailbox.to(email)).toHaveLength(1);
});

test('an agent who reads along leaves nothing unread, and a closed conversation is told to the customer', async () => {
  const token = await adminToken(testbed.app);
  const visitor = await here.aClient();
  const label = aLabel();
  await join(visitor, { roomId: label });
  const agent = await anAgent(there, label);
  await next(visitor, 'agent_joined');
  await sendText(visitor, label, 'A zebrawood question');
  await next(agent, 'new_message');
  agent.send({ type: 'room_seen', roomId: label, seq: 99 });
  const unread = async () => {
    const { body } = await testbed.app.call('GET', '/api/admin/chat-rooms?q=zebrawood', { token });
    return (body as unknown as { unread: number }[]).map((room) => room.unread);
  };
  await vi.waitFor(async () => expect(await unread()).toEqual([0]), { timeout: 30_000 });
  await testbed.app.call('PUT', `/api/admin/chat-rooms/${label}/close`, { token });
  expect(await next(visitor, 'room_closed')).toEqual({ type: 'room_closed', roomId: label });
  visitor.send({ type: 'room_seen', roomId: 'room_of_others', seq: 1 });
  expect(await visitor.next()).toMatchObject({ type: 'error', code: 'not_found' });
});

test('outside its hours the chat says so on every process, whoever is there, and hears of new hours at once', async () => {
  const { token, stepUp } = await theAdmin(testbed.app);
  const support = { hours: 'Mon-Sun 00:00-00:00', agentReply: 'the next morning', emailReply: '2-4 hours' };
  const put = (json: object) => testbed.app.call('PUT', '/api/admin/settings', { token, headers: stepUp, json });
  await anAgent(there);
  const visitor = await there.aClient();
  expect(await join(visitor, { roomId: aLabel() })).toMatchObject({ agentOnline: true, withinHours: true });
  expect((await put({ support })).status).toBe(200);
  await vi.waitFor(
    async () => {
      expect(await join(visitor, { roomId: aLabel() })).toMatchObject({ withinHours: false, hours: support.hours });
    },
    { timeout: 30_000 },
  );
  const presence = async () => (await testbed.app.call('GET', '/api/agent-status')).body;
  await vi.waitFor(
    async () => expect(await presence()).toEqual({ status: 'online', withinHours: false, hours: support.hours }),
    { timeout: 30_000 },
  );
  await put({ support: { ...support, hours: '24/7' } });
  await vi.waitFor(
    async () => {
      expect(await join(visitor, { roomId: aLabel() })).toMatchObject({ withinHours: true });
      expect(await presence()).toEqual({ status: 'online', withinHours: true, hours: '24/7' });
    },
    { timeout: 30_000 },
  );
});

test('an agent too is warned of an account that is not the administrator’s, and the administrator’s own receiving account is none', async () => {
  const visitor = await here.aClient();
  const label = aLabel();
  await join(visitor, { roomId: label });
  const agent = await anAgent(there, label);
  const [own] = await testbed.rows(
    `select detail.value as number from payment_methods, json_each_text(account_details::json) detail
     where is_active and detail.value ~ '^[0-9]{9,20}$' limit 1`,
  );
  expect(own?.number).toBeDefined();
  expect(await sendText(agent, label, `Pay to ${String(own?.number)}.`)).toMatchObject({ warning: null });
  expect(await next(visitor, 'new_message')).toMatchObject({ message: { warning: null } });
  expect(await sendText(agent, label, 'Or to DE89 3704 0044 0532 0130 00')).toMatchObject({
    warning: 'foreign_account',
  });
  expect(await next(visitor, 'new_message')).toMatchObject({ message: { warning: 'foreign_account' } });
});

test('a stranger’s room cannot be given another address by asking for an agent', async () => {
  const visitor = await here.aClient();
  const label = aLabel();
  await join(visitor, { roomId: label });
  await testbed.app.call('POST', '/api/agent-request', {
    json: { email: 'eve@example.com', message: 'x', roomId: label },
  });
  expect(await testbed.rows('select visitor_email from chat_rooms where id = $1', [label])).toEqual([
    { visitor_email: null },
  ]);
});

test('the administrator finds old conversations, closes and reopens them, and ticks requests off', async () => {
  const token = await adminToken(testbed.app);
  const { token: session, email } = await aSeller(testbed.app, testbed.database.pool);
  const customer = await here.aClient({ token: session });
  const label = aLabel();
  await join(customer, { roomId: label });
  await sendText(customer, label, 'My quaggafish has not arrived, 100%');
  const find = async (query: string) =>
    (await testbed.app.call('GET', `/api/admin/chat-rooms?${query}`, { token })).body;
  const details = { roomId: label, userEmail: email, emailVerified: true, unread: 1, online: true, isActive: true };
  expect(await find('q=QUAGGA')).toMatchObject([{ ...details, messages: [{ seq: 1 }] }]);
  expect(await find(`q=${encodeURIComponent(email)}`)).toMatchObject([details]);
  expect(await find('q=100%25_')).toEqual([]);
  expect(await find(`room=${label}&status=waiting`)).toMatchObject([details]);
  expect(await find('room=nowhere')).toEqual([]);
  const move = async (how: string, room = label) =>
    (await testbed.app.call('PUT', `/api/admin/chat-rooms/${room}/${how}`, { token })).status;
  expect([await move('close'), await move('close', 'nowhere')]).toEqual([204, 404]);
  expect(await find('q=quagga&status=open')).toEqual([]);
  expect(await move('reopen')).toBe(204);
  await move('close');
  expect(await find(`room=${label}&status=waiting`)).toEqual([]);
  await sendText(customer, label, 'Still nothing');
  expect(await find('q=quagga')).toMatchObject([{ isActive: true, unread: 1 }]);
  const { body } = await testbed.app.call('GET', `/api/admin/chat-rooms/${label}/messages`, { token });
  expect(body).toMatchObject([{ seq: 1 }, { seq: 2 }]);

  const message = randomUUID();
  const { body: asked } = await testbed.app.call('POST', '/api/agent-request', { json: { email, message } });
  const tick = () =>
    testbed.app.call('PUT', `/api/admin/agent-requests/${String(asked.id)}`, { token, json: { handled: true } });
  expect([(await tick()).status, (await tick()).status]).toEqual([204, 204]);
  const handled = await testbed.app.call('GET', '/api/admin/agent-requests?status=handled', { token });
  expect(handled.body).toContainEqual(expect.objectContaining({ message, email, roomId: null }));
});

test('the administrator searches requests for an agent by address and words, and reads them from either end', async () => {
  const token = await adminToken(testbed.app);
  const mark = randomUUID();
  const email = `${mark}@example.com`;
  for (const message of ['First of the two', 'Second of the two'])
    await testbed.app.call('POST', '/api/agent-request', { json: { email, message: `${message} ${mark}` } });
  const find = async (query: string) => {
    const { body, headers } = await testbed.app.call('GET', `/api/admin/agent-requests?${query}`, { token });
    const messages = (body as unknown as { message: string }[]).map(({ message }) => message.split(' ')[0]);
    return { messages, total: headers.get('x-total-count') };
  };
  expect(await find(`q=${email}`)).toEqual({ messages: ['Second', 'First'], total: '2' });
  expect(await find(`q=${mark}&sort=oldest&pageSize=1`)).toEqual({ messages: ['First'], total: '2' });
  expect(await find(`q=${encodeURIComponent(`second of the two ${mark}`)}`)).toEqual({
    messages: ['Second'],
    total: '1',
  });
});

test('what the administrator notes of somebody goes with them when they sign in, is never told to them, and ends with them', async () => {
  const token = await adminToken(testbed.app);
  const ann = await aSeller(testbed.app, testbed.database.pool);
  const visitor = await here.aClient();
  const label = aLabel();
  const { roomToken } = await join(visitor, { roomId: label });
  const path = (room: string) => `/api/admin/chat-rooms/${room}/notes`;
  const note = async (room: string, text: string) =>
    (await testbed.app.call('POST', path(room), { token, json: { text } })).status;
  const noted = async (where: string) => {
    const { body } = await testbed.app.call('GET', where, { token });
    return (body as unknown as { text: string }[]).map(({ text }) => text);
  };
  expect(await note(label, ' Asks for rates by telephone ')).toBe(201);
  expect(await note('nowhere', 'x')).toBe(404);
  const own = await there.aClient({ token: ann.token });
  const second = aLabel();
  await join(own, { roomId: second });
  await note(second, 'Speaks French');
  expect(await noted(path(second))).toEqual(['Speaks French']);
  const status = await join(visitor, { roomId: label, roomToken, token: ann.token });
  for (const where of [path(label), path(second), `/api/admin/users/${ann.id}/notes`])
    expect(await noted(where)).toEqual(['Speaks French', 'Asks for rates by telephone']);
  const copy = await exportPersonalData(testbed.app.deps, { userId: ann.id });
  expect(JSON.stringify([status, copy])).not.toContain('French');
  const logged = await testbed.rows(
    `select details from audit_log where action = 'note.written' and subject_id = any($1)`,
    [[label, second]],
  );
  expect(logged).toHaveLength(2);
  expect(JSON.stringify(logged)).not.toContain('telephone');
  await testbed.app.deps.inTx((tx) => eraseNotesPersonalData(tx, ann));
  expect(await testbed.rows('select 1 from notes where room_id = any($1)', [[label, second]])).toEqual([]);
});
