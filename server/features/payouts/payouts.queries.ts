import { createHash, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { manyOf, type ListsOf } from '#server/db/many.ts';
import { sent, type Blanks, type Drizzle, type Sends } from '#server/db/query.ts';
import { column, orNull } from '#server/db/rows.ts';
import { signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { canonicalJson } from '#server/lib/keys.ts';
import type { AttemptState, BatchState, PayoutState, ReturnReason } from '#shared/payouts/payouts.lifecycle.ts';
import { payoutAttempts, payoutBatches, payouts } from './payouts.tables.ts';

/** Whoever reads a payee checks its shape. */
type Payee = { details: unknown };
type PayoutRow = Omit<typeof payouts.$inferSelect, 'details' | 'reason' | 'detailsChanged' | 'version'> & Payee;

const insertOne = sent((db: Drizzle, payout: Blanks<PayoutRow>) =>
  db.insert(payouts).values({
    id: payout.id,
    orderId: payout.orderId,
    kind: payout.kind,
    seq: payout.seq,
    amount: payout.amount,
    currency: payout.currency,
    state: payout.state,
    note: payout.note,
    approvedBy: payout.approvedBy,
    approvedAt: payout.approvedAt,
    details: payout.details,
    createdAt: payout.createdAt,
    updatedAt: payout.updatedAt,
    signature: payout.signature,
  }),
);

type NewPayout = Pick<PayoutRow, 'orderId' | 'kind' | 'seq' | 'amount' | 'currency' | 'state' | 'approvedBy'> &
  Partial<Pick<PayoutRow, 'note'>> &
  Payee & { now: Date };

/** Writes a payout, signed; returns its id. */
export async function insertPayout(tx: Sends<Drizzle>, { now, note = null, ...payout }: NewPayout): Promise<string> {
  const { orderId, kind, seq, amount, currency, details } = payout;
  const id = randomUUID();
  const signature = signRow(signedTables.payout, { id, orderId, kind, seq, amount, currency, details });
  await insertOne(tx, { ...payout, id, note, approvedAt: now, createdAt: now, updatedAt: now, signature });
  return id;
}

const nextNumbers = writeStatement({ orderId: column.uuid, no: column.integer, seq: column.integer })`
  select p.order_id as "orderId", coalesce(max(a.no), 0) + 1 as no, max(p.seq) + 1 as seq
  from payouts p left join payout_attempts a on a.payout_id = p.id where p.order_id = any($1::uuid[]) group by 1`;

/** The next numbers of attempts and payouts of orders whose rows are locked; those without a payout begin at 1. */
export async function readNextNumbers(
  tx: Tx,
  orderIds: readonly string[],
): Promise<Map<string, { no: number; seq: number }>> {
  return new Map((await tx.run(nextNumbers, [orderIds])).map(({ orderId, ...next }) => [orderId, next]));
}

const written = manyOf(
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

const insertAttempts = sent((db: Drizzle, lists: ListsOf<typeof written>) =>
  db.insert(payoutAttempts).select(written.rowsOf(lists)),
);

type AttemptRow = typeof payoutAttempts.$inferInsert;
type NewAttempt = Pick<AttemptRow, 'id' | 'payoutId' | 'no' | 'amount' | 'currency'> & Payee & { reference: string };

/** Writes attempts of a batch, each with its own signed copy of the payee. */
export async function insertAttemptsOf(
  tx: Sends<Drizzle>,
  batchId: string,
  attempts: readonly NewAttempt[],
  sentAt: Date | null,
): Promise<void> {
  const rows = attempts.map(({ id = randomUUID(), reference, ...attempt }) => {
    const row = { ...attempt, id, batchId, endToEndId: `${reference}-${attempt.no}` };
    const signature = signRow(signedTables.payoutAttempt, row);
    const fingerprint = fingerprintOf(attempt.details);
    const state: AttemptState = sentAt ? 'sent' : 'open';
    return { ...row, details: row.details as AttemptRow['details'], fingerprint, signature, state, sentAt };
  });
  await insertAttempts(tx, written.listsOf(rows));
}

/** Of a payee, so that equal ones are found. */
export function fingerprintOf(details: unknown): string {
  return sha256Hex(canonicalJson(details).toLowerCase().replaceAll(/\s/g, ''));
}

export function sha256Hex(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

type BatchRow = Pick<
  typeof payoutBatches.$inferSelect,
  'id' | 'format' | 'accountId' | 'currency' | 'executeOn' | 'note' | 'madeBy' | 'madeAt' | 'digest'
>;
type SentBy = { state: BatchState; sentBy: string | null; sentAt: Date | null };

const insertBatchRow = sent((db: Drizzle, batch: Blanks<BatchRow & SentBy>) =>
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
    releasedBy: batch.sentBy,
    releasedAt: batch.sentAt,
    sentBy: batch.sentBy,
    sentAt: batch.sentAt,
    digest: batch.digest,
  }),
);

type NewBatch = Omit<BatchRow, 'madeAt'> & {
  now: Date;
  /** Paid by hand already. */
  isSent?: boolean;
};

/** Writes a batch; its attempts follow in the same transaction. */
export async function insertBatch(tx: Sends<Drizzle>, { now, isSent = false, ...batch }: NewBatch): Promise<void> {
  const sentBy: SentBy = isSent
    ? { state: 'sent', sentBy: batch.madeBy, sentAt: now }
    : { state: 'prepared', sentBy: null, sentAt: null };
  await insertBatchRow(tx, { ...batch, madeAt: now, ...sentBy });
}

/** The reference of the first of these payouts whose customer is blocked. */
export const findBlocked = readStatement({ reference: column.text }).value<[ids: readonly string[]]>()`
  select t.reference from payouts p join orders t on t.id = p.order_id join users u on u.id = t.user_id
  where p.id = any($1::uuid[]) and u.status = 'blocked' order by t.reference limit 1`;

/** Moves payouts that have one of the states `from`; returns how many moved. */
export const setPayoutStates = writeStatement({ id: column.uuid }).count<
  [ids: readonly string[], from: readonly PayoutState[], to: PayoutState, reason: string | null, now: Date]
>()`
  update payouts set state = $3, reason = $4, version = version + 1, updated_at = $5
  where id = any($1::uuid[]) and state = any($2::text[]) returning id`;

/** The new payee of a payout whose money came back, as JSON; false where it is not returned any more. */
export const setPayoutDetails = writeStatement({ id: column.uuid }).exists<
  [id: string, details: string, signature: Buffer, now: Date]
>()`
  update payouts set state = 'due', details = $2::jsonb, details_changed = true, signature = $3, reason = null,
    version = version + 1, updated_at = $4 where id = $1 and state = 'returned' returning id`;

const amountOfPayout = (db: Drizzle) =>
  db
    .update(payouts)
    .set({
      amount: sql`${sql.placeholder('amount')}`,
      signature: sql`${sql.placeholder('signature')}`,
      version: sql`${payouts.version} + 1`,
      updatedAt: sql`${sql.placeholder('now')}`,
    })
    .where(eq(payouts.id, sql.placeholder('id')));

/** Another amount of a payout that waits for its order to be settled again, signed; decimal text. */
export async function setPayoutAmount(tx: Tx, id: string, amount: string, signature: Buffer, now: Date): Promise<void> {
  await tx.ask(amountOfPayout, { id, amount, signature, now });
}

const approvalOfPayout = (db: Drizzle) =>
  db
    .update(payouts)
    .set({ approvedBy: sql`${sql.placeholder('by')}`, approvedAt: sql`${sql.placeholder('now')}` })
    .where(eq(payouts.id, sql.placeholder('id')));

/** Who said that a payout is owed, and when. */
export async function setPayoutApproval(tx: Tx, id: string, by: string, now: Date): Promise<void> {
  await tx.ask(approvalOfPayout, { id, by, now });
}

const moveAttemptRows = writeStatement({ batchId: orNull(column.uuid) })`
  update payout_attempts set state = $2, sent_at = case when $2 = 'sent' then coalesce(sent_at, $3) else sent_at end,
    settled_at = case when $2 = 'settled' then coalesce((($7::jsonb ->> payout_id::text)::date + time '12:00') at time zone 'utc', $3) when $2 = 'sent' then null else settled_at end,
    settled_by = case when $2 = 'settled' then $4 when $2 = 'sent' then null else settled_by end,
    returned = case when $2 = 'returned' then $5::jsonb when $2 in ('sent', 'settled') then null else returned end
  where payout_id = any($1::uuid[]) and state = any($6::text[])
    and no = (select max(x.no) from payout_attempts x where x.payout_id = payout_attempts.payout_id)
  returning batch_id as "batchId"`;
const closeBatches = writeStatement({ id: column.uuid })`
  update payout_batches b set state = case when b.state = 'sent' then 'closed' else 'sent' end
  from (select id from payout_batches where id = any($1::uuid[]) order by id for update) touched
  where b.id = touched.id and b.state in ('sent', 'closed')
    and (b.state = 'sent') = not exists (select from payout_attempts a where a.batch_id = b.id
      and a.state in ('open', 'sent')) returning b.id`;

/** Money that came back: when, how much of it, and what the bank took. */
export type ReturnedMoney = {
  reason: ReturnReason;
  /** In the words of a member; never a text of the bank, which names third persons. */
  note: string | null;
  at: string;
  amount: string;
  fee: string | null;
};

/** `bookedOn`: the days on which the bank booked payouts, by their ids. */
export type AttemptMove = {
  settledBy?: string | null;
  returned?: ReturnedMoney | null;
  bookedOn?: Readonly<Record<string, string>>;
};

/** Moves the latest attempts of payouts; a batch of which every line has its end closes, and opens when one has not. */
export async function setAttemptStates(
  tx: Tx,
  payoutIds: readonly string[],
  {
    from,
    to,
    now,
    settledBy = null,
    returned = null,
    bookedOn = {},
  }: AttemptMove & { from: string[]; to: AttemptState; now: Date },
): Promise<void> {
  const details = returned && JSON.stringify(returned);
  const moved = await tx.run(moveAttemptRows, [payoutIds, to, now, settledBy, details, from, JSON.stringify(bookedOn)]);
  await tx.run(closeBatches, [[...new Set(moved.flatMap(({ batchId }) => batchId ?? []))]]);
}

const moveBatchRow = writeStatement({ id: column.uuid })`
  update payout_batches set state = $2,
    released_by = case when $2 = 'released' then $3 else released_by end,
    released_at = case when $2 = 'released' then $4 else released_at end,
    needs_second = case when $2 = 'released' then $6 else needs_second end,
    execute_on = case when $2 = 'released' then greatest(execute_on, ($4::timestamptz at time zone 'utc')::date)
      else execute_on end,
    sent_by = case when $2 = 'sent' then $3 else sent_by end, sent_at = case when $2 = 'sent' then $4 else sent_at end,
    bank_reference = case when $2 = 'sent' then $5 else bank_reference end,
    ended_by = case when $2 in ('cancelled', 'withdrawn') then $3 end,
    ended_at = case when $2 in ('cancelled', 'withdrawn') then $4 end,
    end_reason = case when $2 in ('cancelled', 'withdrawn') then $5 end
  where id = $1 and ($2 <> 'sent' or not exists (select from payout_attempts where batch_id = $1 and state = 'open'))
  returning id`;

/** Moves a batch that is locked, to `sent` only with its last line. `text` is the bank's reference, or why it ended. */
export async function setBatchState(
  tx: Tx,
  id: string,
  to: BatchState,
  {
    by,
    now,
    text = null,
    needsSecond = false,
  }: { by: string | null; now: Date; text?: string | null; needsSecond?: boolean },
): Promise<void> {
  await tx.run(moveBatchRow, [id, to, by, now, text, needsSecond]);
}
