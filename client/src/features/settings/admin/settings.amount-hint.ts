import { formatMoneyText } from '#client/lib/format/format.ts';

/** An amount from 1,000 US dollars with separated thousands, as a hint below its field; undefined for less. */
export function usdHint(usd: number | null | undefined): string | undefined {
  return usd && usd >= 1000 ? formatMoneyText(usd, 'USD') : undefined;
}
