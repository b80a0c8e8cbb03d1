import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { eraseNotesPersonalData } from '#server/features/notes/notes.users.service.ts';
import { exportPersonalData } from '#server/features/users/users.erasure.service.ts';
import { aCustomer } from '#tests/factories/accounts.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { outcome } from '#tests/setup/calls.ts';
import { aLabel, join, next, openChat, sendText } from '#tests/setup/chat.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { chatJobs } from '../chat.jobs.ts';
import { eraseChatPersonalData } from '../chat.personal-data.service.ts';

const testbed = openTestbed();
const { rows, mailbox } = testbed;
const otherProcess = fixture(() => testbed.another());
const chat = openChat(testbed, otherProcess);
const { here, there, anAgent, aVisitor, asAdmin, inConsole } = chat;

const anEmail = () => `${randomUUID()}@example.com`;
const request = (json: object, { call } = testbed.app) => call('POST', '/api/agent-request', { json });
const mailAnswers = async (roomId: string) => chatJobs.tasks['chat.mail-answers']?.(testbed.app.deps, { roomId });
const answersTo = async (email: string) => (await mailbox.to(email)).map(({ data }) => data.answer);
const soon = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 30_000 });

test('a visitor who has left gets the answer once, at the address they gave', async () => {
  const { client: visitor, room, roomToken } = await aVisitor();
  await sendText(visitor, room, 'Where is my payout?');
  const email = anEmail();
  const body = { email, message: 'Where is my payout?', timestamp: 'now', roomId: room, roomToken };
  const first = await request(body);
  const second = await request(body, otherProcess);
  expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
  const notices = (await mailbox.to('support@landfall.test')).filter(({ data }) => data.from === email);
  expect(notices).toHaveLength(1);
  visitor.ws.close();
  await expect.poll(() => rows('select 1 from presence')).toEqual([]);
  const agent = await anAgent(there, room);
  await sendText(agent, room, 'On its way.');
  await sendText(agent, room, 'Until tomorrow.');
  await mailAnswers(room);
  await mailAnswers(room);
  expect(await answersTo(email)).toEqual(['On its way.\n\nUntil tomorrow.']);
  const jobs = await rows(`select key from graphile_worker.jobs where key = $1`, [`chat-answers ${room}`]);
  expect(jobs).toHaveLength(1);
  await join(await here.aClient(), { roomId: room, roomToken });
  await sendText(agent, room, 'Are you there?');
  await mailAnswers(room);
  expect(await answersTo(email)).toHaveLength(1);
});

test('a customer with a closed window gets messages later, and an unread answer by mail too', async () => {
  const email = anEmail();
  const { client: visitor, room, roomToken } = await aVisitor({ email });
  await sendText(visitor, room, 'Anybody?');
  await join(visitor, { roomId: room, roomToken, after: 1, away: true });
  const agent = await anAgent(there, room);
  await sendText(agent, room, 'Here I am.');
  expect(await next(visitor, 'new_message')).toMatchObject({ message: { text: 'Here I am.' } });
  await mailAnswers(room);
  expect(await answersTo(email)).toEqual(['Here I am.']);
  // The window is opened again: what it shows from now on is read, and needs no mail.
  await join(visitor, { roomId: room, roomToken, after: 2 });
  await sendText(agent, room, 'Still here.');
  await next(visitor, 'new_message');
  visitor.send({ type: 'room_seen', roomId: room, seq: 3 });
  visitor.ws.close();
  await visitor.closed;
  const seen = () => rows('select user_seen_seq as seq from chat_rooms where id = $1', [room]);
  await soon(async () => expect(await seen()).toEqual([{ seq: 3 }]));
  await mailAnswers(room);
  expect(await answersTo(email)).toHaveLength(1);
});

test('an agent with an open conversation leaves nothing unread, and the customer sees it closed', async () => {
  const { client: visitor, room } = await aVisitor();
  const agent = await anAgent(there, room);
  await next(visitor, 'agent_joined');
  await sendText(visitor, room, 'A zebrawood question');
  await next(agent, 'new_message');
  agent.send({ type: 'room_seen', roomId: room, seq: 99 });
  await soon(async () => expect(await inConsole('chat-rooms?q=zebrawood')).toMatchObject([{ unread: 0 }]));
  await asAdmin.put(`chat-rooms/${room}/close`);
  expect(await next(visitor, 'room_closed')).toEqual({ type: 'room_closed', roomId: room });
});

test('a visitor outside the chat’s hours reads that on every process, and new hours apply at once', async () => {
  const { token } = chat.admin;
  const support = { hours: 'Mon-Sun 00:00-00:00', agentReply: 'the next morning', emailReply: '2-4 hours' };
  const headers = await steppedUp(testbed.app.deps, token);
  const setHours = (hours: string) =>
    testbed.app.call('PUT', '/api/admin/settings', { token, headers, json: { support: { ...support, hours } } });
  const presence = async () => (await testbed.app.call('GET', '/api/agent-status')).body;
  await anAgent(there);
  const { client: visitor, ...status } = await aVisitor({}, there);
  expect(status).toMatchObject({ agentOnline: true, withinHours: true });
  for (const [hours, withinHours] of [[support.hours, false] as const, ['24/7', true] as const]) {
    expect(await outcome(setHours(hours))).toBe('200');
    await soon(async () => expect(await join(visitor, { roomId: aLabel() })).toMatchObject({ withinHours, hours }));
    await soon(async () => expect(await presence()).toEqual({ status: 'online', withinHours, hours }));
  }
});

