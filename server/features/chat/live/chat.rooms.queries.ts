import { recordsOf } from '#server/db/records.ts';
import { column, filtered, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { agentStatuses, type AgentStatus } from '#shared/chat/chat.socket.ts';

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

/** False when the name has been taken. */
export const insertRoom = writeStatement({}).exists<
  [id: string, userId: string | null, tokenHash: Buffer | null, visitorEmail: string | null]
>()`
  insert into chat_rooms (id, user_id, token_hash, visitor_email) values ($1, $2, $3, $4)
  on conflict do nothing returning id`;

/** Hands a visitor's room to the account they signed in to, as its newest; from then on its token opens nothing. */
export const assignRoom = writeStatement({}).send<[id: string, userId: string]>()`
  update chat_rooms set user_id = $2, token_hash = null, last_activity = now() where id = $1 and user_id is null`;

export const setVisitorEmail = writeStatement({}).send<[id: string, email: string]>()`
  update chat_rooms set visitor_email = $2 where id = $1`;

const saw = (column: 'user_seen_seq' | 'agent_seen_seq') =>
  writeStatement({}).exists<[id: string, seq: number]>()`
    update chat_rooms set ${column} = $2 where id = $1 and ${column} < $2 returning id`;
/** Records that a side was shown the room up to a number; false when nothing changed. */
export const markSeen = { user: saw('user_seen_seq'), support: saw('agent_seen_seq') };

export const markMailed = writeStatement({}).send<[id: string, seq: number]>()`
  update chat_rooms set mailed_seq = $2 where id = $1`;

/** Puts the agent's name on the room; false when another agent is in it already. */
export const assignAgent = writeStatement({}).exists<[id: string, agentName: string]>()`
  update chat_rooms set agent_name = $2 where id = $1 and agent_name is null returning id`;

/** Notes that the customer is to talk with an agent, until the room is closed. */
export const setWantsAgent = writeStatement({}).send<[id: string]>()`
  update chat_rooms set wants_agent = true where id = $1`;

/** False when there is no such room. */
export const setClosed = writeStatement({}).exists<[id: string]>()`
  update chat_rooms set closed_at = coalesce(closed_at, now()), agent_name = null, wants_agent = false,
    waiting_since = null, agent_seen_seq = last_seq where id = $1 returning id`;
/** False when there is no such room. */
export const setReopened = writeStatement({}).exists<[id: string]>()`
  update chat_rooms set closed_at = null where id = $1 returning id`;

/** Deletes conversations of deleted users, and rooms without any message. */
export const dropRooms = writeStatement({}).send()`
  delete from chat_rooms r where exists (select from users u where u.id = r.user_id and u.status = 'deleted')
    or (r.last_seq = 0 and r.created_at < now() - interval '2 days'
      and not exists (select from presence p where p.role = 'user' and p.subject = r.id and p.until > now()))`;

/** Deletes a user's conversations, those they had as a visitor under their address, and the agent requests left under it. */
export const deleteChatsOf = writeStatement({}).send<[userId: string, email: string]>()`
  with requests as (delete from agent_requests where lower(email) = $2)
  delete from chat_rooms where user_id = $1 or (user_id is null and lower(visitor_email) = $2)`;

/** A user's conversations, message by message. */
export const exportChatPersonalData = recordsOf(`
  select coalesce(json_agg(json_build_object('room', r.id, 'begun', r.created_at, 'messages',
    (select json_agg(json_build_object('at', m.created_at, 'from', m.sender, 'text', m.text, 'order', o.reference,
        'file', f.original_name, 'size', f.size) order by m.seq)
      from chat_messages m left join orders o on o.id = m.order_id left join files f on f.id = m.file_id
      where m.room_id = r.id)) order by r.created_at), '[]') as records
  from chat_rooms r where r.user_id = $1`);

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
