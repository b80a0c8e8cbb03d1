import { and, count, eq, exists as hasSome, like, or, sql, type Placeholder, type SQLWrapper } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connection.ts';
import { isNamed } from '#server/db/like.ts';
import { one, type Blanks, type Reads } from '#server/db/query.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { chatMessages, chatRooms } from '../chat.tables.ts';
import { forEachList, type RoomList } from './chat.lists.queries.ts';

type Page = {
  /** A LIKE pattern in lower case: of messages, and of the addresses of visitors. */
  pattern: string;
  /** Patterns for customers. */
  patterns: readonly string[];
  limit: number;
  offset: number;
};
export type RoomSearch = RoomList & Page;
/** The ids of a page, and of how many rooms: of a frequent text, one more than were looked at. */
export type FoundRooms = { ids: Id<'room'>[]; total: number };

type SearchPage = Page & Pick<RoomList, 'assigneeId'>;

/** For a text in more messages than this it is quicker to scan the rooms in their order, until a page is full. */
const manyHits = 20_000;

const isTyped = (pattern: Placeholder<string, string>) =>
  and(like(sql`lower(${chatMessages.text})`, pattern), sql`${chatMessages.sender} <> 'bot'`);

// Each list of matches comes from a trigram index; that of messages leaves out the bot's common answers.
const searchOf = forEachList((isListed, orderOf) =>
  one((db: Reads, { pattern, patterns, limit, offset, assigneeId }: Blanks<SearchPage>) => {
    const typedRooms = db
      .$with('typed')
      .as(db.select({ id: chatMessages.roomId }).from(chatMessages).where(isTyped(pattern)).limit(manyHits));
    const byAddress = db
      .select({ id: chatRooms.id })
      .from(chatRooms)
      .where(like(sql`lower(${chatRooms.visitorEmail})`, pattern));
    const byUser = db
      .select({ id: chatRooms.id })
      .from(users)
      .innerJoin(chatRooms, eq(chatRooms.userId, users.id))
      .where(isNamed(users.searchText, patterns));
    const hits = union(byAddress, byUser, db.select({ id: typedRooms.id }).from(typedRooms)).as('hits');
    const { id, closedAt, waitingSince, lastActivity } = chatRooms;
    // Both are read twice, so that PostgreSQL makes each once.
    const matches = db
      .$with('found')
      .as(
        db
          .select({ id, closedAt, waitingSince, lastActivity })
          .from(hits)
          .innerJoin(chatRooms, eq(id, hits.id))
          .where(isListed({ assigneeId })),
      );
    const ids = db
      .select({ id: matches.id })
      .from(matches)
      .orderBy(...orderOf(matches))
      .limit(limit)
      .offset(offset);
    const total = db
      .select({ rooms: count().as('rooms') })
      .from(matches)
      .as('total');
    return db
      .with(typedRooms, matches)
      .select({ ids: idsIn(ids), total: total.rooms, hits: sql`(select count(*) from ${typedRooms})`.mapWith(Number) })
      .from(total);
  }),
);

const inIndex = /[\p{L}\p{N}]{3}/u;

const minRooms = 1_000;
const growth = 8;

type RoomScan = SearchPage & {
  /** The number of rooms to search, and of matches that are enough. */
  maxRooms: number;
  enough: number;
};

// The trigram index must not apply: the planner would scan it for each room, or read all messages at once.
const scanOf = forEachList((isListed, orderOf) =>
  one((db: Reads, { pattern, patterns, limit, offset, assigneeId, maxRooms, enough }: Blanks<RoomScan>) => {
    const { id, userId, visitorEmail } = chatRooms;
    const nearRooms = db.$with('near').as(
      db
        .select({ id, userId, visitorEmail })
        .from(chatRooms)
        .where(isListed({ assigneeId }))
        .orderBy(...orderOf(chatRooms))
        .limit(maxRooms),
    );
    const customers = db
      .select()
      .from(users)
      .where(and(eq(users.id, nearRooms.userId), isNamed(users.searchText, patterns)));
    const messages = db
      .select({ id: chatMessages.id })
      .from(chatMessages)
      .where(
        and(
          eq(chatMessages.roomId, nearRooms.id),
          sql`${chatMessages.sender} <> 'bot'`,
          like(sql`lower(${chatMessages.text}) || ''`, pattern),
        ),
      );
    const matches = db.$with('found').as(
      db
        .select({ id: nearRooms.id })
        .from(nearRooms)
        .where(
          or(
            like(sql`lower(${nearRooms.visitorEmail})`, pattern),
            hasSome(customers),
            sql`exists (${messages} offset 0)`,
          ),
        )
        .limit(enough),
    );
    const ids = db.select({ id: matches.id }).from(matches).limit(limit).offset(offset);
    const total = db
      .select({ rooms: count().as('rooms') })
      .from(matches)
      .as('total');
    return db
      .with(nearRooms, matches)
      .select({
        ids: idsIn(ids),
        total: total.rooms,
        scanned: sql`(select count(*) from ${nearRooms})`.mapWith(Number),
      })
      .from(total);
  }),
);

/** The ids that a query finds, in its order. */
function idsIn(query: SQLWrapper) {
  return sql`array${query}`.mapWith((ids: Id<'room'>[]) => ids);
}

/** The conversations with this text in an address, a name or any message, in the order asked for. */
export async function searchRooms(db: Pick<Db, 'ask'>, search: RoomSearch): Promise<FoundRooms> {
  if (!inIndex.test(search.pattern)) return scanRooms(db, search);
  const page = await searchOf(search)(db, search);
  return page.hits < manyHits ? page : scanRooms(db, search);
}

async function scanRooms(db: Pick<Db, 'ask'>, search: RoomSearch): Promise<FoundRooms> {
  const end = search.offset + search.limit;
  for (let maxRooms = minRooms; ; maxRooms *= growth) {
    const page = await scanOf(search)(db, { ...search, maxRooms, enough: end + 1 });
    if (page.scanned < maxRooms || page.total > end) return page;
  }
}
