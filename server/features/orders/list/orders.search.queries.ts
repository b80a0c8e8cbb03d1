import { and, eq, isNotNull, sql, type SQLWrapper } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connection.ts';
import { exists, isOneOf, rows, type Blanks, type Reads } from '#server/db/query.ts';
import { notes } from '#server/features/notes/notes.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { orders } from '../orders.tables.ts';
import type { BookSearch } from './orders.book.queries.ts';

/** The references of these orders. */
export const listReferences = rows((db: Reads, { ids }: Blanks<{ ids: readonly Id<'order'>[] }>) =>
  db.select({ id: orders.id, reference: orders.reference }).from(orders).where(isOneOf(orders.id, ids)),
);

/** A search that fits more users than this is answered by walking the book instead of by their orders. */
const maxUsers = 1_000;
const maxKeyed = 1_000;

/** True where any order was shown this deposit address. */
export const isDepositAddress = exists((db: Reads, { address }: Blanks<{ address: string }>) =>
  db.select({ id: orders.id }).from(orders).where(eq(orders.depositAddress, address)).limit(1),
);

export type SearchKeys = {
  reference: string;
  text: string;
  id: Id<'order'> | null;
  /** A pattern for notes. */
  pattern: string;
  /** Patterns for users. */
  patterns: readonly string[];
  searchesUsers: boolean;
  searchesNotes: boolean;
};

type Keyed = Pick<SearchKeys, 'reference' | 'text' | 'id'> & { referenceEnd: string; textEnd: string };

const keyMatches = rows((db: Reads, { reference, referenceEnd, text, textEnd, id }: Blanks<Keyed>) => {
  // Bounds instead of LIKE: a prepared plan can use them without knowing the text.
  const startsWith = (key: SQLWrapper, low: SQLWrapper, high: SQLWrapper) =>
    sql`${key} ~>=~ ${low} and ${key} ~<~ ${high}`;
  const matchingIds = () => db.select({ id: orders.id }).from(orders);
  const byHash = (hash: typeof orders.transactionHash | typeof orders.adminTransactionId) =>
    matchingIds()
      .where(and(isNotNull(hash), startsWith(sql`lower(${hash})`, text, textEnd)))
      .limit(maxKeyed);
  return union(
    matchingIds()
      .where(startsWith(orders.reference, reference, referenceEnd))
      .orderBy(sql`${orders.reference} using ~<~`)
      .limit(maxKeyed),
    byHash(orders.transactionHash),
    byHash(orders.adminTransactionId),
    matchingIds().where(sql`${orders.id} = ${id}::uuid`),
  );
});

const listNoted = rows((db: Reads, { pattern }: Blanks<{ pattern: string }>) =>
  db
    .selectDistinct({ id: sql`${notes.orderId}`.mapWith(String) })
    .from(notes)
    .where(and(isNotNull(notes.orderId), sql`lower(${notes.text}) like ${pattern}`))
    .limit(maxKeyed),
);

// A function of the database, because only there can the planner be kept from reading all users from the front.
const listUsersByName = rows((db: Reads, { patterns }: Blanks<{ patterns: readonly string[] }>) =>
  db.select({ id: sql`found.id`.mapWith(String) }).from(sql`users_named(${patterns}, ${maxUsers + 1}) as found (id)`),
);

/**
 * Finds the orders of a search text by key, note and name; a frequent name gives its patterns instead of its orders.
 */
export async function findMatches(
  db: Pick<Db, 'ask'>,
  { reference, text, id, pattern, patterns, searchesUsers, searchesNotes }: SearchKeys,
): Promise<BookSearch> {
  const end = '\u{10ffff}';
  const keys = { reference, referenceEnd: reference + end, text, textEnd: text + end, id };
  const byKey = await keyMatches(db, keys);
  const byNote = searchesNotes ? await listNoted(db, { pattern }) : [];
  const byName = searchesUsers ? await listUsersByName(db, { patterns }) : [];
  const orderIds = [...byKey, ...byNote].map((row) => row.id);
  if (byName.length > maxUsers) return { by: 'frequentMatches', orderIds, patterns };
  return { by: 'matches', orderIds, userIds: byName.map((row) => row.id), openFirst: true };
}
