import { and, eq, isNotNull, isNull, sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Id } from '#shared/kernel/ids.ts';
import type { WaitingSort } from '#shared/kernel/paging.ts';
import { chatRooms } from '../chat.tables.ts';

/** Conditions of each list; they are those of the index that has the list in its order. */
const statuses = {
  all: undefined,
  open: isNull(chatRooms.closedAt),
  closed: isNotNull(chatRooms.closedAt),
  waiting: isNotNull(chatRooms.waitingSince),
};

/** The rooms of one status and one member, of no member, or of any. */
export type RoomFilter = { status: keyof typeof statuses; assigneeId: Id<'user'> | null; isUnassigned: boolean };
/** The rooms of a filter in one of the orders. */
export type RoomList = RoomFilter & { sort: WaitingSort };

/** The conversations of a list, where the member is in the blank. */
type IsListed = (blanks: { assigneeId: Placeholder<string, string | null> }) => SQL | undefined;

/** One declared query for each kind of list. */
export function forEachFilter<Declared>(declare: (isListed: IsListed) => Declared): (filter: RoomFilter) => Declared {
  const assigneeFilter = (isListed: IsListed) => {
    const list = (status: RoomFilter['status']) => declare((blanks) => and(statuses[status], isListed(blanks)));
    return { all: list('all'), open: list('open'), closed: list('closed'), waiting: list('waiting') };
  };
  const anyAssignee = assigneeFilter(() => undefined);
  const unassigned = assigneeFilter(() => isNull(chatRooms.assigneeId));
  const assignedFilter = assigneeFilter(({ assigneeId }) => eq(chatRooms.assigneeId, assigneeId));
  return ({ status, assigneeId, isUnassigned }) => {
    if (assigneeId !== null) return assignedFilter[status];
    return (isUnassigned ? unassigned : anyAssignee)[status];
  };
}

type OrderedColumns = Record<'closedAt' | 'waitingSince' | 'lastActivity' | 'id', SQLWrapper>;
type OrderOf = (row: OrderedColumns) => SQL[];

/** The orders of the list; each is that of an index. */
const orders: Record<WaitingSort, OrderOf> = {
  waiting: ({ closedAt, waitingSince, lastActivity, id }) => [
    sql`(${closedAt} is not null)`,
    sql`${waitingSince}`,
    sql`${lastActivity} desc nulls last`,
    sql`${id}`,
  ],
  newest: ({ lastActivity, id }) => [sql`${lastActivity} desc`, sql`${id} desc`],
  oldest: ({ lastActivity, id }) => [sql`${lastActivity}`, sql`${id}`],
};

/** A query for each kind of list in each order; all of them leave out rooms without a message. */
export function forEachList<Declared>(
  declare: (isListed: IsListed, orderOf: OrderOf) => Declared,
): (list: RoomList) => Declared {
  const inOrder = (orderOf: OrderOf) =>
    forEachFilter((isListed) => declare((blanks) => and(sql`${chatRooms.lastSeq} > 0`, isListed(blanks)), orderOf));
  const pages = {
    waiting: inOrder(orders.waiting),
    newest: inOrder(orders.newest),
    oldest: inOrder(orders.oldest),
  };
  return ({ sort, ...filter }) => pages[sort](filter);
}
