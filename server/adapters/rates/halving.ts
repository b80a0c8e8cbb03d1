import { UnknownMarketError } from '#server/lib/feed-error.ts';
import type { PriceProvider } from './prices.ts';

/**
 * Halves the question to a source that refuses it for one unknown market, one question a round, until that market is
 * found; it then counts as missing for `restMs`. Other coins keep their last prices meanwhile. `now` is in ms.
 */
export function askedInHalves(provider: PriceProvider, now: () => number, restMs: number): PriceProvider {
  const unknownUntil = new Map<string, number>();
  /** State after a refusal: the groups to ask, and the coins that were answered since. */
  let groups: readonly (readonly string[])[] = [];
  let answeredIds: readonly string[] = [];

  const halvesOf = (group: readonly string[]) => {
    const middle = Math.ceil(group.length / 2);
    if (middle < group.length) return [group.slice(0, middle), group.slice(middle)];
    for (const id of group) unknownUntil.set(id, now() + restMs);
    return [];
  };
  const fetchPrices: PriceProvider['fetchPrices'] = async (coinIds) => {
    const listedCoinIds = coinIds.filter((id) => (unknownUntil.get(id) ?? 0) <= now());
    const group = listedCoinIds.filter((id) => groups[0]?.includes(id) ?? true);
    const askedIds = listedCoinIds.filter((id) => group.includes(id) || answeredIds.includes(id));
    try {
      const batch = askedIds.length > 0 ? await provider.fetchPrices(askedIds) : { prices: [], refused: [] };
      groups = groups.slice(1);
      answeredIds = groups.length > 0 ? askedIds : [];
      const missingCoinIds = coinIds.filter((id) => !listedCoinIds.includes(id));
      return {
        ...batch,
        refused: [...batch.refused, ...missingCoinIds.map((subject) => ({ subject, why: 'missing' as const }))],
      };
    } catch (error) {
      if (error instanceof UnknownMarketError) groups = [...halvesOf(group), ...groups.slice(1)];
      throw error;
    }
  };
  return { ...provider, fetchPrices };
}
