import { decimal } from '#shared/kernel/money.ts';
import { coinById } from '#shared/reference/coins.ts';
import type { PriceBatch, PriceProvider } from './prices.ts';

/** The prices that ship with the product, to the digit. Touches no network. */
export function samplePrices(): PriceProvider {
  return { source: 'sample', live: false, everySeconds: 0, fetchPrices: async (coinIds) => sampleBatch(coinIds) };
}

function sampleBatch(coinIds: readonly string[]): PriceBatch {
  const offers = coinIds.flatMap((coinId) => {
    const coin = coinById(coinId);
    return coin ? [{ coinId, priceUsd: decimal(coin.samplePrice), change24h: decimal(coin.sampleChange) }] : [];
  });
  const refused = coinIds
    .filter((coinId) => !coinById(coinId))
    .map((subject) => ({ subject, reason: 'has no sample price' }));
  return { offers, refused };
}
