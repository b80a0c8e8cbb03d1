import { and, eq, gte, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '#server/db/connection.ts';
import type { Reads } from '#server/db/query.ts';
import { bookEntries, bookLines } from '#server/features/book/book.tables.ts';
import { cryptoAssets } from '#server/features/rates/rates.tables.ts';

const undone = alias(bookEntries, 'undone');

const retained = (db: Reads) =>
  db
    .select({ coin: bookLines.unit, amount: bookLines.amount, priceUsd: cryptoAssets.priceUsd })
    .from(bookEntries)
    .innerJoin(bookLines, eq(bookLines.entryId, bookEntries.id))
    .innerJoin(cryptoAssets, eq(cryptoAssets.id, bookLines.unit))
    .leftJoin(undone, eq(undone.reversalOf, bookEntries.id))
    .where(
      and(
        eq(bookEntries.kind, 'kept'),
        eq(bookEntries.actorId, sql.placeholder('memberId')),
        gte(bookEntries.at, sql.placeholder('since')),
        isNull(bookEntries.reversalOf),
        isNull(undone.id),
      ),
    );

/** The coins that a member retained since a moment and that nothing gave back, with the price of each; null without one. */
export const listRetained = (tx: Tx, memberId: string, since: Date) => tx.ask(retained, { memberId, since });
