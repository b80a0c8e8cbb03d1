import type { Db, Tx } from '#server/db/connection.ts';
import { readStatement, writeStatement } from '#server/db/hot.ts';

export type DeskRoomRow = {
  roomId: string;
  userId: string | null;
  userName: string | null;
  userEmail: string | null;
  emailVerified: boolean;
  kycStatus: 'none' | 'pending' | 'approved' | 'rejected' | null;
  lastSeq: number;
  lastActivity: Date;
  isActive: boolean;
  unread: number;
  waitingSince: Date | null;
  online: boolean;
  total: number;
};

// The lists of matching rooms come from the two trigram indexes; the rest is one row a room.
const list = readStatement<DeskRoomRow>(
  `with hits as (
     select id from chat_rooms where $1::text is not null and lower(visitor_email) like $1
     union select r.id from users u join chat_rooms r on r.user_id = u.id
       where lower(coalesce(u.email, '') || ' ' || u.first_name || ' ' || u.last_name) like $1
     union select room_id from chat_messages where lower(text) like $1)
   select r.id as "roomId", r.user_id as "userId", concat_ws(' ', u.first_name, u.last_name) as "userName",
     coalesce(u.email, r.visitor_email) as "userEmail", u.email is not null as "emailVerified",
     u.kyc_status as "kycStatus", r.last_seq as "lastSeq", r.last_activity as "lastActivity",
     r.closed_at is null as "isActive", r.waiting_since as "waitingSince",
     (select count(*)::int from chat_messages m where m.room_id = r.id and m.sender = 'user'
        and m.seq > r.agent_seen_seq) as unread,
     exists (select from chat_presence p where p.room_id = r.id and p.until > now()) as online,
     count(*) over ()::int as total
   from chat_rooms r left join users u on u.id = r.user_id
   where r.last_seq > 0 and ($1::text is null or r.id in (select id from hits))
     and ($2::boolean is null or (r.closed_at is null) = $2) and (r.waiting_since is not null or not $5::boolean)
     and ($6::text is null or r.id = $6)
   order by r.closed_at is not null, r.waiting_since nulls last, r.last_activity desc, r.id
   limit $3 offset $4`,
);

export type RoomFilter = {
  /** A LIKE pattern in lower case. */
  pattern: string | null;
  /** Null for all. */
  open: boolean | null;
  /** Only those that wait for an answer. */
  waiting: boolean;
  /** One room alone; null for all. */
  id: string | null;
  limit: number;
  offset: number;
};

/** A page of conversations. */
export async function listRooms(
  db: Pick<Db, 'run'>,
  { pattern, open, waiting, id, limit, offset }: RoomFilter,
): Promise<DeskRoomRow[]> {
  return db.run(list, [pattern, open, limit, offset, waiting, id]);
}

export type AgentRequestRow = {
  id: string;
  email: string;
  message: string;
  roomId: string | null;
  createdAt: Date;
  handledAt: Date | null;
  total: number;
};

const requests = readStatement<AgentRequestRow>(
  `select id, email, message, room_id as "roomId", created_at as "createdAt", handled_at as "handledAt",
     count(*) over ()::int as total
   from agent_requests where $1::boolean is null or (handled_at is null) = $1
   order by handled_at is not null, created_at desc, id limit $2 offset $3`,
);

export async function listRequests(
  db: Pick<Db, 'run'>,
  { open, limit, offset }: { open: boolean | null; limit: number; offset: number },
): Promise<AgentRequestRow[]> {
  return db.run(requests, [open, limit, offset]);
}

const same = readStatement<{ id: string }>(
  `select id from agent_requests where email = $1 and message = $2 and created_at > now() - interval '10 minutes' limit 1`,
);
const locked = writeStatement<object>('select pg_advisory_xact_lock(hashtextextended($1, 0))');
const insert = writeStatement<{ id: string }>(
  'insert into agent_requests (email, message, room_id) values ($1, $2, $3) returning id',
);

/** Keeps a request; one that was sent twice within ten minutes is kept once. */
export async function insertRequest(
  tx: Tx,
  { email, message, roomId }: { email: string; message: string; roomId: string | null },
): Promise<{ id: string; isNew: boolean }> {
  await tx.run(locked, [`agent-request ${email}`]);
  const [known] = await tx.run(same, [email, message]);
  if (known) return { id: known.id, isNew: false };
  const [row] = await tx.run(insert, [email, message, roomId]);
  if (!row) throw new Error('The request was not written.');
  return { id: row.id, isNew: true };
}

const handle = writeStatement<{ id: string }>(
  `update agent_requests set handled_at = case when $2 then coalesce(handled_at, now()) end where id = $1 returning id`,
);

/** False when there is no such request. */
export async function setHandled(tx: Tx, id: string, handled: boolean): Promise<boolean> {
  return (await tx.run(handle, [id, handled])).length === 1;
}
