import { assertBank, notOffered } from '#server/features/payout-accounts/payout-accounts.bounds.service.ts';
import { railFor } from '#server/features/payout-accounts/payout-accounts.rails.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { assertWhole } from '#server/lib/refusal.ts';
import type { ExchangeTerms } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { unitOf } from '#shared/kernel/money.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { minorUnitsOf } from '#shared/reference/payout-currencies.ts';
import { currencyRuleOf, exchangeProblem } from '#shared/settings/settings.offer.ts';
import type { PricedExchange } from './fiat-exchange.pricing.ts';

/** Returns the bank rail of the currency that an exchange pays out. */
export const bankOf = (deps: SettingsPorts, toCurrency: string): string => railFor(deps, toCurrency, 'bank');

/** True if the rule of a currency lets a bank be paid in it. */
export const paysBanks = (deps: SettingsPorts, currency: string): boolean =>
  currencyRuleOf(settingsOf(deps).offer, currency).methods.includes(bankOf(deps, currency));

/** Refuses with above_maximum or below_minimum what that bank does not take in one payment. */
export function assertBankFor(
  deps: SettingsPorts,
  { pair: { to: currency }, output }: Pick<PricedExchange, 'pair' | 'output'>,
  field: 'amount' | 'inputAmount',
): void {
  assertBank(deps, { method: bankOf(deps, currency), currency }, output, field);
}

/**
 * Refuses with not_offered while exchanges, or one of the two currencies, are paused, and a currency that no bank is
 * paid in.
 */
export function assertOffered(deps: SettingsPorts, pair: Pick<ExchangeTerms, 'fromCurrency' | 'toCurrency'>) {
  const reason = exchangeProblem(settingsOf(deps), pair.fromCurrency, pair.toCurrency);
  if (reason) throw notOffered(reason);
  const { toCurrency: currency } = pair;
  if (!paysBanks(deps, currency)) throw notOffered(reasonWith('currency_not_offered', { currency }));
}

/** Refuses with invalid_input an amount finer than the smallest unit of its currency: it cannot be sent. */
export function assertSendable({ pair, amount }: PricedExchange, field: 'amount' | 'inputAmount'): void {
  assertWhole(amount, unitOf('sent', minorUnitsOf(pair.from)), { symbol: pair.from, field });
}
