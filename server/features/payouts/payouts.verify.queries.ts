import { and, eq, gt, inArray, isNotNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { exists, inBatch, rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { recordsOf, type UserId } from '#server/db/records.ts';
import { signedFieldsOf, signedTables } from '#server/db/signing/signed-rows.ts';
import { removeReasons } from '#server/features/book/book.service.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { lineMatches, statementLines, statements } from './payouts.statements.tables.ts';
import * as tables from './payouts.tables.ts';
import { endedByReturn } from './statements/payouts.match.queries.ts';

const fileHash = sql`encode(sha256(${tables.payoutFiles.bytes}), 'hex')`;

/** Files of batches that differ from those written at the release. */
export const readChangedFiles = rows((db: Reads) =>
  db
    .select({
      id: tables.payoutBatches.id,
      seq: tables.payoutBatches.seq,
      sha256: tables.payoutFiles.sha256,
      found: fileHash.mapWith(String),
    })
    .from(tables.payoutFiles)
    .innerJoin(tables.payoutBatches, eq(tables.payoutBatches.id, tables.payoutFiles.batchId))
    .where(ne(fileHash, tables.payoutFiles.sha256)),
);

const noId = '00000000-0000-0000-0000-000000000000';
const chunk = 1_000;
/** A payout that can still be paid or returned. */
const isLive = inArray(tables.payouts.state, ['due', 'held', 'batched', 'released', 'sent', 'returned']);

type AfterId = { after: string };

const signedPayouts = rows((db: Reads, { after }: Blanks<AfterId>) =>
  db
    .select({ ...signedFieldsOf(signedTables.payout, tables.payouts), reference: orders.reference })
    .from(tables.payouts)
    .innerJoin(orders, eq(orders.id, tables.payouts.orderId))
    .where(and(gt(tables.payouts.id, after), isLive))
    .orderBy(tables.payouts.id)
    .limit(chunk),
);
const signedAttempts = rows((db: Reads, { after }: Blanks<AfterId>) =>
  db
    .select({ ...signedFieldsOf(signedTables.payoutAttempt, tables.payoutAttempts), reference: orders.reference })
    .from(tables.payoutAttempts)
    .innerJoin(tables.payouts, eq(tables.payouts.id, tables.payoutAttempts.payoutId))
    .innerJoin(orders, eq(orders.id, tables.payouts.orderId))
    .where(and(gt(tables.payoutAttempts.id, after), isLive))
    .orderBy(tables.payoutAttempts.id)
    .limit(chunk),
);

/** All rows of a query that answers them by id, a chunk at a time. */
async function* inChunks<Row extends { id: string }>(read: (after: string) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let after = noId; ;) {
    const chunkRows = await read(after);
    yield* chunkRows;
    const lastRow = chunkRows.at(-1);
    if (!lastRow || chunkRows.length < chunk) return;
    after = lastRow.id;
  }
}

/** The payouts that can still be paid or returned, with their signatures. */
export const readSignedPayouts = (db: Pick<Db, 'ask'>) => inChunks((after) => signedPayouts(db, { after }));

/** Reads the attempts of payouts that can still be paid or returned, with their signatures. */
export const readSignedAttempts = (db: Pick<Db, 'ask'>) => inChunks((after) => signedAttempts(db, { after }));

const hasPayout = exists((db: Reads, { userId }: Blanks<UserId>) =>
  db
    .select({ id: tables.payouts.id })
    .from(tables.payouts)
    .innerJoin(orders, eq(orders.id, tables.payouts.orderId))
    .where(eq(orders.userId, userId))
    .limit(1),
);

/** True if a customer was ever owed a payout. */
export const hasPayouts = (db: Pick<Db, 'ask'>, userId: Id<'user'>) => hasPayout(db, { userId });

const attemptRecords = sql`(select json_agg(json_build_object('id', ${tables.payoutAttempts.endToEndId},
    'state', ${tables.payoutAttempts.state}, 'paidTo', ${tables.payoutAttempts.details},
    'sentAt', ${tables.payoutAttempts.sentAt}, 'settledAt', ${tables.payoutAttempts.settledAt},
    'returned', ${tables.payoutAttempts.returned}) order by ${tables.payoutAttempts.no})
  from ${tables.payoutAttempts} where ${tables.payoutAttempts.payoutId} = ${tables.payouts.id})`;

// Amounts as text: a number of JSON would be read back as a binary float.
/** Everything stored about the payouts to a customer: amount, time and account. */
export const exportPayoutsPersonalData = recordsOf((db: Reads, { userId }: Blanks<UserId>) =>
  db
    .select({
      records: sql`coalesce(json_agg(json_build_object('reference', ${orders.reference}, 'kind', ${tables.payouts.kind},
        'state', ${tables.payouts.state}, 'amount', trim_scale(${tables.payouts.amount})::text,
        'currency', ${tables.payouts.currency}, 'paidTo', ${tables.payouts.details},
        'approvedAt', ${tables.payouts.approvedAt}, 'attempts', ${attemptRecords})
        order by ${tables.payouts.approvedAt}, ${tables.payouts.id}), '[]')`,
    })
    .from(tables.payouts)
    .innerJoin(orders, eq(orders.id, tables.payouts.orderId))
    .where(eq(orders.userId, userId)),
);

const eraseAttempts = sent((db: Drizzle, { userId }: Blanks<UserId>) =>
  db
    .update(tables.payoutAttempts)
    .set({ details: null, returned: sql`${tables.payoutAttempts.returned} || '{"note": null}'` })
    .from(tables.payouts)
    .innerJoin(orders, eq(orders.id, tables.payouts.orderId))
    .where(and(eq(tables.payoutAttempts.payoutId, tables.payouts.id), eq(orders.userId, userId))),
);

const erasePayouts = sent((db: Drizzle, { userId }: Blanks<UserId>) =>
  db
    .update(tables.payouts)
    .set({ details: null, note: null, reason: null })
    .from(orders)
    .where(and(eq(orders.id, tables.payouts.orderId), eq(orders.userId, userId))),
);

const ordersOf = rows((db: Reads, { userId }: Blanks<UserId>) =>
  db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId)),
);

