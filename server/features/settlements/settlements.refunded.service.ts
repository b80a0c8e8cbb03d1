import type { Db } from '#server/db/connection.ts';
import { standingOfOrder, type Entry } from '#server/features/book/book.service.ts';
import { accounts } from '#shared/book/book.postings.ts';
import type { Line } from '#shared/book/book.postings.ts';
import { decimal, zero, type Decimal } from '#shared/kernel/money.ts';
import type { SettlementTransfer } from '#shared/settlements/settlement.terms.ts';

/** Coins that an order held and that go back, or went: since when. */
export type Refunded = { at: Date; amount: Decimal };

/** What of the coins of an order is to be sent back, or was; a cancelled refund gave its coins back. */
export async function refundedOf(db: Db, orderId: string, coin: string): Promise<Refunded[]> {
  const held = accounts.held(orderId, coin);
  const isHeld = ({ kind, subject }: Line['to']) => kind === held.kind && subject === held.subject;
  const entries = await standingOfOrder(db, orderId);
  const sum = (entry: Entry, side: 'from' | 'to') =>
    entry.lines.filter((line) => isHeld(line[side])).reduce((total, { amount }) => total.plus(amount), zero);
  return entries
    .filter(({ kind }) => kind === 'refund.due')
    .map((due) => {
      const back = entries.find(({ kind, subject }) => kind === 'refund.cancelled' && subject === due.subject);
      return { at: due.at, amount: sum(due, 'from').minus(back ? sum(back, 'to') : zero) };
    })
    .filter(({ amount }) => amount.gt(zero));
}

/**
 * The transfers without what went back of them: each refund takes from those that had been seen by then, the newest first.
 * What comes later is not what went back.
 */
export function withoutRefunded<Transfer extends Pick<SettlementTransfer, 'amount' | 'firstSeenAt'>>(
  transfers: readonly Transfer[],
  refunded: readonly Refunded[],
): Transfer[] {
  const left = new Map(transfers.map((transfer) => [transfer, decimal(transfer.amount)]));
  const newestFirst = transfers.toSorted((one, other) => other.firstSeenAt.getTime() - one.firstSeenAt.getTime());
  for (const { at, amount } of refunded) {
    let open = amount;
    for (const transfer of newestFirst.filter(({ firstSeenAt }) => firstSeenAt <= at)) {
      const has = left.get(transfer) ?? zero;
      const taken = open.gt(has) ? has : open;
      left.set(transfer, has.minus(taken));
      open = open.minus(taken);
    }
  }
  return transfers
    .map((transfer) => ({ ...transfer, amount: left.get(transfer) ?? zero }))
    .filter((transfer) => transfer.amount.gt(zero));
}
