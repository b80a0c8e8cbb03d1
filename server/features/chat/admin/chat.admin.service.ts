import type { z } from 'zod';
import type { Db, Tx } from '#server/db/connection.ts';
import { containsPattern, userPatterns } from '#server/db/like.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { addNote } from '#server/features/notes/notes.service.ts';
import { assertAssignee } from '#server/features/team/team.service.ts';
import { lockUser } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type * as contract from '#shared/chat/chat.contract.ts';
import type { ChatRoomView } from '#shared/chat/chat.contract.ts';
import type { assignRoom as assignContract } from '#shared/chat/chat.handling.contract.ts';
import type { TeamMessage } from '#shared/chat/chat.socket.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { handlingFilterOf } from '#shared/users/users.handling.ts';
import { storeRequest } from '../bot/chat.bot.service.ts';
import { scheduleAnswerMail } from '../chat.mail.service.ts';
import { endOfRoom, readNewest, readNewestNotFromBot } from '../chat.messages.queries.ts';
import type { ChatDeps } from '../chat.ports.ts';
import { presentRequest, presentRoom, presentTeamMessage } from '../chat.present.ts';
import { customerRoom, isOwner } from '../chat.rooms.service.ts';
import { findRoom, lockRoom, setClosed, setReopened, setVisitorEmail } from '../live/chat.rooms.queries.ts';
import * as queries from './chat.admin.queries.ts';
import { listRequests, setAnswered, setHandled, setOpen } from './chat.requests.queries.ts';
import { searchRooms } from './chat.search.queries.ts';

export { openRequestCondition } from './chat.requests.queries.ts';

/** The member who answers in a room; null for none, undefined where there is no such room. */
export const assigneeOf = ({ db }: Pick<Platform, 'db'>, roomId: Id<'room'>) => queries.findAssignee(db, roomId);

type Page<Row> = { rows: Row[]; total: number };

/** Stores a visitor's request for an agent, mails it to support, and has later answers in the room mailed to them. */
export async function requestAgent(
  deps: ChatDeps,
  actor: Actor | null,
  { email, message, roomId, roomToken }: z.output<typeof contract.requestAgent.body>,
): Promise<{ id: Id<'agentRequest'>; message: string }> {
  const room = roomId === undefined ? undefined : await findRoom(deps.db, { id: roomId });
  const ownRoom = room && isOwner(room, { actor, roomToken }) ? room : undefined;
  const id = await deps.inTx(async (tx) => {
    // Rows are locked in the order that a message of the room uses, so that two calls never wait for each other.
    if (ownRoom) await lockRoom(tx, { id: ownRoom.id });
    const request = await storeRequest(tx, deps, { email, message, roomId: ownRoom?.id ?? null });
    if (request.isNew && ownRoom?.userId === null) {
      await setVisitorEmail(tx, { id: ownRoom.id, email });
      await scheduleAnswerMail(tx, deps, { ...ownRoom, email });
    }
    return request.id;
  });
  return { id, message: 'Your request has been received.' };
}

/** Returns a page of conversations in the requested order. */
export async function listRooms(
  { db }: Pick<Platform, 'db'>,
  { userId, masks }: Actor,
  { q, room, status, assignee, sort, page, pageSize }: z.output<typeof contract.adminListChatRooms.query>,
): Promise<Page<contract.ChatRoomView>> {
  const filter = { status, ...handlingFilterOf({ assignee }, userId) };
  const pageRange = { ...filter, sort, limit: pageSize, offset: (page - 1) * pageSize };
  if (room !== undefined) return presentRooms(db, await queries.listOneRoom(db, { ...filter, id: room }));
  if (!q) return presentRooms(db, await queries.listRooms(db, pageRange));
  const { ids, total } = await searchRooms(db, {
    ...pageRange,
    pattern: containsPattern(q),
    patterns: userPatterns(q, { masks }),
  });
  return presentRooms(db, await queries.listNamedRooms(db, { ids }), total);
}

/** Returns one conversation in the form of the list, even before its first message. Refuses with not_found. */
export async function roomForTeam({ db }: Pick<Platform, 'db'>, roomId: Id<'room'>): Promise<contract.ChatRoomView> {
  const anyFilter = { status: 'all', assigneeId: null, isUnassigned: false } as const;
  const { rows } = await presentRooms(db, await queries.listOneRoom(db, { ...anyFilter, id: roomId }));
  if (!rows[0]) throw new NotFound('room_not_found');
  return rows[0];
}

async function presentRooms(
  db: Db,
  roomRows: readonly queries.AdminRoomRow[],
  total = roomRows[0]?.total ?? 0,
): Promise<Page<contract.ChatRoomView>> {
  const rows = await Promise.all(
    roomRows.map(async (row) => presentRoom(row, await readNewestNotFromBot(db, { roomId: row.roomId }))),
  );
  return { rows, total };
}

