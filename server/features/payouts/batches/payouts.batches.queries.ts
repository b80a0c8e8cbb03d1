import { and, asc, count, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { numberOrNull } from '#server/db/fragments.ts';
import {
  placeholderValues,
  first,
  one,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
  type RowOf,
} from '#server/db/query.ts';
import { signedFieldsOf, signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { fullName, users } from '#server/features/users/users.tables.ts';
import { NotFound } from '#server/lib/refusal.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { BatchState } from '#shared/payouts/payouts.lifecycle.ts';
import { maxCounted } from '#shared/reference/limits.ts';
import { memberName, type Reader } from '../list/payouts.list.queries.ts';
import { deskAccounts, payoutAttempts, payoutBatches, payoutFiles, payouts } from '../payouts.tables.ts';

const batchFields = {
  id: payoutBatches.id,
  seq: payoutBatches.seq,
  state: payoutBatches.state,
  format: payoutBatches.format,
  accountId: payoutBatches.accountId,
  currency: payoutBatches.currency,
  count: payoutBatches.count,
  total: payoutBatches.total,
  note: payoutBatches.note,
  digest: payoutBatches.digest,
  madeBy: payoutBatches.madeBy,
  madeAt: payoutBatches.madeAt,
  releasedBy: payoutBatches.releasedBy,
  releasedAt: payoutBatches.releasedAt,
  sentBy: payoutBatches.sentBy,
  sentAt: payoutBatches.sentAt,
  bankReference: payoutBatches.bankReference,
  needsSecond: payoutBatches.needsSecond,
  executeOn: payoutBatches.executeOn,
  accountName: deskAccounts.name,
  makerName: fullName(users),
  releaserName: memberName(payoutBatches.releasedBy),
  senderName: memberName(payoutBatches.sentBy),
  fileName: payoutFiles.fileName,
  sha256: payoutFiles.sha256,
  bytes: sql`length(${payoutFiles.bytes})`.mapWith(numberOrNull),
};

const batches = (db: Reads) =>
  db
    .select(batchFields)
    .from(payoutBatches)
    .innerJoin(users, eq(users.id, payoutBatches.madeBy))
    .leftJoin(deskAccounts, eq(deskAccounts.id, payoutBatches.accountId))
    .leftJoin(payoutFiles, eq(payoutFiles.batchId, payoutBatches.id));
export type BatchRow = RowOf<typeof batches>;

type ById = Blanks<{ id: Id<'payoutBatch'> }>;
const byId = first((db: Reads, { id }: ById) => batches(db).where(eq(payoutBatches.id, id)));

export type BatchFilter = {
  states: readonly BatchState[] | null;
  pattern: string | null;
  /** A note may name an account: it is searched only for those who see it. */
  seesNotes: boolean;
  sort: 'newest' | 'oldest';
};
type BatchSearch = Omit<BatchFilter, 'sort'>;
type Range = { limit: number; offset: number };

const matchingBatches = (db: Reads, { states, pattern, seesNotes }: Blanks<BatchSearch>) =>
  db
    .select({ seq: payoutBatches.seq })
    .from(payoutBatches)
    .leftJoin(deskAccounts, eq(deskAccounts.id, payoutBatches.accountId))
    .where(
      and(
        sql`(${states}::text[] is null or ${payoutBatches.state} = any(${states}::text[]))`,
        or(
          sql`${pattern}::text is null`,
          sql`lower(concat_ws(' ', 'B-' || lpad(${payoutBatches.seq}::text, 6, '0'), ${deskAccounts.name},
            ${payoutBatches.bankReference}, case when ${seesNotes}::boolean then ${payoutBatches.note} end)) like ${pattern}`,
        ),
      ),
    );

const pageBy = (order: typeof asc) =>
  rows((db: Reads, blanks: Blanks<BatchSearch & Range>) => {
    const page = matchingBatches(db, blanks)
      .orderBy(order(payoutBatches.seq))
      .limit(blanks.limit)
      .offset(blanks.offset);
    return batches(db).where(inArray(payoutBatches.seq, page)).orderBy(order(payoutBatches.seq));
  });
const pages = { newest: pageBy(desc), oldest: pageBy(asc) };

const countFound = one((db: Reads, blanks: Blanks<BatchSearch>) =>
  db.select({ total: count() }).from(matchingBatches(db, blanks).limit(maxCounted).as('counted')),
);

/** A batch. Refuses with not_found. */
export async function readBatch(db: Reader, id: Id<'payoutBatch'>): Promise<BatchRow> {
  const row = await byId(db, { id });
  if (!row) throw new NotFound('payout_batch_not_found');
  return row;
}

/** A page of the batches that fit, with the size of the whole list. */
export async function listBatchRows(
  db: Reader,
  { sort, ...filter }: BatchFilter,
  range: Range,
): Promise<{ rows: BatchRow[]; total: number }> {
  const page = await pages[sort](db, { ...filter, ...range });
  return { rows: page, total: (await countFound(db, filter)).total };
}

const lockOrders = rows((db: Drizzle, { id }: ById) => {
  const ofBatch = db
    .select({ id: payouts.orderId })
    .from(payoutAttempts)
    .innerJoin(payouts, eq(payouts.id, payoutAttempts.payoutId))
    .where(eq(payoutAttempts.batchId, id));
  return db.select({ id: orders.id }).from(orders).where(inArray(orders.id, ofBatch)).orderBy(orders.id).for('update');
});
const lockRow = rows((db: Drizzle, { id }: ById) =>
  db.select({ id: payoutBatches.id }).from(payoutBatches).where(eq(payoutBatches.id, id)).for('update'),
);

/** Locks the orders of a batch and the batch, as every other transaction does, and reads it. Refuses with not_found. */
export async function lockBatch(tx: Tx, id: Id<'payoutBatch'>): Promise<BatchRow> {
  await lockOrders(tx, { id });
  await lockRow(tx, { id });
  return readBatch(tx, id);
}

const files = (db: Reads) =>
  db.select({ ...signedFieldsOf(signedTables.payoutFile, payoutFiles), bytes: payoutFiles.bytes }).from(payoutFiles);
export type PayoutFile = RowOf<typeof files>;

const storeFile = sent((db: Drizzle, { batchId, bytes, sha256, fileName, signature }: Blanks<PayoutFile>) =>
  db
    .insert(payoutFiles)
    .values({ batchId, bytes, sha256, fileName, signature })
    .onConflictDoUpdate({
      target: payoutFiles.batchId,
      set: {
        bytes: sql`excluded.bytes`,
        sha256: sql`excluded.sha256`,
        fileName: sql`excluded.file_name`,
        signature: sql`excluded.signature`,
      },
    }),
);

/** Stores the file of a batch, signed; while the batch is prepared, in place of the one before. */
export async function storePayoutFile(tx: Tx, file: Omit<PayoutFile, 'signature'>): Promise<void> {
  await storeFile(tx, { ...file, signature: signRow(signedTables.payoutFile, file) });
}

type Digest = { id: Id<'payoutBatch'>; digest: string; executeOn: string };

/** Stores the digest that a release of a prepared batch has to name, and the day on which its file is carried out. */
export const setDigest = sent((db: Drizzle, { id, digest, executeOn }: Blanks<Digest>) =>
  db
    .update(payoutBatches)
    .set(placeholderValues({ digest, executeOn }))
    .where(and(eq(payoutBatches.id, id), eq(payoutBatches.state, 'prepared'))),
);

/** The stored bytes of a batch. */
export const readPayoutFile = first((db: Reads, { batchId }: Blanks<{ batchId: Id<'payoutBatch'> }>) =>
  files(db).where(eq(payoutFiles.batchId, batchId)),
);
