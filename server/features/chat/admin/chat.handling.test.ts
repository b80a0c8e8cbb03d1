import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { aColleague, theOwner } from '#tests/factories/approvals.ts';
import { sendChatFile } from '#tests/factories/chat-files.ts';
import { aPdf } from '#tests/factories/files.ts';
import type { TestMember } from '#tests/factories/members.ts';
import { outcome } from '#tests/setup/calls.ts';
import { anAgentOn, join, next, openChat, sendText } from '#tests/setup/chat.ts';
import { readsDuring } from '#tests/setup/reads.ts';
import { waitForMessage } from '#tests/setup/sockets.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { eraseChatPersonalData } from '../chat.personal-data.service.ts';

const testbed = openTestbed();
const otherProcess = fixture(() => testbed.another());
const { here, there, aCustomer } = openChat(testbed, otherProcess);
const nora = fixture(() => aColleague(testbed, 'support'));
const tomas = fixture(() => aColleague(testbed, 'reviewer'));

/** A customer in the chat, who has written once. */
async function aConversation(text = 'Where is my payout?') {
  const customer = await aCustomer();
  await sendText(customer.client, customer.room, text);
  return customer;
}
const rooms = (path: string, { token }: { token: string } = nora) =>
  testbed.app.call('GET', `/api/admin/chat-rooms${path}`, { token });
const assigneeOf = async (room: string) => {
  const [listedRoom] = (await rooms(`?room=${room}`)).body as unknown as { assignee: { id: string } | null }[];
  return listedRoom?.assignee;
};
const assign = (room: string, userId: string | null, note?: string, { token }: { token: string } = nora) =>
  testbed.app.call('PUT', `/api/admin/chat-rooms/${room}/assignee`, { token, json: { userId, note } });