/** Removes the payees of a customer's payouts, and what members wrote about them, in the book too. */
export async function erasePayeesOf(tx: Tx, userId: Id<'user'>): Promise<void> {
  await inBatch(tx, async (all) => {
    await eraseAttempts(all, { userId });
    await erasePayouts(all, { userId });
  });
  const orderIds = (await ordersOf(tx, { userId })).map(({ id }) => id);
  await removeReasons(tx, { orderIds });
}

type Age = { now: Date; years: number };
const longAgo = ({ now, years }: Blanks<Age>) => sql`(${now}::timestamptz - make_interval(years => ${years}))`;
const isOldLine = (age: Blanks<Age>) => lt(statementLines.bookedOn, sql`${longAgo(age)}::date`);

const clearLines = sent((db: Drizzle, age: Blanks<Age>) => {
  const { text, counterpartyName, counterpartyAccount, reason } = statementLines;
  return db
    .update(statementLines)
    .set({ text: '', counterpartyName: null, counterpartyAccount: null, reason: null })
    .where(
      and(
        isOldLine(age),
        or(ne(text, ''), isNotNull(counterpartyName), isNotNull(counterpartyAccount), isNotNull(reason)),
      ),
    );
});

const clearMatches = sent((db: Drizzle, age: Blanks<Age>) => {
  const { reason, undoneReason } = lineMatches;
  return db
    .update(lineMatches)
    .set({ reason: null, undoneReason: sql`case when ${undoneReason} = ${endedByReturn} then ${undoneReason} end` })
    .from(statementLines)
    .where(
      and(
        eq(statementLines.id, lineMatches.lineId),
        isOldLine(age),
        or(isNotNull(reason), ne(undoneReason, endedByReturn)),
      ),
    );
});

const clearStatements = sent((db: Drizzle, age: Blanks<Age>) =>
  db
    .update(statements)
    .set({ bytes: null, gapReason: null })
    .where(
      and(or(isNotNull(statements.bytes), isNotNull(statements.gapReason)), lt(statements.importedAt, longAgo(age))),
    ),
);

/** Removes the texts about third persons from statements whose retention has ended. */
export async function clearOldStatements(tx: Tx, now: Date, years: number): Promise<void> {
  await clearLines(tx, { now, years });
  await clearMatches(tx, { now, years });
  await clearStatements(tx, { now, years });
}
