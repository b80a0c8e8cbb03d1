import { and, asc, gt, isNull, sql } from 'drizzle-orm';
import { index, text, type AnyPgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { Platform } from '#server/platform.ts';
import { rows, sent, type Blanks, type Drizzle, type Reads } from './query.ts';

/**
 * Column with the names of a row in the spelling of `searchable`. A trigger writes it; `fillSearchTexts` fills older
 * rows.
 */
export const searchText = () => text('search_text');

type SearchableTable = { id: AnyPgColumn; searchText: AnyPgColumn };

/** Index of the rows whose text is missing, so that a start finds at once that there are none. */
export const unfilledIndex = (table: string, { id, searchText: searchColumn }: SearchableTable) =>
  index(`${table}_unfilled`).on(id).where(isNull(searchColumn));

/** The number of rows in one block: a transaction, so that no writer waits longer than for one. */
const blockSize = 1_000;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Declares how the older rows of a table get their `search_text`. */
export function fillerOf(table: PgTable & SearchableTable) {
  const listUnfilled = rows((db: Reads, { after }: Blanks<{ after: string }>) =>
    db
      .select({ id: sql`${table.id}`.mapWith(String) })
      .from(table)
      .where(and(isNull(table.searchText), gt(table.id, after)))
      .orderBy(asc(table.id))
      .limit(blockSize),
  );
  const fill = sent((db: Drizzle, { ids }: Blanks<{ ids: readonly string[] }>) =>
    db
      .update(table)
      .set({ searchText: sql`search_text_of(${table})` })
      .where(and(isNull(table.searchText), sql`${table.id} = any(${ids})`)),
  );
  return async ({ db, inTx }: Pick<Platform, 'db' | 'inTx'>): Promise<number> => {
    let count = 0;
    let block = await listUnfilled(db, { after: beforeAll });
    while (block.length > 0) {
      const ids = block.map(({ id }) => id);
      await inTx((tx) => fill(tx, { ids }));
      count += ids.length;
      block = await listUnfilled(db, { after: ids.at(-1) ?? beforeAll });
    }
    return count;
  };
}
