import { createHash, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import type { Drizzle } from '#server/db/query.ts';
import { column, orNull } from '#server/db/rows.ts';
import { signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { batchedWrite, readStatement, writeStatement, type Runner } from '#server/db/statements.ts';
import { canonicalJson } from '#server/lib/keys.ts';
import type { AttemptState, BatchState, PayoutState, ReturnReason } from '#shared/payouts/payouts.lifecycle.ts';
import { payouts, type payoutAttempts, type payoutBatches } from './payouts.tables.ts';

const insertOne = batchedWrite(
  `insert into payouts (id, order_id, kind, seq, amount, currency, state, note, approved_by, approved_at, details,
     created_at, updated_at, signature)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $10, $10, $12)`,
);

type NewPayout = Pick<
  typeof payouts.$inferInsert,
  'orderId' | 'kind' | 'seq' | 'amount' | 'currency' | 'state' | 'note' | 'approvedBy'
> & { details: unknown; now: Date };

/** Writes a payout, signed; returns its id. */
export async function insertPayout(tx: Runner<'batched'>, payout: NewPayout): Promise<string> {
  const { orderId, kind, seq, amount, currency, details, state, note, approvedBy, now } = payout;
  const id = randomUUID();
  const signature = signRow(signedTables.payout, { id, orderId, kind, seq, amount, currency, details });
  const json = JSON.stringify(details);
  await tx.run(insertOne, [id, orderId, kind, seq, amount, currency, state, note, approvedBy, now, json, signature]);
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

const insertAttempts = batchedWrite(
  `insert into payout_attempts (id, payout_id, no, batch_id, end_to_end_id, amount, currency, details, fingerprint,
     signature, state, sent_at)
   select r.id, r."payoutId", r.no, r."batchId", r."endToEndId", r.amount::numeric, r.currency, r.details,
     r.fingerprint, decode(r.signature, 'base64'), $2, $3
   from jsonb_to_recordset($1::jsonb) as r (id uuid, "payoutId" uuid, no int, "batchId" uuid, "endToEndId" text,
     amount text, currency text, details jsonb, fingerprint text, signature text)`,
);

type NewAttempt = Pick<typeof payoutAttempts.$inferInsert, 'id' | 'payoutId' | 'no' | 'amount' | 'currency'> & {
  reference: string;
  details: unknown;
};

/** Writes attempts of a batch, each with its own signed copy of the payee. */
export async function insertAttemptsOf(
  tx: Runner<'batched'>,
  batchId: string,
  attempts: readonly NewAttempt[],
  sentAt: Date | null,
): Promise<void> {
  const rows = attempts.map(({ id = randomUUID(), reference, ...attempt }) => {
    const row = { ...attempt, id, batchId, endToEndId: `${reference}-${attempt.no}` };
    const signature = signRow(signedTables.payoutAttempt, row).toString('base64');
    return { ...row, fingerprint: fingerprintOf(attempt.details), signature };
  });
  await tx.run(insertAttempts, [JSON.stringify(rows), sentAt ? 'sent' : 'open', sentAt]);
}

/** Of a payee, so that equal ones are found. */
export function fingerprintOf(details: unknown): string {
  return sha256Hex(canonicalJson(details).toLowerCase().replaceAll(/\s/g, ''));
}

export function sha256Hex(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

const insertBatchRow = batchedWrite(
  `insert into payout_batches (id, format, account_id, currency, state, execute_on, note, made_by, made_at,
     released_by, released_at, sent_by, sent_at, digest)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $10, $11, $12)`,
);

type NewBatch = Omit<typeof payoutBatches.$inferInsert, 'state' | 'madeAt'> & {
  now: Date;
  /** Paid by hand already. */
  isSent?: boolean;
};

/** Writes a batch; its attempts follow in the same transaction. */
export async function insertBatch(tx: Runner<'batched'>, batch: NewBatch): Promise<void> {
  const { id, format, accountId, currency, executeOn, note, madeBy, now, digest, isSent = false } = batch;
  const state = isSent ? 'sent' : 'prepared';
  const sent = isSent ? [madeBy, now] : [null, null];
  await tx.run(insertBatchRow, [id, format, accountId, currency, state, executeOn, note, madeBy, now, ...sent, digest]);
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
