import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { notifyTeam } from '#server/features/mail/notices/notices.service.ts';
import type { Mover } from '#server/features/orders/orders.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { assertNoOwnCase } from '#server/http/guards/guard.ts';
import type { Idempotency, Outcome } from '#server/http/guards/idempotency.ts';
import { newId } from '#server/lib/new-id.ts';
import { Conflict, Invalid, Unprocessable } from '#server/lib/refusal.ts';
import type { BodyOf } from '#shared/kernel/endpoint.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import type { BatchView, makeBatch as makeBatchContract } from '#shared/payouts/payouts.batches.contract.ts';
import { paysRail } from '#shared/payouts/payouts.fit.ts';
import type { BatchFormat } from '#shared/payouts/payouts.lifecycle.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import { holdAccount } from '../accounts/payouts.accounts.queries.ts';
import { maxRows } from '../files/payouts.file.ts';
import { lockPayouts, readBatchLines, type PayoutRow } from '../list/payouts.list.queries.ts';
import { batchDigest, batchReference, moneyText, payeeOf } from '../list/payouts.present.ts';
import { actorIdOf } from '../payouts.entries.ts';
import { setBatchState } from '../payouts.moves.queries.ts';
import type { PayoutsDeps } from '../payouts.ports.ts';
import { insertAttemptsOf, insertBatch, readNextNumbers } from '../payouts.queries.ts';
import { auditedPayout, payoutSubject, movePayouts } from '../payouts.service.ts';
import { readBatch, setDigest } from './payouts.batches.queries.ts';
import { presentBatch } from './payouts.batches.view.service.ts';
import { payingOf, writeBatchFile } from './payouts.files.service.ts';
import {
  assertNotBlocked,
  assertPayable,
  assertSettledAsSigned,
  withSettlementAlarm,
} from './payouts.payable.service.ts';

type Body = BodyOf<typeof makeBatchContract>;

/**
 * Makes a batch of payouts that are due: all of them or none, however many members try at once. Refuses with
 * payouts_taken where one is no longer due, own_case, customer_blocked and payee_blocked.
 */
export async function makeBatch(
  deps: PayoutsDeps,
  actor: Actor,
  body: Body,
  idempotency: Idempotency<BatchView>,
): Promise<Outcome<BatchView>> {
  // Prices are read before rows are locked: members who wait for those may hold every other connection.
  await deps.rates();
  const result = idempotency.run(async (tx) => {
    const now = deps.now();
    const executeOn = executionDay(body.executeOn, now);
    const ids = [...new Set(body.payoutIds)];
    const rows = await lockPayouts(tx, ids);
    const dueIds = new Set(rows.filter(({ state }) => state === 'due').map(({ id }) => id));
    const takenIds = ids.filter((id) => !dueIds.has(id));
    if (takenIds.length > 0)
      throw new Conflict(
        'payouts_taken',
        reasonWith('payouts_taken', { count: takenIds.length, ids: takenIds.join(',') }),
      );
    assertNoOwnCase(actor, rows);
    await assertNotBlocked(tx, ids);
    const { format, currency } = await requireFit(tx, body, rows);
    for (const row of rows) assertPayable(deps, row, row.details, format);
    await assertSettledAsSigned(tx, rows);
    const batchId = await store(tx, actor, rows, { ...body, format, currency, executeOn, now });
    await movePayouts(tx, actor, rows, 'batched', { from: ['due'], now });
    if (format !== 'by_hand') {
      const lines = await readBatchLines(tx, { batchId });
      const digest = await writeBatchFile(tx, await readBatch(tx, batchId), { lines, now, executeOn });
      await setDigest(tx, { id: batchId, digest, executeOn });
    }
    const batch = await readBatch(tx, batchId);
    const { seq, count, total } = batch;
    const batchDetails = { format, count, total, currency };
    await recordAudit(tx, actor, 'payout_batch.made', { type: 'payout_batch', id: batchId }, batchDetails);
    const data = { batch: batchReference(seq), count, total, currency };
    await notifyTeam(tx, { template: 'batch_to_release', data, by: actor.userId });
    return presentBatch(tx, deps, actor, batch);
  });
  return withSettlementAlarm(deps, result);
}

type BatchFormatAndCurrency = { format: BatchFormat; currency: string };

