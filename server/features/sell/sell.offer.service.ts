import type { Tx } from '#server/db/connection.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { Unprocessable, type Because } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { amountOf, type Amount } from '#shared/kernel/money.ts';
import { filled } from '#shared/kernel/reason.ts';
import type { PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { currencyRuleOf, payoutProblem, saleProblem } from '#shared/settings/settings.offer.ts';
import { promisedSince } from './sell.sums.queries.ts';

type Deps = Pick<Platform, 'now'> & SettingsPorts;

/** 422: this is not offered, or not now. */
export function notOffered(because: Because): Unprocessable {
  return new Unprocessable('not_offered', because);
}

/** Refuses with not_offered a new sale that is paused or off, or that pays out less or more than one may. */
export function requireOffered(
  deps: SettingsPorts,
  { cryptoId, currency }: { cryptoId: string; currency: string },
  net: Amount<'payout'> | undefined,
): void {
  const settings = settingsOf(deps);
  const rule = currencyRuleOf(settings.offer, currency);
  const because = saleProblem(settings, cryptoId, currency) ?? (net && payoutProblem(rule, currency, net));
  if (because) throw notOffered(because);
}

/** Refuses with not_offered a payout by a method that the currency is not paid out by. */
export function requireMethod(deps: SettingsPorts, currency: string, method: PaymentDetails['method']): void {
  if (currencyRuleOf(settingsOf(deps).offer, currency).methods.includes(method)) return;
  throw notOffered(filled('payout_method_off', { currency }));
}

/** Refuses with not_offered what would pass the cap of this UTC day; two at once cannot both find room. */
export async function requireRoomToday(tx: Tx, deps: Deps, currency: string, net: Amount<'payout'>): Promise<void> {
  const { dailyCap } = currencyRuleOf(settingsOf(deps).offer, currency);
  if (dailyCap === null) return;
  const now = deps.now();
  const from = new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`);
  const promised = amountOf('payout', await promisedSince(tx, { currency, from, now }));
  if (promised.plus(net).gt(amountOf('payout', String(dailyCap))))
    throw notOffered(filled('payout_day_full', { currency }));
}