/**
 * The conversation with a customer, begun by the admin where there is none yet. Refuses with not_found for anybody but
 * a customer.
 */
export async function beginChat({ inTx }: ChatDeps, actor: Actor, userId: Id<'user'>): Promise<{ roomId: Id<'room'> }> {
  return inTx(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user?.role !== 'customer' || user.status === 'deleted') throw new NotFound('user_not_found');
    const { id: roomId } = await customerRoom(tx, userId);
    await recordAudit(tx, actor, 'chat.room_begun', { type: 'chat_room', id: roomId }, { userId });
    return { roomId };
  });
}

/** Returns the newest messages of a room, or those before a number. Refuses with not_found without the room. */
export async function messages(
  { db }: Pick<Platform, 'db'>,
  roomId: Id<'room'>,
  { before = endOfRoom, limit }: z.output<typeof contract.adminChatMessages.query>,
): Promise<TeamMessage[]> {
  if (!(await findRoom(db, { id: roomId }))) throw new NotFound('room_not_found');
  return (await readNewest(db, { roomId, before, limit })).map(presentTeamMessage);
}

/** Closes a conversation or opens it again. Refuses with not_found. */
export async function closeRoom(
  { inTx }: ChatDeps,
  actor: Actor,
  roomId: Id<'room'>,
  isClosed: boolean,
): Promise<void> {
  await inTx(async (tx) => {
    if (!(await (isClosed ? setClosed : setReopened)(tx, { id: roomId }))) throw new NotFound('room_not_found');
    if (isClosed) {
      await setAnswered(tx, { roomId });
      await publish(tx, { kind: 'chat_closed', roomId });
    }
    await recordAudit(tx, actor, isClosed ? 'chat.room_closed' : 'chat.room_reopened', {
      type: 'chat_room',
      id: roomId,
    });
  });
}

/** Returns one page of the requests for an agent, and the number of all that match. */
export async function requests(
  { db }: Pick<Platform, 'db'>,
  { status, q, sort, page, pageSize }: z.output<typeof contract.adminListAgentRequests.query>,
): Promise<Page<contract.AgentRequestView>> {
  const pattern = q?.trim() ? containsPattern(q.trim()) : null;
  const requestRows = await listRequests[status][sort](db, { pattern, limit: pageSize, offset: (page - 1) * pageSize });
  return { rows: requestRows.map(presentRequest), total: requestRows[0]?.total ?? 0 };
}

/** Marks a request as handled, or as open again. Refuses with not_found. */
export async function handleRequest(
  { inTx }: ChatDeps,
  actor: Actor,
  id: Id<'agentRequest'>,
  isHandled: boolean,
): Promise<void> {
  await inTx(async (tx) => {
    if (!(await (isHandled ? setHandled : setOpen)(tx, { id }))) throw new NotFound('request_not_found');
    const action = isHandled ? 'chat.request_handled' : 'chat.request_reopened';
    await recordAudit(tx, actor, action, { type: 'agent_request', id });
  });
}

/**
 * Assigns a conversation, or unassigns it. Refuses with not_found, and invalid_input for a member who may not answer
 * chats.
 */
export async function assignRoom(
  deps: ChatDeps,
  actor: Actor,
  roomId: Id<'room'>,
  { userId: assigneeId, note }: z.output<typeof assignContract.body>,
): Promise<ChatRoomView> {
  await deps.inTx(async (tx) => {
    // Locks the member first, in the order of the end of a membership.
    await assertAssignee(tx, assigneeId, 'chat.answer');
    const handlingBefore = await queries.lockHandling(tx, { id: roomId });
    if (!handlingBefore) throw new NotFound('room_not_found');
    if (note) await addNote(tx, actor, { kind: 'room', id: roomId }, { text: note });
    if (handlingBefore.assigneeId === assigneeId) return;
    await queries.setAssignee(tx, { id: roomId, assigneeId });
    const details = { from: handlingBefore.assigneeId, to: assigneeId };
    await recordAudit(tx, actor, 'chat.room_assigned', { type: 'chat_room', id: roomId }, details);
    await publish(tx, { kind: 'chat_assigned', roomId });
  });
  return roomForTeam(deps, roomId);
}

/** Unassigns the conversations of a member who may no longer answer chats. */
export async function releaseRoomsOf(tx: Tx, memberId: Id<'user'>): Promise<void> {
  for (const { id: roomId } of await queries.releaseRooms(tx, { memberId }))
    await publish(tx, { kind: 'chat_assigned', roomId });
}
