import type { WatchedAddress } from '#server/adapters/chains/chain.ts';
import { watchedOwnAddresses } from '#server/features/deposit-sources/deposit-sources.service.ts';
import type { SaleDeposits } from '#server/features/orders/orders.ports.ts';
import { dayMs } from '#server/lib/time.ts';
import type { Platform } from '#server/platform.ts';
import type { VerdictLevel } from '#shared/orders/orders.verdict-levels.ts';
import { coinsOfChain } from '#shared/reference/chains.ts';
import { judgeDeposit } from './deposits.decisions.service.ts';
import { hasFreeOutput, readTransaction, type ReadDeps } from './deposits.outputs.service.ts';
import { listOpenSales, listWatched } from './deposits.queries.ts';
import { verdictOn, type VerdictDeps } from './deposits.verdict.service.ts';

/** Customers pay late: an address is watched this long after it was last shown. */
const watchedMs = 30 * dayMs;

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

/** What orders and sales learn from the chains. */
export function saleDeposits(deps: VerdictDeps & ReadDeps): SaleDeposits {
  return {
    judge: (tx, decision) => judgeDeposit(deps, tx, decision),
    levels: createVerdictLevels(deps),
    readTransaction: (coinId, hash) => readTransaction(deps, coinId, hash),
    hasFreeOutput: (tx, sale) => hasFreeOutput(deps, tx, sale),
  };
}

type LevelDeps = VerdictDeps & Pick<Platform, 'db'>;
type OrderLevel = { id: string; level: VerdictLevel };

/** Beyond these, the queue shows no colours. */
const maxSales = 200;
const atOnce = 4;
const cachedMs = 2_000;

/** The levels of open sales, oldest first, cached for two seconds; none for coins whose chain is not read. */
function createVerdictLevels(deps: LevelDeps): () => Promise<readonly OrderLevel[]> {
  let cached: { at: number; levels: Promise<readonly OrderLevel[]> } | undefined;
  return () => {
    const now = deps.now().getTime();
    if (cached && now - cached.at < cachedMs) return cached.levels;
    const levels = readLevels(deps);
    cached = { at: now, levels };
    levels.catch(() => {
      cached = undefined;
    });
    return levels;
  };
}

async function readLevels(deps: LevelDeps): Promise<readonly OrderLevel[]> {
  const coinIds = [...deps.chainReaders.keys()].flatMap(coinsOfChain);
  if (coinIds.length === 0) return [];
  const sales = await listOpenSales(deps.db, coinIds, maxSales);
  const levels: OrderLevel[] = [];
  for (let from = 0; from < sales.length; from += atOnce) {
    const some = await Promise.all(sales.slice(from, from + atOnce).map(({ id }) => verdictOn(deps, deps.db, id)));
    levels.push(...some.flatMap((found) => (found ? [{ id: found.sale.id, level: found.verdict.level }] : [])));
  }
  return levels;
}
