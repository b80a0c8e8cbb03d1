import type { Tx } from '#server/db/connection.ts';
import { lockedBalancesOf, standingEntry } from '#server/features/book/book.reading.service.ts';
import { post } from '#server/features/book/book.service.ts';
import type { LockedOrder } from '#server/features/orders/orders.service.ts';
import { Conflict } from '#server/lib/refusal.ts';
import type { Account } from '#shared/book/book.accounts.ts';
import { bookedOf, sumOfLines } from '#shared/book/book.balances.ts';
import {
  accounts,
  refundCancelled,
  refundDue,
  reversalOf,
  statedPosting,
  type Author,
  type Line,
} from '#shared/book/book.postings.ts';
import { takeInTurn } from '#shared/book/book.take.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { smallerOf, none, sumOf, toText, type Amount } from '#shared/kernel/money.ts';
import { isOpen, isRefused } from '#shared/orders/orders.lifecycle.ts';
import { listEverClaimed } from './refunds.coins.queries.ts';
import type { RefundRow } from './refunds.queries.ts';

/** A locked account with its balance. */
export type Source = { account: Account; holds: Amount<'booked'> };

/** The columns of a refund that its entries need. */
export type RefundCoins = Pick<RefundRow, 'id' | 'orderId' | 'transferId' | 'cryptoId' | 'amount'>;

type SoldOrder = Pick<LockedOrder, 'id' | 'status' | 'amount'> & { cryptoId: string };

/** Takes from each in turn up to its balance; `missing` is the amount that none of them has. */
function fill(
  amount: Amount<'booked'>,
  from: readonly { available: Amount<'booked'>; line: (amount: string) => Line }[],
) {
  const { taken, missing } = takeInTurn(amount, from, ({ available }) => available);
  return { lines: taken.map((part) => part.place.line(toText(part.amount))), missing };
}

/** Takes an amount from these sources in turn, as lines of an entry. */
export const take = (amount: Amount<'booked'>, sources: readonly Source[], to: Account) =>
  fill(
    amount,
    sources.map(({ account: from, holds: availableAmount }) => ({
      available: availableAmount,
      line: (part: string) => ({ from, to, amount: part }),
    })),
  );

/** The sources of a refund's coins, in the order in which they are taken, and their final part. */
export type CoinsLeft = {
  sources: readonly Source[];
  /** The amount that may be sent back; a transfer that is not final counts only once it is. */
  left: Amount<'booked'>;
  /** The part of `left` that a member has still to state: coins of a refused sale whose chain is not read. */
  unstated: Amount<'booked'>;
};

/**
 * Returns the remaining coins of a locked order: those it holds and, once it has ended, those still held by the
 * transfers that it claimed, newest first.
 */
export async function coinsOfOrder(tx: Tx, order: SoldOrder, isRead: boolean): Promise<CoinsLeft> {
  const { id, cryptoId: coin } = order;
  const transfers = await listEverClaimed(tx, { orderId: id, coin });
  const arrivedAccounts = isOpen(order) ? [] : transfers.map((transfer) => accounts.arrived(transfer.id, coin));
  const names = [accounts.held(id, coin), ...arrivedAccounts];
  const { of } = await lockedBalancesOf(tx, names);
  const sources = names.map((account) => ({ account, holds: of(account) }));
  const unstatedAmount =
    isRead || !isRefused(order.status) ? none.booked : bookedOf(order.amount, coin).minus(await statedOf(tx, id));
  const unsureSum = sumOf(
    none.booked,
    transfers.filter(({ state }) => state !== 'final').map(({ amount }) => bookedOf(amount, coin)),
  );
  return {
    sources,
    unstated: unstatedAmount,
    left: sumOf(
      none.booked,
      sources.map(({ holds }) => holds),
    )
      .plus(unstatedAmount)
      .minus(unsureSum),
  };
}

/** Returns the coins of a transfer that no one has decided about. */
export async function coinsOfTransfer(
  tx: Tx,
  { id, cryptoId }: { id: Id<'transfer'>; cryptoId: string },
): Promise<CoinsLeft> {
  const account = accounts.arrived(id, cryptoId);
  const holds = (await lockedBalancesOf(tx, [account])).of(account);
  return { sources: [{ account, holds }], left: holds, unstated: none.booked };
}

async function statedOf(tx: Tx, orderId: Id<'order'>): Promise<Amount<'booked'>> {
  const entry = await standingEntry(tx, { kind: 'stated', subject: orderId });
  return sumOfLines(entry?.lines ?? []);
}