const named = ({ id }: TestMember, role: string) => ({ id, name: `Mo ${role}` });
/** Fields that no customer may read: the member who answers. */
const ofTheTeam = /room_assigned|marzipan|Mo (support|reviewer)|"by":[{n]/;

describe('a conversation', () => {
  test('is handed over with a note that members read at once and the customer never', async () => {
    const { client, room, token } = await aConversation();
    const screens = [await here.aClient({ token: nora.token }), await there.aClient({ token: tomas.token })] as const;
    const expectReceived = (assignee: object | null) =>
      Promise.all(screens.map((tab) => waitForMessage(tab, { type: 'room_assigned', roomId: room, assignee })));

    const assignAnswer = await assign(room, nora.id);
    expect(assignAnswer).toMatchObject({ status: 200, body: { roomId: room, assignee: named(nora, 'support') } });
    await expectReceived(named(nora, 'support'));
    const note = 'Asks for a refund in marzipan.';
    expect((await assign(room, tomas.id, note)).body).toMatchObject({ assignee: named(tomas, 'reviewer') });
    await expectReceived(named(tomas, 'reviewer'));
    const notes = (await rooms(`/${room}/notes`, tomas)).body;
    expect(notes).toMatchObject([{ text: note, author: named(nora, 'support'), versions: [] }]);
    expect((await assign(room, null, undefined, tomas)).body).toMatchObject({ assignee: null });
    await expectReceived(null);

    await sendText(await anAgentOn(screens[1], tomas.token, room), room, 'On its way.');
    const messages: unknown[] = [];
    do messages.push(await client.next());
    while (!JSON.stringify(messages.at(-1)).includes('On its way.'));
    const status = await join(client, { roomId: room });
    const personalData = await testbed.app.call('GET', '/api/profile/data', { token });
    expect(JSON.stringify([messages, status, personalData.body])).not.toMatch(ofTheTeam);

    const auditRows = await testbed.rows(
      `select action, details, details->>'from' as from, details->>'to' as to from audit_log where subject_id = $1
       order by id`,
      [room],
    );
    const moves = auditRows.filter(({ action }) => action === 'chat.room_assigned');
    expect(moves.map(({ from }) => from)).toEqual([null, nora.id, tomas.id]);
    expect(moves.map(({ to }) => to)).toEqual([nora.id, tomas.id, null]);
    expect(auditRows.map(({ action }) => action)).toContain('note.written');
    expect(JSON.stringify(auditRows)).not.toContain('marzipan');
  });

  test('is assigned only to members who may answer chats, and only by them', async () => {
    const { room, ...customer } = await aConversation();
    const payer = await aColleague(testbed, 'payer');
    for (const [id, reason] of [
      [payer.id, 'assignee_no_chat'],
      [randomUUID(), 'member_not_found'],
    ] as const) {
      const answer = await assign(room, id);
      expect(await outcome(answer)).toBe(`400 invalid_input ${reason}`);
      expect(answer.body.fields).toHaveProperty('userId');
    }
    expect((await assign('nowhere', nora.id)).status).toBe(404);
    expect((await rooms('/nowhere/notes')).status).toBe(404);
    for (const stranger of [payer, customer]) {
      expect((await assign(room, nora.id, undefined, stranger)).status).toBe(403);
      expect((await rooms(`/${room}/notes`, stranger)).status).toBe(403);
    }
    expect(await assigneeOf(room)).toBeNull();
  });

  test('is unassigned when its agent leaves the team or may no longer answer chats', async () => {
    const anAssignedRoom = async () => {
      const { id } = await aColleague(testbed, 'support');
      const { room } = await aConversation();
      await assign(room, id);
      return { id, room };
    };
    const deletedCase = await anAssignedRoom();
    const loweredCase = await anAssignedRoom();
    const promotedCase = await anAssignedRoom();
    const screen = await there.aClient({ token: nora.token });
    const expectGivenUp = (roomId: string) => waitForMessage(screen, { type: 'room_assigned', roomId, assignee: null });
    const owner = await theOwner(testbed);
    const give = ({ id }: { id: string }, role: string) =>
      testbed.app.call('PUT', `/api/admin/team/${id}`, { ...owner, json: { role } });
    await testbed.app.call('DELETE', `/api/admin/team/${deletedCase.id}`, owner);
    await expectGivenUp(deletedCase.room);
    await give(promotedCase, 'reviewer');
    await give(loweredCase, 'payer');
    await expectGivenUp(loweredCase.room);
    expect(await assigneeOf(deletedCase.room)).toBeNull();
    expect(await assigneeOf(promotedCase.room)).toMatchObject({ id: promotedCase.id });
  });

  test('shows the team who wrote each line, and the customer only that the team did', async () => {
    const { client, room, token } = await aConversation();
    const watching = await anAgentOn(await there.aClient(), tomas.token, room);
    const answering = await anAgentOn(await here.aClient(), nora.token, room);
    await sendText(answering, room, 'I am looking.', { by: { id: tomas.id, name: 'Mallory' } });
    const shownMessage = { text: 'I am looking.', senderName: 'Admin Agent' };
    const message = { ...shownMessage, by: named(nora, 'support') };
    expect(await next(watching, 'new_message')).toMatchObject({ message });
    const newMessage = await next(client, 'new_message');
    expect(newMessage).toMatchObject({ message: shownMessage });
    expect(newMessage.message).not.toHaveProperty('by');
    const file = { bytes: aPdf, name: 'receipt.pdf' };
    const send = async (path: string, by: string, clientMessageId: string) =>
      (await sendChatFile(testbed.app, path, by, { file, clientMessageId, roomId: room })).body;
    const ofTeam = await send(`/api/admin/chat-rooms/${room}/files`, tomas.token, 'a');
    expect(ofTeam).toMatchObject({ by: named(tomas, 'reviewer') });
    expect(await send('/api/chat/files', token, 'b')).not.toHaveProperty('by');

    const { body } = await rooms(`/${room}/messages`);
    const lines = (body as unknown as { sender: string; by: unknown }[]).filter(({ sender }) => sender !== 'bot');
    expect(lines.map(({ by }) => by)).toEqual([null, named(nora, 'support'), named(tomas, 'reviewer'), null]);
    expect((await rooms(`?room=${room}`)).body).toMatchObject([{ messages: [{ by: null }] }]);
    const joinAnswer = await join(client, { roomId: room });
    client.send({ type: 'read_earlier', roomId: room, before: 4 });
    const earlier = await next(client, 'earlier_messages');
    const { body: personalData } = await testbed.app.call('GET', '/api/profile/data', { token });
    expect(JSON.stringify([joinAnswer, earlier, personalData])).toContain('I am looking.');
    expect(JSON.stringify([joinAnswer, earlier, personalData])).not.toMatch(ofTheTeam);
  });

  test('is deleted with its notes when its customer is erased', async () => {
    const { room, id, email } = await aConversation();
    await assign(room, nora.id, 'Prefers the telephone.');
    await testbed.app.deps.inTx((tx) => eraseChatPersonalData(tx, { id, email }));
    expect(await testbed.rows('select 1 from notes where room_id = $1', [room])).toEqual([]);
    expect(await testbed.rows('select 1 from chat_rooms where id = $1', [room])).toEqual([]);
  });
});

describe('the list of conversations', () => {
  test('is filtered by a member or by unassigned, together with search and status, and counted', async () => {
    const word = `word${randomUUID().slice(0, 8)}`;
    const about = async () => (await aConversation(`About ${word}`)).room;
    const herRoom = await about();
    const hisRoom = await about();
    const nobodys = await about();
    await assign(herRoom, nora.id);
    await assign(hisRoom, tomas.id);
    const listRooms = async (query: string, by: TestMember = nora) => {
      const { body, headers } = await rooms(`?q=${word}&${query}`, by);
      const ids = (body as unknown as { roomId: string }[]).map(({ roomId }) => roomId);
      return [...ids, Number(headers.get('x-total-count'))];
    };
    expect(await listRooms('assignee=me')).toEqual([herRoom, 1]);
    expect(await listRooms('assignee=me', tomas)).toEqual([hisRoom, 1]);
    expect(await listRooms(`assignee=${tomas.id}`)).toEqual([hisRoom, 1]);
    expect(await listRooms('assignee=none')).toEqual([nobodys, 1]);
    expect((await listRooms('status=waiting')).at(-1)).toBe(3);
    expect(await listRooms('assignee=me&status=closed')).toEqual([0]);
    const all = await rooms('?assignee=none&pageSize=100');
    const assignees = (all.body as unknown as { assignee: unknown }[]).map(({ assignee }) => assignee);
    expect([assignees.length > 0, ...new Set(assignees)]).toEqual([true, null]);
    expect((await rooms('?assignee=nobody')).status).toBe(400);
  });

  test.each([
    [`assignee=me`, 'chat_rooms_by_assignee'],
    ['assignee=none', 'chat_rooms_unassigned'],
    ['sort=newest', 'chat_rooms_activity'],
    ['sort=oldest', 'chat_rooms_activity'],
  ])('reads an index for %s, with any status', async (query, index) => {
    const client = await testbed.database.pool.connect();
    await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
    for (const status of ['all', 'open', 'closed', 'waiting']) {
      const reads = await readsDuring(testbed.app, () => rooms(`?${query}&status=${status}`));
      const page = reads.filter((text) => text.includes('"page"'));
      expect(page).toHaveLength(1);
      const plan = await client.query<Record<string, string>>(`explain (generic_plan) ${page[0]}`);
      // Open conversations are few, with any assignee.
      expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(new RegExp(`${index}|chat_rooms_open`));
    }
    await client.query('rollback');
    client.release();
  });
});
