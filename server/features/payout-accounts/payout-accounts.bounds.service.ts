import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { Unprocessable, type RefusalReason } from '#server/lib/refusal.ts';
import type { Amount } from '#shared/kernel/money.ts';
import { railKindOf } from '#shared/reference/rails.ts';
import { currencyRuleOf, payoutProblem, railProblem, type RailProblem } from '#shared/settings/settings.offer.ts';
import type { ByRail } from './payout-accounts.rails.service.ts';

/** The refusal (422) of a sale or an exchange that is not offered, or not now. */
export function notOffered(reason: RefusalReason): Unprocessable {
  return new Unprocessable('not_offered', reason);
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
