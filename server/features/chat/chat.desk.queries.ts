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

/** Which conversations; the words are those of the index that holds the list in its order. */
const filters = {
  all: 'true',
  open: 'r.closed_at is null',
  closed: 'r.closed_at is not null',
  waiting: 'r.waiting_since is not null',
} as const;

const ordered = 'order by (r.closed_at is not null), r.waiting_since, r.last_activity desc nulls last, r.id';

// Each list of hits comes from a trigram index. What stands in more messages than this stands everywhere.
const hits = `hits as (
  select id from chat_rooms where lower(visitor_email) like $3
  union select r.id from users u join chat_rooms r on r.user_id = u.id
    where lower(coalesce(u.email, '') || ' ' || u.first_name || ' ' || u.last_name) like $3
  union (select room_id from chat_messages where lower(text) like $3 limit 5000)), `;

const facts = `r.id as "roomId", r.user_id as "userId", concat_ws(' ', u.first_name, u.last_name) as "userName",
  coalesce(u.email, r.visitor_email) as "userEmail", u.email is not null as "emailVerified",
  u.kyc_status as "kycStatus", r.last_seq as "lastSeq", r.last_activity as "lastActivity",
  r.closed_at is null as "isActive", r.waiting_since as "waitingSince",
  (select count(*)::int from chat_messages m where m.room_id = r.id and m.sender = 'user'
     and m.seq > r.agent_seen_seq) as unread,
  exists (select from chat_presence p where p.room_id = r.id and p.until > now()) as online`;

// The page is chosen from the index before anything is looked up for its rooms.
const listOf = (filter: keyof typeof filters, isSearched: boolean) => {
  const from = `from chat_rooms r where r.last_seq > 0 and ${filters[filter]}
    ${isSearched ? 'and r.id in (select id from hits)' : ''}`;
  return readStatement<DeskRoomRow>(
    `with ${isSearched ? hits : ''} page as (select r.id ${from} ${ordered} limit $1 offset $2)
     select ${facts}, (select count(*)::int ${from}) as total
     from page join chat_rooms r on r.id = page.id left join users u on u.id = r.user_id ${ordered}`,
  );
};
const listsOf = (isSearched: boolean) => ({
  all: listOf('all', isSearched),
  open: listOf('open', isSearched),
  closed: listOf('closed', isSearched),
  waiting: listOf('waiting', isSearched),
});
const lists = listsOf(false);
const searches = listsOf(true);

export type RoomFilter = {
  status: keyof typeof filters;
  /** A LIKE pattern in lower case; null for all. */
  pattern: string | null;
  limit: number;
  offset: number;
};

/** A page of conversations, those that wait longest first. */
export async function listRooms(
  db: Pick<Db, 'run'>,
  { status, pattern, limit, offset }: RoomFilter,
): Promise<DeskRoomRow[]> {
  if (pattern === null) return db.run(lists[status], [limit, offset]);
  return db.run(searches[status], [limit, offset, pattern]);
}

const oneOf = (filter: keyof typeof filters) =>
  readStatement<DeskRoomRow>(
    `select ${facts}, 1 as total from chat_rooms r left join users u on u.id = r.user_id
     where r.id = $1 and r.last_seq > 0 and ${filters[filter]}`,
  );
const ones = { all: oneOf('all'), open: oneOf('open'), closed: oneOf('closed'), waiting: oneOf('waiting') };

/** One conversation as the list has it; none where nothing was said, or where the list does not hold it. */
export async function listOneRoom(
  db: Pick<Db, 'run'>,
  { status, id }: Pick<RoomFilter, 'status'> & { id: string },
): Promise<DeskRoomRow[]> {
  return db.run(ones[status], [id]);
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

const requestsOf = (filter: string) =>
  readStatement<AgentRequestRow>(
    `select id, email, message, room_id as "roomId", created_at as "createdAt", handled_at as "handledAt",
       (select count(*)::int from agent_requests where ${filter}) as total
     from agent_requests where ${filter}
     order by (handled_at is not null), created_at desc nulls last, id limit $1 offset $2`,
  );
const requests = {
  open: requestsOf('handled_at is null'),
  handled: requestsOf('handled_at is not null'),
  all: requestsOf('true'),
};

export async function listRequests(
  db: Pick<Db, 'run'>,
  { status, limit, offset }: { status: keyof typeof requests; limit: number; offset: number },
): Promise<AgentRequestRow[]> {
  return db.run(requests[status], [limit, offset]);
}

const same = readStatement<{ id: string }>(
  `select id from agent_requests where lower(email) = lower($1) and message = $2 and created_at > now() - interval '10 minutes' limit 1`,
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
