import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { declaredStatements } from '#server/db/statements.ts';
import { theOwner } from '#tests/factories/approvals.ts';
import { sendChatFile } from '#tests/factories/chat-files.ts';
import { aPdf } from '#tests/factories/files.ts';
import { aMember, type TestMember } from '#tests/factories/members.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { aLabel, anAgentOn, everybodyLeft, join, next, sendText } from '#tests/setup/chat.ts';
import { socketClients, waitForMessage } from '#tests/setup/sockets.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { eraseChatPersonalData } from '../chat.service.ts';

const testbed = openTestbed();
const here = socketClients(() => `${testbed.app.url.replace('http', 'ws')}/ws`);
const there = socketClients(() => `${other.url.replace('http', 'ws')}/ws`);
const member = (role: Parameters<typeof aMember>[2]) => aMember(testbed.database.pool, testbed.app.deps, role);
let [nora, tomas] = [] as unknown as [TestMember, TestMember];

const other = fixture(() => testbed.another());
beforeAll(async () => {
  nora = await member('support');
  tomas = await member('reviewer');
});
afterEach(async () => {
  here.goAway();
  there.goAway();
  await everybodyLeft(testbed);
});

/** A customer in the chat, who has written once. */
async function aConversation(text = 'Where is my payout?') {
  const customer = await aSeller(testbed.app, testbed.database.pool);
  const client = await here.aClient({ token: customer.token });
  const room = aLabel();
  await join(client, { roomId: room });
  await sendText(client, room, text);
  return { ...customer, client, room };
}
const rooms = (path: string, token = nora.token) => testbed.app.call('GET', `/api/admin/chat-rooms${path}`, { token });
const assign = (
  room: string,
  userId: string | null,
  { note, token = nora.token }: { note?: string; token?: string } = {},
) => testbed.app.call('PUT', `/api/admin/chat-rooms/${room}/assignee`, { token, json: { userId, note } });
const named = ({ id }: TestMember, role: string) => ({ id, name: `Mo ${role}` });

