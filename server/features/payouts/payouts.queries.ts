import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { manyOf, type ListsOf } from '#server/db/many.ts';
import {
  exists,
  placeholderValues,
  first,
  isOneOf,
  rowOf,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
  type TransactionSender,
} from '#server/db/query.ts';
import { signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import { canonicalJson } from '#server/lib/keys.ts';
import { newId } from '#server/lib/new-id.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { AttemptState, BatchState, PayoutState } from '#shared/payouts/payouts.lifecycle.ts';
import { payoutAttempts, payoutBatches, payouts } from './payouts.tables.ts';

/** The reader of a payee checks its shape. */
type Payee = { details: unknown };
type PayoutRow = Omit<typeof payouts.$inferSelect, 'details' | 'searchText' | 'reason' | 'detailsChanged' | 'version'> &
  Payee;

const insertOne = sent((db: Drizzle, payout: Blanks<PayoutRow>) =>
  db.insert(payouts).values({
    ...rowOf(payouts, payout, 'reason', 'searchText', 'details', 'detailsChanged', 'version'),
    details: payout.details,
  }),
);

type NewPayout = Pick<PayoutRow, 'orderId' | 'kind' | 'seq' | 'amount' | 'currency' | 'state' | 'approvedBy'> &
  Partial<Pick<PayoutRow, 'note'>> &
  Payee & { now: Date };

/** Writes a payout, signed; returns its id. */
export async function insertPayout(
  tx: TransactionSender,
  { now, note = null, ...payout }: NewPayout,
): Promise<Id<'payout'>> {
  const { orderId, kind, seq, amount, currency, details } = payout;
  const id = newId('payout');
  const signature = signRow(signedTables.payout, { id, orderId, kind, seq, amount, currency, details });
  await insertOne(tx, { ...payout, id, note, approvedAt: now, createdAt: now, updatedAt: now, signature });
  return id;
}

const nextNumbers = rows((db: Reads, { orderIds }: Blanks<{ orderIds: readonly Id<'order'>[] }>) =>
  db
    .select({
      orderId: payouts.orderId,
      no: sql`coalesce(max(${payoutAttempts.no}), 0) + 1`.mapWith(Number),
      seq: sql`max(${payouts.seq}) + 1`.mapWith(Number),
    })
    .from(payouts)
    .leftJoin(payoutAttempts, eq(payoutAttempts.payoutId, payouts.id))
    .where(isOneOf(payouts.orderId, orderIds))
    .groupBy(payouts.orderId),
);

/** The next numbers of attempts and payouts of orders whose rows are locked; those without a payout begin at 1. */
export async function readNextNumbers(
  tx: Tx,
  orderIds: readonly Id<'order'>[],
): Promise<Map<string, { no: number; seq: number }>> {
  return new Map((await nextNumbers(tx, { orderIds })).map(({ orderId, ...next }) => [orderId, next]));
}

const writtenPayouts = manyOf(
  payoutAttempts,
  'id',
  'payoutId',
  'no',
  'batchId',
  'endToEndId',
  'amount',
  'currency',
  'details',
  'fingerprint',
  'signature',
  'state',
  'sentAt',
);

const insertAttempts = sent((db: Drizzle, lists: ListsOf<typeof writtenPayouts>) =>
  db.insert(payoutAttempts).select(writtenPayouts.rowsOf(lists)),
);

type AttemptRow = typeof payoutAttempts.$inferInsert;
type NewAttempt = Pick<AttemptRow, 'id' | 'payoutId' | 'no' | 'amount' | 'currency'> & Payee & { reference: string };

/** Writes attempts of a batch, each with its own signed copy of the payee. */
export async function insertAttemptsOf(
  tx: TransactionSender,
  batchId: Id<'payoutBatch'>,
  attempts: readonly NewAttempt[],
  sentAt: Date | null,
): Promise<void> {
  const values = attempts.map(({ id = newId('payoutAttempt'), reference, ...attempt }) => {
    const row = { ...attempt, id, batchId, endToEndId: `${reference}-${attempt.no}` };
    const signature = signRow(signedTables.payoutAttempt, row);
    const fingerprint = fingerprintOf(attempt.details);
    const state: AttemptState = sentAt ? 'sent' : 'open';
    // A payee was parsed by the order that has it.
    return { ...row, details: row.details as AttemptRow['details'], fingerprint, signature, state, sentAt };
  });
  await insertAttempts(tx, writtenPayouts.listsOf(values));
}

/** Hash of a payee, so that equal ones are found. */
export function fingerprintOf(details: unknown): string {
  return sha256Hex(canonicalJson(details).toLowerCase().replaceAll(/\s/g, ''));
}

/** SHA-256 of a file, as hexadecimal text. */
export function sha256Hex(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

type BatchRow = Pick<
  typeof payoutBatches.$inferSelect,
  'id' | 'format' | 'accountId' | 'currency' | 'executeOn' | 'note' | 'madeBy' | 'madeAt' | 'digest'
>;
type BatchSender = { state: BatchState; releasedBy: string | null; sentBy: Id<'user'> | null; sentAt: Date | null };

const insertBatchRow = sent((db: Drizzle, batch: Blanks<BatchRow & BatchSender>) =>
  db.insert(payoutBatches).values({
    id: batch.id,
    format: batch.format,
    accountId: batch.accountId,
    currency: batch.currency,
    state: batch.state,
    executeOn: batch.executeOn,
    note: batch.note,
    madeBy: batch.madeBy,
    madeAt: batch.madeAt,
    releasedBy: batch.releasedBy,
    releasedAt: batch.sentAt,
    sentBy: batch.sentBy,
    sentAt: batch.sentAt,
    digest: batch.digest,
  }),
);

type NewBatch = Omit<BatchRow, 'madeAt'> & {
  now: Date;
  /** The member who agreed to a payout that its maker has paid by hand already. */
  releasedBy?: string;
};

/** Writes a batch; its attempts follow in the same transaction. */
export async function insertBatch(tx: TransactionSender, { now, releasedBy, ...batch }: NewBatch): Promise<void> {
  const sentBy: BatchSender =
    releasedBy === undefined
      ? { state: 'prepared', releasedBy: null, sentBy: null, sentAt: null }
      : { state: 'sent', releasedBy, sentBy: batch.madeBy, sentAt: now };
  await insertBatchRow(tx, { ...batch, madeAt: now, ...sentBy });
}

type PayoutIds = { ids: readonly Id<'payout'>[] };

/** The first of these payouts whose customer is blocked. */
export const findBlocked = first((db: Reads, { ids }: Blanks<PayoutIds>) =>
  db
    .select({ reference: orders.reference })
    .from(payouts)
    .innerJoin(orders, eq(orders.id, payouts.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(isOneOf(payouts.id, ids), eq(users.status, 'blocked')))
    .orderBy(orders.reference)
    .limit(1),
);

const nextVersion = { version: sql`${payouts.version} + 1` };

type StateMove = PayoutIds & { from: readonly PayoutState[]; to: PayoutState; reason: string | null; now: Date };

/** Moves payouts that have one of the states `from`; answers those that moved. */
export const setPayoutStates = rows((db: Drizzle, { ids, from, to, reason, now }: Blanks<StateMove>) =>
  db
    .update(payouts)
    .set({ ...placeholderValues({ state: to, reason, updatedAt: now }), ...nextVersion })
    .where(and(isOneOf(payouts.id, ids), isOneOf(payouts.state, from)))
    .returning({ id: payouts.id }),
);

type SignatureValues = { id: Id<'payout'>; signature: Buffer; now: Date };

/** The new payee of a payout whose money was returned; false where it is not returned any more. */
export const setPayoutDetails = exists(
  (db: Drizzle, { id, details, signature, now }: Blanks<SignatureValues & Payee>) =>
    db
      .update(payouts)
      .set({
        ...placeholderValues({ details, signature, updatedAt: now }),
        ...nextVersion,
        state: 'due',
        detailsChanged: true,
        reason: null,
      })
      .where(and(eq(payouts.id, id), eq(payouts.state, 'returned')))
      .returning({ id: payouts.id }),
);

/** Stores another amount of a payout that waits for its order to be settled again, signed; decimal text. */
export const setPayoutAmount = sent(
  (db: Drizzle, { id, amount, signature, now }: Blanks<SignatureValues & { amount: string }>) =>
    db
      .update(payouts)
      .set({ ...placeholderValues({ amount, signature, updatedAt: now }), ...nextVersion })
      .where(eq(payouts.id, id)),
);

/** Records who approved a payout as owed, and when. */
export const setPayoutApproval = sent(
  (db: Drizzle, { id, by, now }: Blanks<{ id: Id<'payout'>; by: string; now: Date }>) =>
    db
      .update(payouts)
      .set(placeholderValues({ approvedBy: by, approvedAt: now }))
      .where(eq(payouts.id, id)),
);
