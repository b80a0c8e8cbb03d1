import type { Db, Tx } from '#server/db/connection.ts';
import { allOrNull, column, orNull, type RowOf, type RowShape } from '#server/db/rows.ts';
import { lockName, readStatement, writeStatement } from '#server/db/statements.ts';
import type { WaitingSort } from '#shared/kernel/paging.ts';
import { kycStates } from '#shared/users/users.contract.ts';

const adminRoomRow = {
  roomId: column.text,
  userId: orNull(column.uuid),
  userName: orNull(column.text),
  userEmail: orNull(column.text),
  emailVerified: column.boolean,
  kycStatus: orNull(column.oneOf(kycStates)),
  lastSeq: column.integer,
  lastActivity: column.moment,
  isActive: column.boolean,
  unread: column.integer,
  waitingSince: orNull(column.moment),
  wantsAgent: column.boolean,
  online: column.boolean,
  ...allOrNull({ assigneeId: column.uuid, assigneeName: column.text }),
  total: column.integer,
};
export type AdminRoomRow = RowOf<typeof adminRoomRow>;

/** Counting stops here. */
const maxCounted = 10_000;

/** Which conversations; the conditions are those of the index that has the list in its order. */
const statuses = {
  all: 'true',
  open: 'r.closed_at is null',
  closed: 'r.closed_at is not null',
  waiting: 'r.waiting_since is not null',
} as const;

/** Those of one status and one member, of no member, or of any. */
export type RoomFilter = { status: keyof typeof statuses; assigneeId: string | null; isUnassigned: boolean };
/** The same in one of the orders. */
export type RoomList = RoomFilter & { sort: WaitingSort };

/** The orders of the list; each is that of an index. */
const orders = {
  waiting: 'order by (r.closed_at is not null), r.waiting_since, r.last_activity desc nulls last, r.id',
  newest: 'order by r.last_activity desc, r.id desc',
  oldest: 'order by r.last_activity, r.id',
};

const columns = `r.id as "roomId", r.user_id as "userId", concat_ws(' ', u.first_name, u.last_name) as "userName",
  coalesce(u.email, r.visitor_email) as "userEmail", u.email is not null as "emailVerified",
  u.kyc_status as "kycStatus", r.assignee_id as "assigneeId",
  a.first_name || ' ' || a.last_name as "assigneeName", r.last_seq as "lastSeq", r.last_activity as "lastActivity",
  r.closed_at is null as "isActive", r.waiting_since as "waitingSince",
  r.wants_agent as "wantsAgent",
  (select count(*)::int from chat_messages m where m.room_id = r.id and m.sender = 'user'
     and m.seq > r.agent_seen_seq) as unread,
  exists (select from presence p where p.role = 'user' and p.subject = r.id and p.until > now()) as online`;

const named = 'left join users u on u.id = r.user_id left join users a on a.id = r.assignee_id';

type Conditions = { also?: string; /** The parameter that holds the member. */ member: `$${number}` };

/** One statement for each kind of list. */
export function forEachFilter<Shape extends RowShape>(
  columns: Shape,
  textOf: (filter: string) => string,
  { also = 'r.last_seq > 0', member }: Conditions,
) {
  const ofWhom = (whose: string) => {
    const list = (status: RoomFilter['status']) =>
      readStatement(columns, textOf(`${also} and ${statuses[status]} and ${whose}`));
    return { all: list('all'), open: list('open'), closed: list('closed'), waiting: list('waiting') };
  };
  return {
    any: ofWhom('true'),
    unassigned: ofWhom('r.assignee_id is null'),
    assigned: ofWhom(`r.assignee_id = ${member}`),
  };
}

export function forEachOrder<Shape extends RowShape>(
  columns: Shape,
  textOf: (filter: string, order: string) => string,
  conditions: Conditions,
) {
  const inOrder = (order: string) => forEachFilter(columns, (filter) => textOf(filter, order), conditions);
  return { waiting: inOrder(orders.waiting), newest: inOrder(orders.newest), oldest: inOrder(orders.oldest) };
}

/** Runs the statement of a filter; the member comes after the other parameters. */
export async function runFiltered<Shape extends RowShape>(
  db: Pick<Db, 'run'>,
  statements: ReturnType<typeof forEachFilter<Shape>>,
  { status, assigneeId, isUnassigned }: RoomFilter,
  params: readonly unknown[],
): Promise<RowOf<Shape>[]> {
  if (assigneeId !== null) return db.run(statements.assigned[status], [...params, assigneeId]);
  return db.run((isUnassigned ? statements.unassigned : statements.any)[status], params);
}

// The page is chosen from the index before anything is looked up for its rooms.
const lists = forEachOrder(
  adminRoomRow,
  (filter, order) => `with page as (select r.id from chat_rooms r where ${filter} ${order} limit $1 offset $2)
     select ${columns}, (select count(*)::int from (select from chat_rooms r where ${filter} limit ${maxCounted}) n) as total
     from page join chat_rooms r on r.id = page.id ${named} ${order}`,
  { member: '$3' },
);

/** A page of conversations in the order asked for. */
export async function listRooms(
  db: Pick<Db, 'run'>,
  { limit, offset, sort, ...filter }: RoomList & { limit: number; offset: number },
): Promise<AdminRoomRow[]> {
  return runFiltered(db, lists[sort], filter, [limit, offset]);
}

/** The conversations of these names, in their order. */
export const listNamedRooms = readStatement(adminRoomRow).rows<[ids: readonly string[]]>()`
  select ${columns}, cardinality($1::text[]) as total from chat_rooms r ${named} where r.id = any($1)
  order by array_position($1, r.id)`;

