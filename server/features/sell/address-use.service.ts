import type { z } from 'zod';
import { decimal, toWire } from '#shared/kernel/money.ts';
import type { addressUse } from '#shared/sell/sell.contract.ts';
import type { Deps } from '#server/deps.ts';
import { openOrdersAt, receivedAt } from '#server/features/transactions/addresses.service.ts';
import { countHoldsAt } from './address-use.queries.ts';
import { sinceVisible } from './sell.service.ts';

/** What still points at a deposit address, and what came in there, before it is changed. */
export async function useOfAddress(
  deps: Pick<Deps, 'db' | 'now'>,
  cryptoId: string,
  address: string,
): Promise<z.input<(typeof addressUse)['response']>> {
  const [orders, holds, received] = await Promise.all([
    openOrdersAt(deps, cryptoId, address),
    countHoldsAt(deps.db, cryptoId, address, sinceVisible(deps.now())),
    receivedAt(deps, cryptoId, address),
  ]);
  return {
    openOrders: orders.orders,
    openHolds: holds.holds,
    amount: toWire(decimal(orders.amount).plus(decimal(holds.amount))),
    lastHoldEndsAt: holds.lastEndsAt?.toISOString() ?? null,
    received: toWire(decimal(received)),
  };
}
