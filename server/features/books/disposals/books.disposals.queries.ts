import { and, eq, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connection.ts';
import { isOneOf, rows, type Blanks, type Reads } from '#server/db/query.ts';
import { bookEntries } from '#server/features/book/book.tables.ts';

const undoneEntry = alias(bookEntries, 'undone');

const listStanding = rows((db: Reads, { subjects }: Blanks<{ subjects: readonly string[] }>) =>
  db
    .select({ subject: bookEntries.subject })
    .from(bookEntries)
    .leftJoin(undoneEntry, eq(undoneEntry.reversalOf, bookEntries.id))
    .where(
      and(
        eq(bookEntries.kind, 'disposal'),
        isOneOf(bookEntries.subject, subjects),
        isNull(bookEntries.reversalOf),
        isNull(undoneEntry.id),
      ),
    ),
);

/** Returns the sales among these that are entered and not reversed, as `<exchange>/<its own id>`. */
export async function findEntered(db: Db, subjects: readonly string[]): Promise<Set<string>> {
  return new Set((await listStanding(db, { subjects })).map(({ subject }) => subject));
}
