import { formatPercent } from '#client/lib/format/format.ts';
import { decimal, round, toText } from '#shared/kernel/money.ts';

/** How much more the coins are than agreed, in per cent. */
export function percentAbove(agreed: number, coins: number): string {
  const agreedCoins = decimal(String(agreed));
  const percent = decimal(String(coins)).minus(agreedCoins).times('100').div(agreedCoins);
  return formatPercent(toText(round(percent, { decimals: 2 }, 'half-up')));
}
