import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import { markPaid } from '#server/features/deposit-sources/deposit-sources.service.ts';
import type { OrdersPorts } from '#server/features/orders/orders.ports.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import { listLeasedTransfers, listToOpen, openFromDeposit } from '#server/features/sell/sell.opening.service.ts';
import { describeError } from '#server/lib/safe-error.ts';
import type { Platform } from '#server/platform.ts';
import { toText } from '#shared/kernel/money.ts';
import { coinsOfChain, type ChainName } from '#shared/reference/chains.ts';
import { listNewsOf, writeRateThen } from './deposits.queries.ts';
import { insertClaims } from './deposits.verdict.queries.ts';

type Deps = Pick<Platform, 'db' | 'inTx' | 'log' | 'now'> &
  Pick<ChainsPorts, 'chainReaders'> &
  Pick<OrdersPorts, 'orders'> &
  Pick<RatesPorts, 'rates'>;

/**
 * What follows when a chain was read: what came to own addresses is noted with the price of that moment, quotes whose coins
 * are in a block become orders, and their customers are notified.
 */
export async function openPaidSales(deps: Deps, chain: ChainName): Promise<void> {
  await deps.inTx(async (tx) => {
    await markPaid(tx, chain);
    await notePrices(tx, deps, chain);
    for (const news of await listNewsOf(tx, chain)) await publish(tx, { kind: 'deposit_changed', ...news });
  });
  for (const quoteId of await listToOpen(deps.db, chain)) await openSale(deps, quoteId);
}

/** The same for every chain that is read: should a process have died in between. */
export async function openAllPaidSales(deps: Deps): Promise<void> {
  for (const chain of deps.chainReaders.keys()) await openPaidSales(deps, chain);
}

/** What a coin was bought at when a transfer was first seen: no one gains by looking later. */
async function notePrices(tx: Tx, { rates, now }: Deps, chain: ChainName): Promise<void> {
  const { coins } = await rates();
  for (const id of coinsOfChain(chain)) {
    const coin = coins.get(id);
    if (coin?.priceUsd && coin.state() === 'fresh') await writeRateThen(tx, id, toText(coin.priceUsd), now());
  }
}

/** Opens an order, whatever else opens it meanwhile: the quote is used and the transfers are claimed in one transaction. */
export async function openClaimed(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'rates'>,
  quoteId: string,
): Promise<{ orderId: string; userId: string } | undefined> {
  const order = await openFromDeposit(tx, deps, quoteId);
  if (!order) return undefined;
  const transfers = (await listLeasedTransfers(tx, quoteId)).map(({ id }) => id);
  await insertClaims(tx, order.orderId, transfers, { grade: 'own', now: deps.now() });
  await publish(tx, { kind: 'deposit_changed', userId: order.userId, quoteId, orderId: order.orderId });
  return order;
}

async function openSale(deps: Deps, quoteId: string): Promise<void> {
  try {
    const opened = await deps.inTx((tx) => openClaimed(tx, deps, quoteId));
    if (opened) deps.orders.bump(opened.userId);
  } catch (error) {
    deps.log.error({ quoteId, ...describeError(error) }, 'the order of a deposit could not be opened; trying again');
  }
}