test('an attacker who asks for an agent cannot change the address of a stranger’s room', async () => {
  const { room } = await aVisitor();
  await request({ email: 'eve@example.com', message: 'x', roomId: room });
  expect(await rows('select visitor_email as email from chat_rooms where id = $1', [room])).toEqual([{ email: null }]);
});

test('the administrator finds, closes and reopens old conversations, and marks requests as done', async () => {
  const { client, room, email } = await chat.aCustomer();
  await sendText(client, room, 'My quaggafish has not arrived, 100%');
  const find = (query: string) => inConsole(`chat-rooms?${query}`);
  const details = { roomId: room, userEmail: email, emailVerified: true, unread: 1, online: true, isActive: true };
  expect(await find('q=QUAGGA')).toMatchObject([{ ...details, messages: [{ seq: 1 }] }]);
  expect(await find(`q=${encodeURIComponent(email)}`)).toMatchObject([details]);
  expect(await find('q=100%25_')).toEqual([]);
  expect(await find(`room=${room}&status=waiting`)).toMatchObject([details]);
  expect(await find('room=nowhere')).toEqual([]);
  const move = async (how: string, of = room) => (await asAdmin.put(`chat-rooms/${of}/${how}`)).status;
  expect([await move('close'), await move('close', 'nowhere')]).toEqual([204, 404]);
  expect(await find('q=quagga&status=open')).toEqual([]);
  expect(await move('reopen')).toBe(204);
  await move('close');
  expect(await find(`room=${room}&status=waiting`)).toEqual([]);
  await sendText(client, room, 'Still nothing');
  expect(await find('q=quagga')).toMatchObject([{ isActive: true, unread: 1 }]);
  expect(await inConsole(`chat-rooms/${room}/messages`)).toMatchObject([{ seq: 1 }, { seq: 2 }]);

  const message = randomUUID();
  const { id } = (await request({ email, message })).body;
  const tick = async () => (await asAdmin.put(`agent-requests/${String(id)}`, { handled: true })).status;
  expect([await tick(), await tick()]).toEqual([204, 204]);
  const handled = await inConsole('agent-requests?status=handled');
  expect(handled).toContainEqual(expect.objectContaining({ message, email, roomId: null }));
});

test('the administrator searches requests for an agent by address and text, oldest or newest first', async () => {
  const mark = randomUUID();
  const email = `${mark}@example.com`;
  for (const at of ['First', 'Second']) await request({ email, message: `${at} of the two ${mark}` });
  const find = async (query: string) => {
    const { body, headers } = await asAdmin.get(`agent-requests?${query}`);
    const firstWords = (body as unknown as { message: string }[]).map(({ message }) => message.split(' ')[0]);
    return [...firstWords, headers.get('x-total-count')];
  };
  expect(await find(`q=${email}`)).toEqual(['Second', 'First', '2']);
  expect(await find(`q=${mark}&sort=oldest&pageSize=1`)).toEqual(['First', '2']);
  expect(await find(`q=${encodeURIComponent(`second of the two ${mark}`)}`)).toEqual(['Second', '1']);
});

test('notes about a visitor move to their account and are never shown to them', async () => {
  const { client: visitor, room: first, roomToken } = await aVisitor();
  const { room: second, ...ann } = await chat.aCustomer(there);
  const path = (room: string) => `chat-rooms/${room}/notes`;
  const note = async (room: string, text: string) => (await asAdmin.post(path(room), { text })).status;
  const noted = async (where: string) => (await inConsole(where)).map(({ text }) => text);
  expect(await note(first, ' Asks for rates by telephone ')).toBe(201);
  expect(await note('nowhere', 'x')).toBe(404);
  await note(second, 'Speaks French');
  expect(await noted(path(second))).toEqual(['Speaks French']);
  const status = await join(visitor, { roomId: first, roomToken, token: ann.token });
  for (const where of [path(first), path(second), `users/${ann.id}/notes`])
    expect(await noted(where)).toEqual(['Speaks French', 'Asks for rates by telephone']);
  const copy = await exportPersonalData(testbed.app.deps, { userId: ann.id });
  expect(JSON.stringify([status, copy])).not.toContain('French');
  const both = [[first, second]];
  const logged = await rows(
    `select details from audit_log where action = 'note.written' and subject_id = any($1)`,
    both,
  );
  expect(logged).toHaveLength(2);
  expect(JSON.stringify(logged)).not.toContain('telephone');
  await testbed.app.deps.inTx((tx) => eraseNotesPersonalData(tx, ann));
  expect(await rows('select 1 from notes where room_id = any($1)', both)).toEqual([]);
});

test('no text that a deleted customer wrote as a visitor is left', async () => {
  const { id, email } = await aCustomer(testbed.app.call, mailbox);
  await rows(
    `insert into chat_rooms (id, token_hash, visitor_email)
     values ('room_visitor', '\\x00', $1), ('room_other', '\\x01', 'x@example.com')`,
    [email.toUpperCase()],
  );
  await testbed.app.deps.inTx((tx) => eraseChatPersonalData(tx, { id, email }));
  const remainingRows = await rows(`select id from chat_rooms where id in ('room_visitor', 'room_other')`);
  expect(remainingRows).toEqual([{ id: 'room_other' }]);
});
