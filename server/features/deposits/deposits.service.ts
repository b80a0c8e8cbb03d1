import type { WatchedAddress } from '#server/adapters/chains/chain.ts';
import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { markPaid, watchedOwnAddresses } from '#server/features/deposit-sources/deposit-sources.service.ts';
import type { SaleDeposits } from '#server/features/orders/orders.ports.ts';
import { listLeasedTransfers, listToOpen, openFromDeposit } from '#server/features/sell/sell.opening.service.ts';
import { describeError } from '#server/lib/safe-error.ts';
import type { Platform } from '#server/platform.ts';
import { arrivedOf } from '#shared/deposits/deposits.counted.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, toText, toWire } from '#shared/kernel/money.ts';
import { unevenOf, type UnevenCode, type VerdictLevel } from '#shared/orders/orders.verdict-levels.ts';
import { coinsOfChain, type ChainName } from '#shared/reference/chains.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import { bookClaims } from './deposits.claims.service.ts';
import { judgeDeposit, releaseCancelled } from './deposits.decisions.service.ts';
import { hasFreeOutput, readTransaction } from './deposits.outputs.service.ts';
import type { DepositsDeps } from './deposits.ports.ts';
import { listNewsOf, listOpenSales, listWaiting, listWatched, writeRateThen } from './deposits.queries.ts';
import { doubtsOf, rereadOrders, rereadSale } from './deposits.reread.service.ts';
import { insertClaims } from './deposits.verdict.queries.ts';
import { verdictOn } from './deposits.verdict.service.ts';

/** Customers pay late: an address is watched this long after it was last shown. */
const watchedMs = 30 * dayMs;

/** The customers whose open sales wait for coins of a chain. */
export const customersAwaiting = ({ db }: Pick<Platform, 'db'>, chain: ChainName) =>
  listWaiting(db, { coinIds: coinsOfChain(chain) });

/** Returns the addresses of these coins that may still be paid: shared ones and those issued to one sale. */
export async function watchedAddresses(
  { now, env }: Pick<Platform, 'now' | 'env'>,
  db: Platform['db'],
  coins: readonly string[],
): Promise<readonly WatchedAddress[]> {
  const at = now();
  const sharedAddresses = await listWatched(db, { since: new Date(at.getTime() - watchedMs), now: at, coinIds: coins });
  const ownAddresses = await watchedOwnAddresses({ env }, db, coins);
  if (ownAddresses.length === 0) return sharedAddresses;
  // Each address of a coin appears once, as awaited if any of its sales is.
  const byAddress = new Map<string, WatchedAddress>();
  for (const item of [...sharedAddresses, ...ownAddresses]) {
    const key = `${item.coinId} ${item.address}`;
    byAddress.set(key, { ...item, isAwaited: item.isAwaited === true || byAddress.get(key)?.isAwaited === true });
  }
  return [...byAddress.values()];
}

/** Returns the functions of chains that orders and sales call. Only requests run them, once everything is composed. */
export function saleDeposits(deps: () => DepositsDeps): SaleDeposits {
  return {
    judge: (tx, decision) => judgeDeposit(tx, deps(), decision),
    reread: (orderId) => rereadSale(deps(), orderId),
    rereadAll: (orderIds) => rereadOrders(deps(), orderIds),
    doubtsOf: (tx, orderIds) => doubtsOf(tx, deps(), orderIds),
    release: (tx, sale) => releaseCancelled(tx, sale, deps().now()),
    levels: createVerdictLevels(deps),
    readTransaction: (coinId, hash) => readTransaction(deps(), coinId, hash),
    hasFreeOutput: (tx, sale) => hasFreeOutput(tx, deps(), sale),
  };
}

type OrderLevel = { id: Id<'order'>; level: VerdictLevel; uneven: UnevenCode | undefined; arrived: number | undefined };

/** Maximum number of sales with a colour in the queue. */
const maxSales = 200;
const maxConcurrent = 4;
const cachedMs = 2_000;

