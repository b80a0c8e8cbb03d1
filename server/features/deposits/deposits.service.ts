import type { WatchedAddress } from '#server/adapters/chains/chain.ts';
import type { SaleDeposits } from '#server/features/orders/orders.ports.ts';
import { dayMs } from '#server/lib/time.ts';
import type { Platform } from '#server/platform.ts';
import { judgeDeposit } from './deposits.decisions.service.ts';
import { createVerdictLevels } from './deposits.levels.service.ts';
import { hasFreeOutput, readTransaction, type ReadDeps } from './deposits.outputs.service.ts';
import { listWatched } from './deposits.queries.ts';
import type { VerdictDeps } from './deposits.verdict.service.ts';

/** Customers pay late: an address is watched this long after it was last shown. */
const watchedMs = 30 * dayMs;

export async function watchedAddresses(
  { now }: Pick<Platform, 'now'>,
  db: Platform['db'],
): Promise<readonly WatchedAddress[]> {
  const at = now();
  return listWatched(db, { since: new Date(at.getTime() - watchedMs), now: at });
}

/** What orders and sales learn from the chains. */
export function saleDeposits(deps: VerdictDeps & ReadDeps): SaleDeposits {
  return {
    judge: (tx, decision) => judgeDeposit(deps, tx, decision),
    levels: createVerdictLevels(deps),
    readTransaction: (coinId, hash) => readTransaction(deps, coinId, hash),
    hasFreeOutput: (tx, sale) => hasFreeOutput(deps, tx, sale),
  };
}
