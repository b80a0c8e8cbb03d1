import type { Platform } from '#server/platform.ts';
import type { VerdictLevel } from '#shared/orders/orders.verdict-levels.ts';
import { coinsOfChain } from '#shared/reference/chains.ts';
import { listOpenSales } from './deposits.queries.ts';
import { verdictOn, type VerdictDeps } from './deposits.verdict.service.ts';

type Deps = VerdictDeps & Pick<Platform, 'db'>;
export type OrderLevel = { id: string; level: VerdictLevel };

/** Beyond these, the queue shows no colours. */
const maxSales = 200;
const atOnce = 4;
const cachedMs = 2_000;

/** The levels of open sales, oldest first, cached for two seconds; none for coins whose chain is not read. */
export function createVerdictLevels(deps: Deps): () => Promise<readonly OrderLevel[]> {
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

async function readLevels(deps: Deps): Promise<readonly OrderLevel[]> {
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
