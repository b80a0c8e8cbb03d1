import { coins } from '#shared/reference/coins.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';

/** Units that an entry can be counted in, for a list to choose from: every coin, then every currency. */
export const unitOptions: readonly (readonly [value: string, text: string])[] = [
  ...coins.map(({ id, symbol, network }) => [id, `${symbol} · ${network}`] as const),
  ...payoutCurrencies.map(({ code, name }) => [code, `${code} · ${name}`] as const),
];