/** The levels of open sales, oldest first, cached for two seconds; none for coins whose chain is not read. */
function createVerdictLevels(deps: () => DepositsDeps): () => Promise<readonly OrderLevel[]> {
  let cached: { at: number; levels: Promise<readonly OrderLevel[]> } | undefined;
  return () => {
    const now = deps().now().getTime();
    if (cached && now - cached.at < cachedMs) return cached.levels;
    const levels = readLevels(deps());
    cached = { at: now, levels };
    levels.catch(() => {
      cached = undefined;
    });
    return levels;
  };
}

async function readLevels(deps: DepositsDeps): Promise<readonly OrderLevel[]> {
  const coinIds = [...deps.chainReaders.keys()].flatMap(coinsOfChain);
  if (coinIds.length === 0) return [];
  const sales = await listOpenSales(deps.db, { coinIds, limit: maxSales });
  const levels: OrderLevel[] = [];
  for (let from = 0; from < sales.length; from += maxConcurrent) {
    const verdicts = await Promise.all(
      sales.slice(from, from + maxConcurrent).map(({ id }) => verdictOn(deps, deps.db, id)),
    );
    levels.push(
      ...verdicts.flatMap((verdict) => {
        if (!verdict) return [];
        const { level, findings } = verdict.verdict;
        const { id, coinId, amount } = verdict.sale;
        const arrivedAmount = arrivedOf(amountOf('coin', amount, coinId), findings);
        return [{ id, level, uneven: unevenOf(findings), arrived: arrivedAmount && toWire(arrivedAmount) }];
      }),
    );
  }
  return levels;
}

/**
 * Handles deposits at own addresses after a chain was read: stores them with the price of that moment, opens orders
 * for quotes whose coins are in a block, and notifies their customers.
 */
export async function openPaidSales(deps: DepositsDeps, chain: ChainName): Promise<void> {
  await deps.inTx(async (tx) => {
    await markPaid(tx, { chain });
    await notePrices(tx, deps, chain);
    for (const change of await listNewsOf(tx, { chain })) await publish(tx, { kind: 'deposit_changed', ...change });
  });
  // A restored copy honours no quote: the installation itself has seen their coins as well.
  if (deps.installation.copy) return;
  for (const { quoteId } of await listToOpen(deps.db, { chain })) await openSale(deps, quoteId);
}

/** Opens the paid sales of every chain that is read, in case a process died before it did. */
export async function openAllPaidSales(deps: DepositsDeps): Promise<void> {
  for (const chain of deps.chainReaders.keys()) await openPaidSales(deps, chain);
}

/** The buying price of a coin when a transfer was first seen: a later price would let somebody gain by waiting. */
async function notePrices(tx: Tx, { rates, now }: DepositsDeps, chain: ChainName): Promise<void> {
  const { coins } = await rates();
  for (const id of coinsOfChain(chain)) {
    const coin = coins.get(id);
    if (coin?.priceUsd && coin.state() === 'fresh')
      await writeRateThen(tx, { coinId: id, price: toText(coin.priceUsd), now: now() });
  }
}

/**
 * Opens an order in one transaction that uses the quote and claims the transfers, so that only one of several callers
 * opens it.
 */
export async function openClaimed(
  tx: Tx,
  deps: Pick<DepositsDeps, 'now' | 'rates'>,
  quoteId: Id<'quote'>,
): Promise<{ orderId: Id<'order'>; userId: Id<'user'> } | undefined> {
  const order = await openFromDeposit(tx, deps, quoteId);
  if (!order) return undefined;
  const transfers = (await listLeasedTransfers(tx, { quoteId })).map(({ id }) => id);
  await insertClaims(tx, order.orderId, transfers, { grade: 'own', now: deps.now() });
  await bookClaims(tx, order.orderId, { at: deps.now(), actorId: null });
  await publish(tx, { kind: 'deposit_changed', userId: order.userId, quoteId, orderId: order.orderId });
  return order;
}

async function openSale(deps: DepositsDeps, quoteId: Id<'quote'>): Promise<void> {
  try {
    const openedOrder = await deps.inTx((tx) => openClaimed(tx, deps, quoteId));
    if (openedOrder) deps.orders.bump(openedOrder.userId);
  } catch (error) {
    deps.log.error({ quoteId, ...describeError(error) }, 'the order of a deposit could not be opened; trying again');
  }
}