const oneRoom = forEachFilter(
  adminRoomRow,
  (filter) => `select ${columns}, 1 as total from chat_rooms r ${named} where r.id = $1 and ${filter}`,
  { also: 'true', member: '$2' },
);

/** One conversation as the list has it, also before its first message; none where the filter leaves it out. */
export async function listOneRoom(
  db: Pick<Db, 'run'>,
  { id, ...filter }: RoomFilter & { id: string },
): Promise<AdminRoomRow[]> {
  return runFiltered(db, oneRoom, filter, [id]);
}

const agentRequestRow = {
  id: column.uuid,
  email: column.text,
  message: column.text,
  roomId: orNull(column.text),
  createdAt: column.moment,
  handledAt: orNull(column.moment),
  total: column.integer,
};
export type AgentRequestRow = RowOf<typeof agentRequestRow>;

/** $3 a LIKE pattern in lower case; null lists all. */
const fitsRequest = "($3::text is null or lower(concat_ws(' ', email, message)) like $3)";
const requestsOf = (status: string, order: 'asc' | 'desc') =>
  readStatement(agentRequestRow).rows<[limit: number, offset: number, pattern: string | null]>()`
    select id, email, message, room_id as "roomId", created_at as "createdAt", handled_at as "handledAt",
      (select count(*)::int from (select from agent_requests where ${status} and ${fitsRequest} limit ${maxCounted}) n) as total
    from agent_requests where ${status} and ${fitsRequest}
    order by (handled_at is not null), created_at ${order} nulls last, id limit $1 offset $2`;
/** Requests that are open: first the expression of the index. Words that stand in a conversation are read and answered there. */
export const openRequest = `(handled_at is not null) is false and not exists (select from chat_messages m
  where m.room_id = agent_requests.room_id and m.text = agent_requests.message)`;
const sorted = (status: string) => ({ newest: requestsOf(status, 'desc'), oldest: requestsOf(status, 'asc') });
/** A page of requests for an agent, open ones first, each with the number of all that fit. */
export const listRequests = {
  open: sorted(openRequest),
  handled: sorted('handled_at is not null'),
  all: sorted('true'),
};

const same = readStatement({ id: column.uuid }).value<[email: string, message: string]>()`
  select id from agent_requests where lower(email) = lower($1) and message = $2 and created_at > now() - interval '10 minutes' limit 1`;
const insert = writeStatement({ id: column.uuid }).only<[email: string, message: string, roomId: string | null]>()`
  insert into agent_requests (email, message, room_id) values ($1, $2, $3) returning id`;

/** Stores a request; one that was sent twice within ten minutes is stored once. */
export async function insertRequest(
  tx: Tx,
  { email, message, roomId }: { email: string; message: string; roomId: string | null },
): Promise<{ id: string; isNew: boolean }> {
  await lockName(tx, `agent-request ${email}`);
  const known = await same(tx, email, message);
  return known ? { id: known, isNew: false } : { id: await insert(tx, email, message, roomId), isNew: true };
}

export const hasOpenRequest = readStatement({}).exists<[roomId: string]>()`
  select 1 from agent_requests where room_id = $1 and handled_at is null limit 1`;

/** Ends the calls for an agent out of a room, once one has answered there or put it away. */
export const setAnswered = writeStatement({}).send<[roomId: string]>()`
  update agent_requests set handled_at = now() where room_id = $1 and handled_at is null`;

/** False when there is no such request. */
export const setHandled = writeStatement({ id: column.uuid }).exists<[id: string, handled: boolean]>()`
  update agent_requests set handled_at = case when $2 then coalesce(handled_at, now()) end where id = $1 returning id`;

/** When support may be mailed about this room again; null means now. Requests without a room count as one room. */
export const findNextRequestMail = readStatement({ nextAt: orNull(column.moment) }).only<[roomId: string | null]>()`
  select max(mailed_at) + interval '10 minutes' as "nextAt" from agent_requests
  where room_id is not distinct from $1 and mailed_at > now() - interval '10 minutes'`;

/** Marks the requests of a room as mailed and returns those that were not. */
export const takeUnmailedRequests = writeStatement({ email: column.text, message: column.text }).rows<
  [roomId: string | null]
>()`
  update agent_requests set mailed_at = now() where room_id is not distinct from $1 and mailed_at is null
  returning email, message`;

const handledRoom = { assigneeId: orNull(column.uuid) };

/** Who answers in a room, held until the transaction ends. */
export const lockHandling = writeStatement(handledRoom).first<[id: string]>()`
  select assignee_id as "assigneeId" from chat_rooms where id = $1 for update`;

const assignee = readStatement(allOrNull({ id: column.uuid, name: column.text }))`
  select a.id, a.first_name || ' ' || a.last_name as name
  from chat_rooms r left join users a on a.id = r.assignee_id where r.id = $1`;

/** The member who answers in a room; null for none, undefined where there is no such room. */
export async function findAssignee(
  db: Pick<Db, 'run'>,
  roomId: string,
): Promise<{ id: string; name: string } | null | undefined> {
  const [row] = await db.run(assignee, [roomId]);
  return row && (row.id !== null && row.name !== null ? { id: row.id, name: row.name } : null);
}

export const setAssignee = writeStatement({}).send<[id: string, assigneeId: string | null]>()`
  update chat_rooms set assignee_id = $2 where id = $1`;

/** Unassigns every room of a member; returns the ids of all of them. */
export const releaseRooms = writeStatement({ id: column.text }).values<[memberId: string]>()`
  update chat_rooms set assignee_id = null where assignee_id = $1 returning id`;
