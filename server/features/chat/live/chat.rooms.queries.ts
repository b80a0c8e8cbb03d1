import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column, filtered, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { agentStatuses, type AgentStatus } from '#shared/chat/chat.socket.ts';
import { agentRequests, chatRooms } from '../chat.tables.ts';

const roomRow = {
  id: column.text,
  userId: orNull(column.uuid),
  tokenHash: orNull(column.bytes),
  /** Of the customer, or typed by the visitor. */
  email: orNull(column.text),
  language: orNull(column.text),
  lastSeq: column.integer,
  userSeenSeq: column.integer,
  agentSeenSeq: column.integer,
  mailedSeq: column.integer,
  agentName: orNull(column.text),
  wantsAgent: column.boolean,
  closed: column.boolean,
};
export type RoomRow = RowOf<typeof roomRow>;

const columns = `r.id, r.user_id as "userId", r.token_hash as "tokenHash", coalesce(u.email, r.visitor_email) as email,
  u.language, r.last_seq as "lastSeq", r.user_seen_seq as "userSeenSeq",
  r.agent_seen_seq as "agentSeenSeq", r.mailed_seq as "mailedSeq",
  r.agent_name as "agentName", r.wants_agent as "wantsAgent", r.closed_at is not null as closed`;

export const findRoom = readStatement(roomRow).first<[id: string]>()`
  select ${columns} from chat_rooms r left join users u on u.id = r.user_id where r.id = $1`;

/** The conversation a customer is in: the one in which something happened last. */
export const findNewestRoomOf = readStatement(roomRow).first<[userId: string]>()`
  select ${columns} from chat_rooms r left join users u on u.id = r.user_id where r.user_id = $1
  order by r.last_activity desc, r.id limit 1`;

/** Rooms in which something was written in the last seconds, with the number of the first message of that time. */
export const readRoomsSince = readStatement({ roomId: column.text, seq: column.integer }).rows<[seconds: number]>()`
  select r.id as "roomId", min(m.seq) as seq from chat_rooms r join chat_messages m on m.room_id = r.id
  where r.last_activity > now() - make_interval(secs => $1) and m.created_at > now() - make_interval(secs => $1)
  group by r.id`;

/** The room, locked against other writers until `tx` ends. */
export const lockRoom = writeStatement(roomRow).first<[id: string]>()`
  select ${columns} from chat_rooms r left join users u on u.id = r.user_id where r.id = $1 for update of r`;

const insert = writeStatement({ id: column.text })`
  insert into chat_rooms (id, user_id, token_hash, visitor_email) values ($1, $2, $3, $4)
  on conflict do nothing returning id`;

export type RoomOwner = { userId: string; tokenHash: null } | { userId: null; tokenHash: Buffer };

/** False when the name has been taken. */
export async function insertRoom(
  tx: Tx,
  id: string,
  { userId, tokenHash }: RoomOwner,
  visitorEmail: string | null,
): Promise<boolean> {
  return (await tx.run(insert, [id, userId, tokenHash, visitorEmail])).length === 1;
}

/** Hands a visitor's room to the account they signed in to, as its newest; from then on its token opens nothing. */
export const assignRoom = writeStatement({}).send<[id: string, userId: string]>()`
  update chat_rooms set user_id = $2, token_hash = null, last_activity = now() where id = $1 and user_id is null`;

export async function setVisitorEmail(tx: Tx, id: string, email: string): Promise<void> {
  await tx.update(chatRooms).set({ visitorEmail: email }).where(eq(chatRooms.id, id));
}

const userSaw = writeStatement({})`
  update chat_rooms set user_seen_seq = $2 where id = $1 and user_seen_seq < $2 returning id`;
const agentSaw = writeStatement({})`
  update chat_rooms set agent_seen_seq = $2 where id = $1 and agent_seen_seq < $2 returning id`;

/** Records that this side was shown the room up to `seq`; false when nothing changed. */
export async function markSeen(tx: Tx, id: string, by: 'user' | 'support', seq: number): Promise<boolean> {
  return (await tx.run(by === 'user' ? userSaw : agentSaw, [id, seq])).length === 1;
}

