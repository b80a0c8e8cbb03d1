import rows from './payout-currencies.json' with { type: 'json' };

export type CurrencyGroup = 'major' | 'african' | 'other';

export interface PayoutCurrency {
  /** ISO 4217. */
  code: string;
  name: string;
  symbol: string;
  /** ISO 3166 code (or EU) of the flag shown beside it; decoration only. */
  flag: string;
  /** Decimals of the smallest unit that is paid, as ISO 4217 lists them. */
  minorUnits: number;
  group: CurrencyGroup;
}

/** Every circulating currency of ISO 4217, except the four that no bank pays to from abroad (CUP, IRR, KPW, SYP). */
const inGroup = (group: CurrencyGroup): readonly PayoutCurrency[] =>
  rows[group].map((currency) => ({ ...currency, group }));

export const payoutCurrencies: readonly PayoutCurrency[] = (['major', 'african', 'other'] as const).flatMap(inGroup);

const byCode = new Map(payoutCurrencies.map((currency) => [currency.code, currency]));

/** A payout currency by its ISO 4217 code in upper case; undefined when it is not supported. */
export function payoutCurrency(code: string): PayoutCurrency | undefined {
  return byCode.get(code);
}

/** Decimals of a currency's smallest unit; 2 for one that ISO 4217 does not list. */
export function minorUnitsOf(code: string): number {
  return payoutCurrency(code)?.minorUnits ?? 2;
}
