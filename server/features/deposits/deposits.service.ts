import type { WatchedAddress } from '#server/adapters/chains/chain.ts';
import { dayMs } from '#server/lib/time.ts';
import type { Platform } from '#server/platform.ts';
import { listWatched } from './deposits.queries.ts';

/** Customers pay late: an address is watched this long after it was last shown. */
const watchedMs = 30 * dayMs;

export async function watchedAddresses(
  { now }: Pick<Platform, 'now'>,
  db: Platform['db'],
): Promise<readonly WatchedAddress[]> {
  const at = now();
  return listWatched(db, { since: new Date(at.getTime() - watchedMs), now: at });
}
