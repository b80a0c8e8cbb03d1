import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ChatMessage } from '#shared/chat/chat.socket.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { outcome } from '#tests/setup/calls.ts';
import { aLabel, join, next, openChat, sendText, textsOf } from '#tests/setup/chat.ts';
import { aroundReads, type QueryWrapper } from '#tests/setup/reads.ts';
import type { Client } from '#tests/setup/sockets.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { chatJobs } from '../chat.jobs.ts';

const testbed = openTestbed();
const { here, admin, anAgent, aVisitor, aCustomer, inConsole } = openChat(testbed);
/** The next message in one of these rooms: an agent receives those of earlier tests late. */
async function nextIn(agent: Client, rooms: readonly string[]): Promise<ChatMessage> {
  const { message } = (await next(agent, 'new_message')) as unknown as { message: ChatMessage };
  return rooms.includes(message.roomId) ? message : nextIn(agent, rooms);
}
const begin = (userId: string, { token }: { token: string } = admin) =>
  testbed.app.call('POST', '/api/admin/chat-rooms', { token, json: { userId } });

test('a customer who is away gets a mail about a new conversation and finds it in any browser', async () => {
  const customer = await aSeller(testbed.app, testbed.database.pool);
  const first = await begin(customer.id);
  expect(first.status).toBe(200);
  const roomId = String(first.body.roomId);
  expect((await begin(customer.id)).body).toEqual({ roomId });
  const listed = { roomId, userId: customer.id, userEmail: customer.email, lastSeq: 0 };
  expect(await inConsole(`chat-rooms?room=${roomId}`)).toMatchObject([listed]);

  const agent = await anAgent(here, roomId);
  const answer = 'We need a clearer proof of your order.';
  await sendText(agent, roomId, answer);
  await chatJobs.tasks['chat.mail-answers']?.(testbed.app.deps, { roomId });
  const mails = await testbed.mailbox.to(customer.email);
  expect(mails).toContainEqual(expect.objectContaining({ template: 'chat_answer', data: { answer } }));

  // A browser that has never had the chat open names a room of its own.
  const browser = await here.aClient({ token: customer.token });
  const status = await join(browser, { roomId: aLabel(), create: false });
  expect(status).toMatchObject({ roomId, exists: true });
  expect(textsOf(status)).toEqual([answer]);
  await sendText(browser, roomId, 'Here it comes.');
  expect(await next(agent, 'new_message')).toMatchObject({ roomId, message: { text: 'Here it comes.' } });

  const [auditRow] = await testbed.rows(
    `select actor_role, details from audit_log where action = 'chat.room_begun' and subject_id = $1`,
    [roomId],
  );
  expect(auditRow).toEqual({ actor_role: 'admin', details: { userId: customer.id } });
});

test('a customer opens the conversation with the newest message in any browser', async () => {
  const { client: home, room: atHome, ...customer } = await aCustomer();
  await sendText(home, atHome, 'From home');
  // A room from before they signed in, in another browser.
  const { client: work, room: atWork, roomToken } = await aVisitor();
  await sendText(work, atWork, 'From work');
  const { token } = customer;
  expect(await join(work, { roomId: atWork, roomToken, token })).toMatchObject({ roomId: atWork });

  expect((await begin(customer.id)).body).toEqual({ roomId: atWork });
  const status = await join(home, { roomId: atHome, after: 1 });
  expect(status).toMatchObject({ roomId: atWork });
  expect(textsOf(status)).toEqual(['From work']);
});

test('an administrator begins conversations only with customers, and a customer with no one', async () => {
  const customer = await aSeller(testbed.app, testbed.database.pool);
  const [owner] = await testbed.rows(`select id from users where role = 'admin'`);
  for (const id of [randomUUID(), String(owner?.id)]) expect(await outcome(begin(id))).toMatch('404 not_found');
  expect(await outcome(begin(customer.id, customer))).toMatch('403');
  expect(await testbed.rows('select 1 from chat_rooms where user_id = $1', [customer.id])).toEqual([]);
});

test('a message whose reading failed reaches the agent without waiting for the next one', async () => {
  const agent = await anAgent();
  const { client: visitor, room } = await aVisitor();
  let failures = 2;
  const failing: QueryWrapper = (text, send) => {
    if (failures === 0 || !text.includes('"chat_messages"."seq" > $2')) return send();
    failures -= 1;
    return Promise.reject(new Error('timeout exceeded when trying to connect'));
  };
  await aroundReads(testbed.app.deps.db, failing, async () => {
    await sendText(visitor, room, 'Is anybody there?');
    expect(await next(agent, 'new_message')).toMatchObject({ roomId: room, message: { text: 'Is anybody there?' } });
  });
  // Either the event or the poll after it may be second; one of the two has failed.
  expect(failures).toBeLessThan(2);
});

