import type { Db } from '#server/db/connection.ts';
import { standingOfOrder, type Entry } from '#server/features/book/book.reading.service.ts';
import type { Account } from '#shared/book/book.accounts.ts';
import { accounts } from '#shared/book/book.postings.ts';
import { takeInTurn } from '#shared/book/book.take.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, none, type Amount } from '#shared/kernel/money.ts';
import type { SettlementTransfer } from '#shared/settlements/settlement.terms.ts';

/** Coins that an order held and that are or were returned: since when. */
export type Refunded = { at: Date; amount: Amount<'coin'> };

/**
 * Lists the coins of an order that will be or were sent back. A cancelled refund returned its coins, and a
 * reorganisation removed them: coins that arrived again were set aside again.
 */
export async function refundedOf(db: Db, orderId: Id<'order'>, coin: string): Promise<Refunded[]> {
  const heldAccount = accounts.held(orderId, coin);
  const entries = await standingOfOrder(db, orderId);
  // Newest first, so that the first of each refund stays.
  const dueEntries = entries.filter(({ kind }) => kind === 'refund.due').toReversed();
  const dueTimes = new Map(dueEntries.map(({ subject, at }) => [subject, at]));
  return [...dueTimes]
    .map(([refundId, at]) => {
      const refund = accounts.refund(refundId, coin);
      const returnedSum = sumOf(entries, { from: refund, to: heldAccount }).plus(
        sumOf(
          entries.filter(({ kind }) => kind === 'transfer.reorganised'),
          { from: refund },
        ),
      );
      return { at, amount: sumOf(entries, { from: heldAccount, to: refund }).minus(returnedSum) };
    })
    .filter(({ amount }) => amount.gt(none.coin));
}

/** The sum of the lines from and to these accounts. */
function sumOf(entries: readonly Entry[], { from, to }: { from: Account; to?: Account }): Amount<'coin'> {
  const isAccount = (account: Account, { kind, subject }: Account) =>
    account.kind === kind && account.subject === subject;
  return entries
    .flatMap(({ lines }) => lines)
    .filter((line) => isAccount(line.from, from) && (to === undefined || isAccount(line.to, to)))
    .reduce((sum, { from: { unit }, amount }) => sum.plus(amountOf('coin', amount, unit)), none.coin);
}

/**
 * Returns the transfers without the amounts that were sent back. Each refund takes from the transfers seen before it,
 * the newest first; a transfer seen later was not sent back.
 */
export function withoutRefunded<Transfer extends Pick<SettlementTransfer, 'amount' | 'firstSeenAt'>>(
  transfers: readonly Transfer[],
  refunded: readonly Refunded[],
): Transfer[] {
  const remainingByTransfer = new Map(transfers.map((transfer) => [transfer, transfer.amount]));
  const newestFirst = transfers.toSorted((a, b) => b.firstSeenAt.getTime() - a.firstSeenAt.getTime());
  const remainingOf = (transfer: Transfer) => remainingByTransfer.get(transfer) ?? none.coin;
  for (const { at, amount } of refunded) {
    const seenTransfers = newestFirst.filter(({ firstSeenAt }) => firstSeenAt <= at);
    for (const part of takeInTurn(amount, seenTransfers, remainingOf).taken)
      remainingByTransfer.set(part.place, remainingOf(part.place).minus(part.amount));
  }
  return transfers
    .map((transfer) => ({ ...transfer, amount: remainingOf(transfer) }))
    .filter((transfer) => transfer.amount.gt(none.coin));
}
