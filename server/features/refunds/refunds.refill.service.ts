import type { Tx } from '#server/db/connection.ts';
import { lockedBalancesOf } from '#server/features/book/book.reading.service.ts';
import { post } from '#server/features/book/book.service.ts';
import type { LockedOrder } from '#server/features/orders/orders.service.ts';
import { describeError } from '#server/lib/safe-error.ts';
import type { Platform } from '#server/platform.ts';
import { bookedOf } from '#shared/book/book.balances.ts';
import { accounts, refundDue } from '#shared/book/book.postings.ts';
import { coinsOfChain, type ChainName } from '#shared/reference/chains.ts';
import { listShort } from './refunds.coins.queries.ts';
import { coinsOfOrder, coinsOfTransfer, take } from './refunds.coins.service.ts';
import { authorOf, lockWithOrder } from './refunds.moves.service.ts';
import type { RefundRow } from './refunds.queries.ts';

/**
 * Sets coins aside again that a reorganisation took from refunds and that have returned, before they are used for
 * anything else.
 */
export async function refillRefunds(
  deps: Pick<Platform, 'db' | 'inTx' | 'log' | 'now'>,
  chain: ChainName,
): Promise<void> {
  for (const { id } of await listShort(deps.db, { coins: coinsOfChain(chain) })) {
    const refillRun = deps.inTx(async (tx) => {
      const lockedRefund = await lockWithOrder(tx, id);
      if (lockedRefund?.row.state === 'due' || lockedRefund?.row.state === 'approved')
        await refill(tx, lockedRefund, deps.now());
    });
    await refillRun.catch((error: unknown) => {
      deps.log.error({ refund: id, ...describeError(error) }, 'the coins of a refund could not be set aside again');
    });
  }
}

async function refill(
  tx: Tx,
  { row, order }: { row: RefundRow; order: LockedOrder | undefined },
  at: Date,
): Promise<void> {
  const { id, orderId, transferId, cryptoId, amount } = row;
  const { sources } = order
    ? await coinsOfOrder(tx, { ...order, cryptoId }, true)
    : await coinsOfTransfer(tx, { id: transferId ?? '', cryptoId });
  const to = accounts.refund(id, cryptoId);
  const missingAmount = bookedOf(amount, cryptoId).minus((await lockedBalancesOf(tx, [to])).of(to));
  await post(tx, [refundDue(id, orderId, take(missingAmount, sources, to).lines, authorOf('system', at))]);
}
