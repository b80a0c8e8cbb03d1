import type { WatchedAddress } from '#server/adapters/chains/chain.ts';
import { watchedOwnAddresses } from '#server/features/deposit-sources/deposit-sources.service.ts';
import { dayMs } from '#server/lib/time.ts';
import type { Platform } from '#server/platform.ts';
import { listWatched } from './deposits.queries.ts';

/** Customers pay late: an address is watched this long after it was last shown. */
const watchedMs = 30 * dayMs;

/** The deposit addresses in use, for the watcher of the chains. */
export async function watchedAddresses(
  { now, env }: Pick<Platform, 'now' | 'env'>,
  db: Platform['db'],
): Promise<readonly WatchedAddress[]> {
  const at = now();
  const shared = await listWatched(db, { since: new Date(at.getTime() - watchedMs), now: at });
  const own = await watchedOwnAddresses({ now, env }, db);
  if (own.length === 0) return shared;
  // Each address of a coin once, awaited where one of its sales is.
  const byAddress = new Map<string, WatchedAddress>();
  for (const one of [...shared, ...own]) {
    const key = `${one.coinId} ${one.address}`;
    byAddress.set(key, { ...one, isAwaited: one.isAwaited === true || byAddress.get(key)?.isAwaited === true });
  }
  return [...byAddress.values()];
}