/** Stores messages as another process does, but without their events; returns the room. */
async function storedWithoutEvents(texts: readonly string[], waitingSince = 'now()') {
  const room = aLabel();
  await testbed.rows(
    `with room as (
       insert into chat_rooms (id, token_hash, last_seq, waiting_since)
       values ($1, '\\x01', cardinality($2::text[]), ${waitingSince}) returning id)
     insert into chat_messages (id, room_id, sender, sender_name, text, seq)
     select gen_random_uuid(), id, 'user', 'Visitor', text, at
     from room, unnest($2::text[]) with ordinality given (text, at)`,
    [room, texts],
  );
  return room;
}
const notify = (event: object) => testbed.rows(`select pg_notify('landfall_events', $1)`, [JSON.stringify(event)]);

test('an agent gets every message written while the process received no events', async () => {
  const agent = await anAgent();
  const rooms = [
    await storedWithoutEvents(['Unheard', 'Unheard again']),
    await storedWithoutEvents(['Answered by another member'], 'null'),
  ];
  await testbed.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name like 'landfall-events%' and datname = current_database()`,
  );
  const texts: string[] = [];
  while (texts.length < 3) texts.push((await nextIn(agent, rooms)).text);
  expect(texts.toSorted()).toEqual(['Answered by another member', 'Unheard', 'Unheard again']);
});

test('an agent who writes into a room without entering it gets the messages on their way', async () => {
  const agent = await anAgent();
  const room = await storedWithoutEvents(['Just before the answer']);
  const { deps } = testbed.app;
  const { inTx } = deps;
  // Events arrive in the order of their commits: this one before that of the answer.
  deps.inTx = async (work) => {
    await notify({ kind: 'chat_message', roomId: room, seq: 1 });
    return inTx(work);
  };
  try {
    agent.send({ type: 'send_message', roomId: room, text: 'Here I am', clientMessageId: 'answer' });
    const message = { text: 'Just before the answer' };
    expect(await next(agent, 'new_message')).toMatchObject({ roomId: room, message });
  } finally {
    deps.inTx = inTx;
  }
});

test('an agent receives a message once if it was stored before an earlier event arrived', async () => {
  const agent = await anAgent();
  const texts = ['First', 'Second', 'Third'];
  const roomId = await storedWithoutEvents(texts);
  for (const [at, text] of texts.entries()) {
    await notify({ kind: 'chat_message', roomId, seq: at + 1, last: at + 1 });
    expect(await nextIn(agent, [roomId])).toMatchObject({ text });
  }
  agent.send({ type: 'send_message', roomId, text: 'I am here' });
  expect(await agent.next()).toMatchObject({ type: 'message_stored', seq: 4 });
});

test('an agent receives no message twice when the last minute is announced again', async () => {
  const agent = await anAgent();
  const texts = ['First', 'Second', 'Third', 'Fourth'];
  const roomId = await storedWithoutEvents(texts);
  for (const seq of [1, 2, 3]) {
    await notify({ kind: 'chat_message', roomId, seq, last: seq });
    expect(await nextIn(agent, [roomId])).toMatchObject({ text: texts[seq - 1] });
  }
  await notify({ kind: 'chat_message', roomId, seq: 1, last: 4 });
  expect(await nextIn(agent, [roomId])).toMatchObject({ text: 'Fourth' });
});

test('visitors who join at once share one read of the agents’ status', async () => {
  const visitors = await Promise.all(Array.from({ length: 12 }, () => here.aClient()));
  let reads = 0;
  let goOn = () => undefined as void;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const holding: QueryWrapper = async (text, send) => {
    if (!text.startsWith('select coalesce(max("status")')) return send();
    reads += 1;
    await held;
    return send();
  };
  await aroundReads(testbed.app.deps.db, holding, async () => {
    for (const visitor of visitors) visitor.send({ type: 'join_as_user', roomId: aLabel() });
    await expect.poll(() => testbed.rows('select 1 from presence'), { timeout: 45_000 }).toHaveLength(12);
    goOn();
    for (const visitor of visitors) await next(visitor, 'room_status');
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThan(visitors.length);
  });
});
