import { decimal } from '#shared/kernel/money.ts';
import { coinById } from '#shared/reference/coins.ts';
import { batchOf, type PriceProvider } from './prices.ts';

/** The prices that ship with the product, to the digit. Touches no network. */
export function samplePrices(): PriceProvider {
  const priceOf = (coinId: string) => {
    const coin = coinById(coinId);
    if (!coin) return 'missing' as const;
    return { coinId, priceUsd: decimal(coin.samplePrice), change24h: decimal(coin.sampleChange) };
  };
  const fetchPrices = async (coinIds: readonly string[]) => batchOf(coinIds, priceOf);
  return { source: 'sample', live: false, everySeconds: 0, quotedIn: 'usd', fetchPrices };
}