export async function markMailed(tx: Tx, id: string, seq: number): Promise<void> {
  await tx.update(chatRooms).set({ mailedSeq: seq }).where(eq(chatRooms.id, id));
}

/** Puts the agent's name on the room; false when another agent is in it already. */
export const assignAgent = writeStatement({}).exists<[id: string, agentName: string]>()`
  update chat_rooms set agent_name = $2 where id = $1 and agent_name is null returning id`;

/** Notes that the customer is to talk with an agent, until the room is closed. */
export const setWantsAgent = writeStatement({}).send<[id: string]>()`
  update chat_rooms set wants_agent = true where id = $1`;

const close = writeStatement({ id: column.text })`
  update chat_rooms set closed_at = coalesce(closed_at, now()), agent_name = null, wants_agent = false,
    waiting_since = null, agent_seen_seq = last_seq where id = $1 returning id`;
const reopen = writeStatement({ id: column.text })`update chat_rooms set closed_at = null where id = $1 returning id`;

/** False when there is no such room. */
export async function setClosed(tx: Tx, id: string, closed: boolean): Promise<boolean> {
  return (await tx.run(closed ? close : reopen, [id])).length === 1;
}

const dropDeleted = writeStatement({ id: column.text })`
  delete from chat_rooms r using users u where u.id = r.user_id and u.status = 'deleted' returning r.id`;
const dropEmpty = writeStatement({ id: column.text })`
  delete from chat_rooms r where r.last_seq = 0 and r.created_at < now() - interval '2 days'
    and not exists (select from presence p where p.role = 'user' and p.subject = r.id and p.until > now()) returning r.id`;

/** Deletes conversations of deleted users, and rooms without any message. */
export async function dropRooms(tx: Tx): Promise<void> {
  await tx.run(dropDeleted);
  await tx.run(dropEmpty);
}

/** Deletes a user's conversations, those they had as a visitor under their address, and the agent requests left under it. */
export async function deleteChatsOf(tx: Tx, userId: string, email: string): Promise<void> {
  const asVisitor = and(isNull(chatRooms.userId), eq(sql`lower(${chatRooms.visitorEmail})`, email));
  await tx.delete(chatRooms).where(or(eq(chatRooms.userId, userId), asVisitor));
  await tx.delete(agentRequests).where(eq(sql`lower(${agentRequests.email})`, email));
}

const records = readStatement({ records: column.json })`
  select coalesce(json_agg(json_build_object('room', r.id, 'begun', r.created_at, 'messages',
    (select json_agg(json_build_object('at', m.created_at, 'from', m.sender, 'text', m.text, 'order', o.reference,
        'file', f.original_name, 'size', f.size) order by m.seq)
      from chat_messages m left join orders o on o.id = m.order_id left join files f on f.id = m.file_id
      where m.room_id = r.id)) order by r.created_at), '[]') as records
  from chat_rooms r where r.user_id = $1`;

/** A user's conversations, message by message. */
export async function selectChatsForExport(db: Db, userId: string): Promise<unknown> {
  return (await db.run(records, [userId]))[0]?.records;
}

/** The status customers see: online when any agent is, else busy when any is. */
export const readAgentStatus = readStatement({ status: column.oneOf(agentStatuses) }).only()`
  select coalesce(max(status) filter (where status = 'online'), max(status) filter (where status = 'busy'), 'offline')
    as status
  from presence where role = 'support' and until > now()`;

/** The status this agent set in another tab. */
export const readStatusOf = readStatement({ status: filtered(column.oneOf(agentStatuses)) }).value<[userId: string]>()`
  select status from presence where role = 'support' and user_id = $1 and until > now() order by until desc limit 1`;

/** Sets the status in all tabs of an agent. */
export const setStatusOf = writeStatement({}).send<[userId: string, status: AgentStatus]>()`
  update presence set status = $2 where role = 'support' and user_id = $1`;

/** Whether the customer of a room has it open, in any process. */
export const isCustomerThere = readStatement({ there: column.boolean }).only<[roomId: string]>()`
  select exists (select from presence where role = 'user' and subject = $1 and until > now()) as there`;
