import type { Tx } from '#server/db/connection.ts';
import { assertOutput } from '#server/features/orders/decide/orders.hash.service.ts';
import type { ByRail } from '#server/features/payout-accounts/payout-accounts.rails.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { Unprocessable, type RefusalReason } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, type Amount } from '#shared/kernel/money.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { railKindOf } from '#shared/reference/rails.ts';
import {
  currencyRuleOf,
  payoutProblem,
  railProblem,
  saleProblem,
  type RailProblem,
} from '#shared/settings/settings.offer.ts';
import type { AgreedTerms } from './sell.order-draft.ts';
import type { SellDeps } from './sell.ports.ts';
import type { SellInput } from './sell.pricing.ts';
import { promisedSince } from './sell.sums.queries.ts';

/** The refusal (422) of a sale that is not offered, or not now. */
export function notOffered(reason: RefusalReason): Unprocessable {
  return new Unprocessable('not_offered', reason);
}

/** Refuses with not_offered a new sale that is paused or off. */
export function assertOffered(
  deps: SettingsPorts,
  { cryptoId, currency }: { cryptoId: string; currency: string },
): void {
  const reason = saleProblem(settingsOf(deps), cryptoId, currency);
  if (reason) throw notOffered(reason);
}

/**
 * Refuses with not_offered a new sale whose payout is below the minimum or above the maximum; its rail is checked
 * first.
 */
export function assertPayoutOffered(deps: SettingsPorts, currency: string, net: Amount<'payout'>): void {
  const reason = payoutProblem(currencyRuleOf(settingsOf(deps).offer, currency), currency, net);
  if (reason) throw notOffered(reason);
}

/**
 * Refuses with above_maximum or below_minimum an amount that a rail does not take in one payment, and names a rail that
 * does.
 */
export function assertRail(deps: SettingsPorts, { method, currency }: ByRail, net: Amount<'payout'>): void {
  const rule = currencyRuleOf(settingsOf(deps).offer, currency);
  refuse(railProblem(rule, { method, currency }, net), 'paymentDetails.method');
}

/**
 * Refuses with above_maximum or below_minimum an exchange that the bank does not take in one payment; it names no
 * other rail.
 */
export function assertBank(
  deps: SettingsPorts,
  { method, currency }: ByRail,
  net: Amount<'payout'>,
  field: string,
): void {
  const rule = currencyRuleOf(settingsOf(deps).offer, currency);
  const methods = rule.methods.filter((id) => railKindOf(id) === 'bank');
  refuse(railProblem({ ...rule, methods }, { method, currency }, net), field);
}

/**
 * Refuses with above_maximum or below_minimum a payout of owed money by another rail; the bounds of new sales do not
 * count.
 */
export function assertOtherRail(
  deps: SettingsPorts,
  { method, currency }: ByRail,
  net: Amount<'payout'>,
  field = 'paymentDetails.method',
): void {
  const { methods } = currencyRuleOf(settingsOf(deps).offer, currency);
  refuse(railProblem({ min: null, max: null, methods }, { method, currency }, net), field);
}

function refuse(problem: RailProblem | undefined, field: string): void {
  if (problem) throw new Unprocessable(problem.code, problem.because, { fields: { [field]: problem.because } });
}

/** Refuses with not_offered a sale beyond the cap of this UTC day; of two at once only one can pass it. */
export async function assertRoomToday(
  tx: Tx,
  deps: Pick<Platform, 'now'> & SettingsPorts,
  currency: string,
  net: Amount<'payout'>,
): Promise<void> {
  const { dailyCap } = currencyRuleOf(settingsOf(deps).offer, currency);
  if (dailyCap === null) return;
  const now = deps.now();
  const from = new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`);
  const promisedAmount = amountOf('payout', await promisedSince(tx, { currency, from, now }), currency);
  if (promisedAmount.plus(net).gt(amountOf('payout', String(dailyCap), currency)))
    throw notOffered(reasonWith('payout_day_full', { currency }));
}

/** Refuses a hash for which `assertOutput` throws. */
export async function assertHashOutput(
  tx: Tx,
  deps: SellDeps,
  { userId, hash, sale }: { userId: Id<'user'>; hash: string | null; sale: SellInput },
  { terms, deposit: { address, memo: tag } }: AgreedTerms,
): Promise<void> {
  if (!hash) return;
  const { cryptoId: coinId, amount } = sale;
  const { valueUsd } = terms;
  await assertOutput(tx, deps, { orderId: null, userId, coinId, hash, address, tag, amount, valueUsd });
}
