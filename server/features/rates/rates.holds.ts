import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { decimal, toText } from '#shared/kernel/money.ts';
import { sampleSource } from '#shared/reference/fx-sample.ts';
import {
  insertHeldRateRow,
  supersedeHeldRates,
  type HeldKind,
  type NewHeldRate,
  type NewRate,
} from './rates.held.queries.ts';
import type { RatesDeps } from './rates.ports.ts';
import { liveValueOf, type LastGood } from './rates.queries.ts';
import { holdReasonOfCoin, holdReasonOfCurrency, type HoldReason, type Reference } from './rates.rules.ts';

type PlannedHold = { kind: HeldKind; rates: readonly NewRate[]; lastGood: readonly LastGood[] };

/** Separates plausible rates from those that need review, and holds the latter. */
export async function holdImplausible(
  tx: Tx,
  deps: Pick<RatesDeps, 'env' | 'log'>,
  { kind, rates, lastGood }: PlannedHold,
): Promise<{ good: NewRate[]; held: number }> {
  const holdReasonOf = kind === 'coin' ? holdReasonOfCoin : holdReasonOfCurrency;
  const newRates: NewRate[] = [];
  for (const rate of rates) {
    const reference = referenceOf(lastGood.find(({ subject }) => subject === rate.subject));
    // The shipped table is trusted: a new version may have a new one.
    const reason = rate.source === sampleSource ? undefined : holdReasonOf(rate.subject, reference, rate.value);
    if (reason) await holdRateForReview(tx, deps, { kind, lastGood: reference?.lastGood, rate }, reason);
    else newRates.push(rate);
  }
  await supersedeHeldRates(tx, kind, newRates);
  return { good: newRates, held: rates.length - newRates.length };
}

/** Holds one rate, reports it once: log, audit and mail. */
async function holdRateForReview(
  tx: Tx,
  { log, env }: Pick<RatesDeps, 'env' | 'log'>,
  insertHeld: NewHeldRate,
  reason: HoldReason,
): Promise<void> {
  const { isNew, shouldNotify } = await insertHeldRateRow(tx, insertHeld);
  if (!isNew) return;
  const { kind, rate } = insertHeld;
  const lastGood = insertHeld.lastGood ? toText(insertHeld.lastGood) : null;
  const amounts = { lastGood, offered: toText(rate.value), source: rate.source };
  log.warn({ kind, subject: rate.subject, ...amounts, reason }, 'a rate is held back for the administrator');
  await recordAudit(tx, 'system', 'rates.held', { type: kind, id: rate.subject }, { ...amounts, reason });
  if (!shouldNotify) return;
  const to = { userId: null, email: env.admin.email, language: 'en' };
  await sendMail(tx, { template: 'held_rate_notice', to, data: { subject: rate.subject, ...amounts } });
}

/** A shipped rate is no reference for a live one; which live sources made a rate does not matter. */
function referenceOf(row: LastGood | undefined): Reference | undefined {
  const lastGood = liveValueOf(row);
  if (!row || !lastGood) return undefined;
  const { lowest, highest } = row;
  return { lastGood, ...(lowest && { lowest: decimal(lowest) }), ...(highest && { highest: decimal(highest) }) };
}