describe('a conversation', () => {
  test('is taken and handed over with a note, which colleagues in every process learn at once and the customer never', async () => {
    const { client, room, token } = await aConversation();
    const mine = await here.aClient({ token: nora.token });
    const theirs = await there.aClient({ token: tomas.token });
    const assigned = (assignee: object | null) => ({ type: 'room_assigned', roomId: room, assignee });

    expect(await assign(room, nora.id)).toMatchObject({
      status: 200,
      body: { roomId: room, assignee: named(nora, 'support') },
    });
    await Promise.all([mine, theirs].map((item) => waitForMessage(item, assigned(named(nora, 'support')))));
    const note = 'Asks for a refund in marzipan.';
    expect((await assign(room, tomas.id, { note })).body).toMatchObject({ assignee: named(tomas, 'reviewer') });
    await Promise.all([mine, theirs].map((item) => waitForMessage(item, assigned(named(tomas, 'reviewer')))));
    expect((await rooms(`/${room}/notes`, tomas.token)).body).toMatchObject([
      { text: note, author: named(nora, 'support'), versions: [] },
    ]);
    expect((await assign(room, null, { token: tomas.token })).body).toMatchObject({ assignee: null });
    await Promise.all([mine, theirs].map((item) => waitForMessage(item, assigned(null))));

    const agent = await anAgentOn(theirs, tomas.token, room);
    await sendText(agent, room, 'On its way.');
    const receivedByCustomer: unknown[] = [];
    for (;;) {
      const message = await client.next();
      receivedByCustomer.push(message);
      if (message.type === 'new_message' && JSON.stringify(message).includes('On its way.')) break;
    }
    const status = await join(client, { roomId: room });
    const data = await testbed.app.call('GET', '/api/profile/data', { token });
    expect(JSON.stringify([receivedByCustomer, status, data.body])).not.toMatch(
      /room_assigned|marzipan|Mo (support|reviewer)|"by":[{n]/,
    );

    const logged = await testbed.rows(
      `select action, details from audit_log where subject_id = $1 and action in ('chat.room_assigned', 'note.written')
       order by id`,
      [room],
    );
    expect(logged).toMatchObject([
      { action: 'chat.room_assigned', details: { from: null, to: nora.id } },
      { action: 'note.written' },
      { action: 'chat.room_assigned', details: { from: nora.id, to: tomas.id } },
      { action: 'chat.room_assigned', details: { from: tomas.id, to: null } },
    ]);
    expect(JSON.stringify(logged)).not.toContain('marzipan');
  });

  test('is given to nobody who may not answer chats, and by nobody who may not', async () => {
    const { room, token } = await aConversation();
    const payer = await member('payer');
    const invalid = (reason: string) => ({
      status: 400,
      body: { reason, fields: { userId: expect.any(String) as string } },
    });
    expect(await assign(room, payer.id)).toMatchObject(invalid('assignee_no_chat'));
    expect(await assign(room, randomUUID())).toMatchObject(invalid('member_not_found'));
    expect((await assign('nowhere', nora.id)).status).toBe(404);
    expect((await rooms('/nowhere/notes')).status).toBe(404);
    for (const stranger of [payer.token, token]) {
      expect((await assign(room, nora.id, { token: stranger })).status).toBe(403);
      expect((await rooms(`/${room}/notes`, stranger)).status).toBe(403);
    }
    expect((await rooms(`?room=${room}`)).body).toMatchObject([{ assignee: null }]);
  });

  test('falls to nobody when its agent leaves the team or may no longer answer chats, and stays with one who still may', async () => {
    const deleted = await member('support');
    const lowered = await member('support');
    const promoted = await member('support');
    const held = await Promise.all(
      [deleted, lowered, promoted].map(async ({ id }) => {
        const { room } = await aConversation();
        await assign(room, id);
        return room;
      }),
    );
    const [left = '', taken = '', unchanged = ''] = held;
    const screen = await there.aClient({ token: nora.token });
    const owner = await theOwner(testbed);
    await testbed.app.call('DELETE', `/api/admin/team/${deleted.id}`, owner);
    await waitForMessage(screen, { type: 'room_assigned', roomId: left, assignee: null });
    const give = (id: string, role: string) =>
      testbed.app.call('PUT', `/api/admin/team/${id}`, { ...owner, json: { role } });
    await give(promoted.id, 'reviewer');
    await give(lowered.id, 'payer');
    await waitForMessage(screen, { type: 'room_assigned', roomId: taken, assignee: null });
    expect((await rooms(`?room=${left}`)).body).toMatchObject([{ assignee: null }]);
    expect((await rooms(`?room=${unchanged}`)).body).toMatchObject([{ assignee: { id: promoted.id } }]);
  });

  test('shows the team which of them wrote each line, message or file, and the customer only that the team did', async () => {
    const { client, room, token } = await aConversation();
    const watching = await anAgentOn(await there.aClient(), tomas.token, room);
    const answering = await anAgentOn(await here.aClient(), nora.token, room);
    await sendText(answering, room, 'I am looking.', { by: { id: tomas.id, name: 'Mallory' } });
    expect(await next(watching, 'new_message')).toMatchObject({
      message: { text: 'I am looking.', senderName: 'Admin Agent', by: named(nora, 'support') },
    });
    const seen = await next(client, 'new_message');
    expect(seen).toMatchObject({ message: { text: 'I am looking.', senderName: 'Admin Agent' } });
    expect(seen.message).not.toHaveProperty('by');
    const file = { bytes: aPdf, name: 'receipt.pdf' };
    const path = `/api/admin/chat-rooms/${room}/files`;
    const sent = await sendChatFile(testbed.app, path, tomas.token, { file, clientMessageId: 'a' });
    expect(sent.body).toMatchObject({ by: named(tomas, 'reviewer') });

    const authors = [null, named(nora, 'support'), named(tomas, 'reviewer'), null];
    const fromCustomer = await sendChatFile(testbed.app, '/api/chat/files', token, {
      file,
      clientMessageId: 'b',
      roomId: room,
    });
    expect(fromCustomer.body).not.toHaveProperty('by');
    const { body } = await rooms(`/${room}/messages`);
    const lines = (body as unknown as { sender: string; by: unknown }[]).filter(({ sender }) => sender !== 'bot');
    expect(lines.map(({ by }) => by)).toEqual(authors);
    expect((await rooms(`?room=${room}`)).body).toMatchObject([{ messages: [{ by: null }] }]);
    const joined = await join(client, { roomId: room });
    client.send({ type: 'read_earlier', roomId: room, before: 4 });
    const earlier = await next(client, 'earlier_messages');
    const { body: data } = await testbed.app.call('GET', '/api/profile/data', { token });
    expect(JSON.stringify([joined, earlier, data])).toContain('I am looking.');
    expect(JSON.stringify([joined, earlier, data])).not.toMatch(/Mo (support|reviewer)|"by":[{n]/);
  });

  test('takes what the team noted of it along when its customer is erased', async () => {
    const { room, id, email } = await aConversation();
    await assign(room, nora.id, { note: 'Prefers the telephone.' });
    await testbed.app.deps.inTx((tx) => eraseChatPersonalData(tx, { id, email }));
    expect(await testbed.rows('select 1 from notes where room_id = $1', [room])).toEqual([]);
    expect(await testbed.rows('select 1 from chat_rooms where id = $1', [room])).toEqual([]);
  });
});

describe('the list of conversations', () => {
  test('is narrowed to those of a member or of nobody, together with search and status, and counts them', async () => {
    const word = `word${randomUUID().slice(0, 8)}`;
    const found: string[] = [];
    for (let at = 0; at < 3; at += 1) found.push((await aConversation(`About ${word}`)).room);
    const [item = '', two = '', three = ''] = found;
    await assign(item, nora.id);
    await assign(two, tomas.id);
    const listed = async (query: string, token = nora.token) => {
      const { body, headers } = await rooms(`?q=${word}&${query}`, token);
      const ids = (body as unknown as { roomId: string }[]).map(({ roomId }) => roomId);
      return { ids, total: Number(headers.get('x-total-count')) };
    };
    const only = (...ids: string[]) => ({ ids, total: ids.length });
    expect(await listed('assignee=me')).toEqual(only(item));
    expect(await listed('assignee=me', tomas.token)).toEqual(only(two));
    expect(await listed(`assignee=${tomas.id}`)).toEqual(only(two));
    expect(await listed('assignee=none')).toEqual(only(three));
    expect((await listed('status=waiting')).total).toBe(3);
    expect(await listed('assignee=me&status=closed')).toEqual(only());
    const all = await rooms('?assignee=none&pageSize=100');
    const assignees = (all.body as unknown as { assignee: unknown }[]).map(({ assignee }) => assignee);
    expect([assignees.length > 0, ...new Set(assignees)]).toEqual([true, null]);
    expect((await rooms('?assignee=nobody')).status).toBe(400);
  });

  test('reads an index for each of these filters', async () => {
    const pages = declaredStatements.filter(({ text }) => text.startsWith('with page as (select r.id from chat_rooms'));
    const byWaiting = 'order by (r.closed_at is not null)';
    for (const [condition, order, index] of [
      ['r.assignee_id = $3', byWaiting, 'chat_rooms_by_assignee'],
      ['r.assignee_id is null', byWaiting, 'chat_rooms_unassigned'],
      ['and true limit', 'order by r.last_activity desc', 'chat_rooms_activity'],
      ['and true limit', 'order by r.last_activity, r.id', 'chat_rooms_activity'],
    ] as const) {
      const inOrder = pages.filter(({ text }) => text.includes(order));
      const found = inOrder.filter(({ text }) => text.replaceAll(/order by .* limit/g, 'limit').includes(condition));
      expect(found).toHaveLength(4);
      const client = await testbed.database.pool.connect();
      await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
      for (const { text } of found) {
        const plan = await client.query<Record<string, string>>(`explain (generic_plan) ${text}`);
        // What is open is few, whoever it is assigned to.
        expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(new RegExp(`${index}|chat_rooms_open`));
      }
      await client.query('rollback');
      client.release();
    }
  });
});