/** Returns the postings that replace the stated total of an order by `total`. */
async function restateTotal(
  tx: Tx,
  { orderId, coin }: { orderId: Id<'order'>; coin: string },
  total: Amount<'booked'>,
  by: Author,
) {
  const reversals = (await statedOf(tx, orderId)).gt(none.booked) ? [reversalOf('stated', orderId, by)] : [];
  const refundedCoins = { orderId, unit: coin, amount: toText(total) };
  return total.gt(none.booked) ? [...reversals, statedPosting(refundedCoins, accounts.coins(coin), by)] : reversals;
}

/** Sets the coins of a refund that is due aside. Refuses with conflict an amount above its sources. */
export async function enterDue(tx: Tx, refund: RefundCoins, from: CoinsLeft, by: Author): Promise<void> {
  const { id, orderId, cryptoId: coin } = refund;
  const to = accounts.refund(id, coin);
  const { lines, missing } = take(bookedOf(refund.amount, coin), from.sources, to);
  if (missing.gt(from.unstated) || (missing.gt(none.booked) && orderId === null)) {
    throw new Conflict('conflict', 'refund_above_left');
  }
  if (orderId === null || !missing.gt(none.booked)) return post(tx, [refundDue(id, orderId, lines, by)]);
  const statement = await restateTotal(tx, { orderId, coin }, (await statedOf(tx, orderId)).plus(missing), by);
  const restLine = { from: accounts.held(orderId, coin), to, amount: toText(missing) };
  return post(tx, [...statement, refundDue(id, orderId, [...lines, restLine], by)]);
}

/**
 * True if all coins of a refund are set aside for it, and those of its order are there for good. The order is locked.
 */
export async function isCovered(tx: Tx, refund: RefundCoins, order: LockedOrder | undefined): Promise<boolean> {
  const { cryptoId } = refund;
  const remainingCoins = order ? (await coinsOfOrder(tx, { ...order, cryptoId }, true)).left : none.booked;
  return remainingCoins.gte(none.booked) && (await isSetAside(tx, refund));
}

/** True if all coins of a refund are set aside for it; a reorganisation may have taken them. */
export async function isSetAside(tx: Tx, { id, cryptoId, amount }: RefundCoins): Promise<boolean> {
  const account = accounts.refund(id, cryptoId);
  return (await lockedBalancesOf(tx, [account])).of(account).gte(bookedOf(amount, cryptoId));
}

/**
 * Returns the coins of a cancelled refund: to its order while that is open, else to the transfers that the order
 * claimed, newest first, each up to its amount; coins without a transfer no longer count as arrived.
 */
export async function enterCancelled(
  tx: Tx,
  refund: RefundCoins,
  order: LockedOrder | undefined,
  by: Author,
): Promise<void> {
  const { id, orderId, transferId, cryptoId: coin } = refund;
  const from = accounts.refund(id, coin);
  const to = (account: Account, availableAmount: Amount<'booked'>) => ({
    available: availableAmount,
    line: (amount: string): Line => ({ from, to: account, amount }),
  });
  if (orderId === null) {
    const balance = (await lockedBalancesOf(tx, [from])).of(from);
    const { lines } = fill(balance, [to(accounts.arrived(transferId ?? '', coin), balance)]);
    return post(tx, [refundCancelled(id, null, lines, by)]);
  }
  const transfers = order && isOpen(order) ? [] : await listEverClaimed(tx, { orderId, coin });
  const arrivedTransfers = transfers.map((transfer) => ({ ...transfer, account: accounts.arrived(transfer.id, coin) }));
  const { of } = await lockedBalancesOf(tx, [from, ...arrivedTransfers.map(({ account }) => account)]);
  const returnLines = arrivedTransfers.map(({ account, amount }) =>
    to(account, bookedOf(amount, coin).minus(of(account))),
  );
  const { lines, missing } = fill(of(from), returnLines);
  const restLines = missing.gt(none.booked) ? [to(accounts.held(orderId, coin), missing).line(toText(missing))] : [];
  const cancelled = refundCancelled(id, orderId, [...lines, ...restLines], by);
  const statedAmount = order && isOpen(order) ? none.booked : await statedOf(tx, orderId);
  const unstatedAmount = smallerOf(statedAmount, missing);
  const statement = unstatedAmount.gt(none.booked)
    ? await restateTotal(tx, { orderId, coin }, statedAmount.minus(unstatedAmount), by)
    : [];
  return post(tx, [cancelled, ...statement]);
}