/** The format and the currency of all payouts. Refuses with invalid_input where the account pays something else. */
async function requireFit(
  tx: Tx,
  { accountId, format: askedFormat }: Body,
  rows: readonly PayoutRow[],
): Promise<BatchFormatAndCurrency> {
  const account = accountId === null ? undefined : await holdAccount(tx, { id: accountId });
  const invalid = (
    field: string,
    reason: 'payout_account_unusable' | 'payout_currency_differs' | 'payout_method_differs',
  ) => new Invalid('invalid_input', reason, { fields: { [field]: reason } });
  if (accountId !== null && !account?.isActive) throw invalid('accountId', 'payout_account_unusable');
  const format = account ? (askedFormat ?? account.format) : 'by_hand';
  if (
    (account && askedFormat && askedFormat !== account.format && askedFormat !== 'by_hand') ||
    (!account && askedFormat && askedFormat !== 'by_hand')
  )
    throw invalid('format', 'payout_account_unusable');
  const paying = account && (await payingOf(tx, { accountId, format }));
  if (account && !paying) throw invalid('accountId', 'payout_account_unusable');
  const currency = account?.currency ?? rows[0]?.currency ?? '';
  if (rows.some((row) => row.currency !== currency)) throw invalid('payoutIds', 'payout_currency_differs');
  if (rows.some((row) => !paysRail(format, payeeOf(row.details).method, paying?.shape?.rails)))
    throw invalid('payoutIds', 'payout_method_differs');
  if (format !== 'by_hand' && rows.length > maxRows[format])
    throw new Unprocessable('too_many_rows', reasonWith('too_many_rows', { max: maxRows[format] }));
  return { format, currency };
}

/** A bank executes a payment at most so many days after it was ordered. */
const maxDaysAhead = 30;

function executionDay(requestedDay: string | undefined, now: Date): string {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const today = dayOf(now.getTime());
  if (requestedDay === undefined) return today;
  if (requestedDay >= today && requestedDay <= dayOf(now.getTime() + maxDaysAhead * dayMs)) return requestedDay;
  const invalidDay = reasonWith('payout_day_invalid', { days: maxDaysAhead });
  throw new Invalid('invalid_input', invalidDay, { fields: { executeOn: invalidDay } });
}

async function store(
  tx: Tx,
  actor: Actor,
  rows: readonly PayoutRow[],
  {
    accountId,
    format,
    currency,
    executeOn,
    note,
    now,
  }: Body & BatchFormatAndCurrency & { executeOn: string; now: Date },
): Promise<Id<'payoutBatch'>> {
  const numbers = await readNextNumbers(tx, [...new Set(rows.map(({ orderId }) => orderId))]);
  const attempts = rows.map(({ id: payoutId, orderId, reference, amount: sum, details }) => {
    const nextNumber = numbers.get(orderId) ?? { no: 1, seq: 1 };
    // Two payouts of one order may be in one batch.
    numbers.set(orderId, { ...nextNumber, no: nextNumber.no + 1 });
    return { payoutId, no: nextNumber.no, reference, amount: moneyText(sum, currency), currency, details };
  });
  const lines = attempts.map(({ reference, no, amount, details: payee }) => {
    return { endToEndId: `${reference}-${no}`, amount, payee };
  });
  const id = newId('payoutBatch');
  const digest = batchDigest({ accountId, format, currency, lines });
  const batch = { id, format, accountId, currency, executeOn, note: note || null, digest };
  await insertBatch(tx, { ...batch, madeBy: actor.userId, now });
  await insertAttemptsOf(tx, id, attempts, null);
  return id;
}

type VoidedBatch = {
  id: Id<'payoutBatch'>;
  to: 'cancelled' | 'withdrawn';
  lines: readonly PayoutRow[];
  /** The lines of the batch that are held; the others are due again. */
  held: readonly PayoutRow[];
  reason: string | null;
  /** True if the orders of the held lines move as well, whose transaction writes their stages. */
  withOrders?: boolean;
  now: Date;
};

/** Ends a batch that is locked and of which nothing was paid. Returns the audited details. */
export async function voidBatch(
  tx: Tx,
  mover: Mover,
  { id, to, lines, held, reason, withOrders = false, now }: VoidedBatch,
): Promise<{ reason: string | null; held: number }> {
  await setBatchState(tx, id, to, { by: actorIdOf(mover), now, text: reason });
  await movePayouts(tx, mover, held, 'held', { withOrders, reason: reason ?? '', now });
  for (const line of held)
    await recordAudit(tx, mover, 'payout.held', payoutSubject(line), auditedPayout(line, reason));
  const dueLines = lines.filter((line) => !held.includes(line));
  await movePayouts(tx, mover, dueLines, 'due', { from: ['batched'], now });
  return { reason, held: held.length };
}
