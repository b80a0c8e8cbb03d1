import type { z } from 'zod';
import { openOrdersAt, receivedAt } from '#server/features/orders/orders.addresses.service.ts';
import type { Platform } from '#server/platform.ts';
import { amountOf, toWire } from '#shared/kernel/money.ts';
import type { addressUse } from '#shared/sell/sell.contract.ts';
import { countQuotesAt } from './sell.address-use.queries.ts';
import { sinceVisible } from './sell.service.ts';

/** What still points at a deposit address, and what came in there, before it is changed. */
export async function useOfAddress(
  deps: Pick<Platform, 'db' | 'now'>,
  cryptoId: string,
  address: string,
): Promise<z.input<(typeof addressUse)['response']>> {
  const [orders, quotes, received] = await Promise.all([
    openOrdersAt(deps, cryptoId, address),
    countQuotesAt(deps.db, cryptoId, address, sinceVisible(deps.now())),
    receivedAt(deps, cryptoId, address),
  ]);
  return {
    openOrders: orders.orders,
    openQuotes: quotes.quotes,
    amount: toWire(amountOf('coin', orders.amount).plus(amountOf('coin', quotes.amount))),
    lastQuoteEndsAt: quotes.lastEndsAt?.toISOString() ?? null,
    received: toWire(amountOf('coin', received)),
  };
}
