import type { Db } from '#server/db/connection.ts';
import { column, type RowOf } from '#server/db/rows.ts';
import { forEachOrder, runFiltered, type RoomList } from './chat.admin.queries.ts';

export type RoomSearch = RoomList & {
  /** A LIKE pattern in lower case. */
  pattern: string;
  limit: number;
  offset: number;
};
/** The ids of a page, and of how many rooms: of a frequent text, one more than were looked at. */
const foundRooms = { ids: column.texts, total: column.integer };
export type FoundRooms = RowOf<typeof foundRooms>;

const isOf = `lower(coalesce(u.email, '') || ' ' || u.first_name || ' ' || u.last_name) like $3`;

/** For a text in more messages than this it is quicker to scan the rooms in their order, until a page is full. */
const manyHits = 20_000;

// Each list of matches comes from a trigram index; the one of messages leaves out what the bot sends to every customer.
const searches = forEachOrder(
  { ...foundRooms, hits: column.integer },
  (filter, order) => `with said as materialized (
      select room_id from chat_messages where lower(text) like $3 and sender <> 'bot' limit ${manyHits}),
    hits as (
      select id from chat_rooms where lower(visitor_email) like $3
      union select r.id from users u join chat_rooms r on r.user_id = u.id where ${isOf}
      union select room_id from said),
    found as materialized (select r.* from hits join chat_rooms r on r.id = hits.id where ${filter})
    select array(select r.id from found r ${order} limit $1 offset $2) as ids,
      (select count(*)::int from found) as total, (select count(*)::int from said) as hits`,
  { member: '$4' },
);

const inIndex = /[\p{L}\p{N}]{3}/u;

const minRooms = 1_000;
const growth = 8;

// Written so that the trigram index does not apply: the planner would scan it for each room, or read all messages at once.
const scans = forEachOrder(
  { ...foundRooms, asked: column.integer },
  (filter, order) => `with near as materialized (
      select r.id, r.user_id, r.visitor_email from chat_rooms r where ${filter} ${order} limit $4),
    found as materialized (
      select id from near r where lower(r.visitor_email) like $3
        or exists (select from users u where u.id = r.user_id and ${isOf})
        or exists (select from chat_messages where room_id = r.id and sender <> 'bot'
             and lower(text) || '' like $3 offset 0)
      limit $1::bigint + $2::bigint + 1)
    select array(select id from found limit $1 offset $2) as ids,
      (select count(*)::int from found) as total, (select count(*)::int from near) as asked`,
  { member: '$5' },
);

/** The conversations with this text in an address, a name or any message, in the order asked for. */
export async function searchRooms(db: Pick<Db, 'run'>, search: RoomSearch): Promise<FoundRooms> {
  const { pattern, limit, offset } = search;
  if (!inIndex.test(pattern)) return scanRooms(db, search);
  const [found] = await runFiltered(db, searches[search.sort], search, [limit, offset, pattern]);
  return found && found.hits < manyHits ? found : scanRooms(db, search);
}

async function scanRooms(db: Pick<Db, 'run'>, search: RoomSearch): Promise<FoundRooms> {
  const { pattern, limit, offset } = search;
  for (let maxIds = minRooms; ; maxIds *= growth) {
    const [found] = await runFiltered(db, scans[search.sort], search, [limit, offset, pattern, maxIds]);
    if (!found || found.asked < maxIds || found.total > offset + limit) return found ?? { ids: [], total: 0 };
  }
}
