import { formatMoneyText } from '#client/lib/format/format.ts';

/** A typed amount from 1,000 US dollars as it is written elsewhere, with its thousands apart; else undefined. */
export function groupedUsd(usd: number | null | undefined): string | undefined {
  return usd && usd >= 1000 ? formatMoneyText(usd, 'USD') : undefined;
}
