import type { Tx } from '#server/db/connection.ts';
import { lockedBalancesOf, post, standingEntry } from '#server/features/book/book.service.ts';
import type { LockedOrder } from '#server/features/orders/orders.service.ts';
import { Conflict } from '#server/lib/refusal.ts';
import type { Account } from '#shared/book/book.accounts.ts';
import {
  accounts,
  refundCancelled,
  refundDue,
  reversalOf,
  stated,
  type By,
  type Line,
} from '#shared/book/book.postings.ts';
import { decimal, toText, zero, type Decimal } from '#shared/kernel/money.ts';
import { isOpen, isRefused } from '#shared/orders/orders.lifecycle.ts';
import { listEverClaimed } from './refunds.coins.queries.ts';
import type { RefundRow } from './refunds.queries.ts';

/** An account under its lock, with what it holds. */
export type Source = { account: Account; holds: Decimal };

/** A refund, as the book knows it. */
export type OfRefund = Pick<RefundRow, 'id' | 'orderId' | 'transferId' | 'cryptoId' | 'amount'>;

type SoldOrder = Pick<LockedOrder, 'id' | 'status' | 'amount'> & { cryptoId: string };

const sumOf = (amounts: readonly Decimal[]): Decimal => amounts.reduce((sum, amount) => sum.plus(amount), zero);
const lesser = (one: Decimal, other: Decimal): Decimal => (one.lt(other) ? one : other);

/** Takes from each in turn up to what it can give; `missing` is what none of them has. */
function fill(amount: Decimal, from: readonly { can: Decimal; line: (amount: string) => Line }[]) {
  let missing = amount;
  const lines = from.flatMap(({ can, line }) => {
    const taken = lesser(missing, can);
    if (!taken.gt(zero)) return [];
    missing = missing.minus(taken);
    return [line(toText(taken))];
  });
  return { lines, missing };
}

/** Lines from these sources in turn, up to an amount. */
export const take = (amount: Decimal, sources: readonly Source[], to: Account) =>
  fill(
    amount,
    sources.map(({ account: from, holds: can }) => ({ can, line: (part: string) => ({ from, to, amount: part }) })),
  );

/** Where coins of a refund come from, in the order in which they are taken, and what of them is there for good. */
export type CoinsLeft = {
  sources: readonly Source[];
  /** The amount that may be sent back; a transfer that is not final counts only once it is. */
  left: Decimal;
  /** How much of `left` a member has still to state: coins of a sale whose chain is not read, and that was refused. */
  unstated: Decimal;
};

/**
 * Returns the coins left of a locked order: those it holds and, where it is over, those that the transfers hold that it
 * claimed, newest first.
 */
export async function coinsOfOrder(tx: Tx, order: SoldOrder, isRead: boolean): Promise<CoinsLeft> {
  const { id, cryptoId: coin } = order;
  const transfers = await listEverClaimed(tx, id, coin);
  const brought = isOpen(order) ? [] : transfers.map((transfer) => accounts.arrived(transfer.id, coin));
  const names = [accounts.held(id, coin), ...brought];
  const { of } = await lockedBalancesOf(tx, names);
  const sources = names.map((account) => ({ account, holds: of(account) }));
  const unstated = isRead || !isRefused(order.status) ? zero : decimal(order.amount).minus(await statedOf(tx, id));
  const unsure = sumOf(transfers.filter(({ state }) => state !== 'final').map(({ amount }) => decimal(amount)));
  return {
    sources,
    unstated,
    left: sumOf(sources.map(({ holds }) => holds))
      .plus(unstated)
      .minus(unsure),
  };
}

/** Returns the coins of a transfer that no one has decided about. */
export async function coinsOfTransfer(tx: Tx, { id, cryptoId }: { id: string; cryptoId: string }): Promise<CoinsLeft> {
  const account = accounts.arrived(id, cryptoId);
  const holds = (await lockedBalancesOf(tx, [account])).of(account);
  return { sources: [{ account, holds }], left: holds, unstated: zero };
}

async function statedOf(tx: Tx, orderId: string): Promise<Decimal> {
  const entry = await standingEntry(tx, { kind: 'stated', subject: orderId });
  return sumOf((entry?.lines ?? []).map(({ amount }) => decimal(amount)));
}

/** States that so much came for an order in all, in place of what was stated before. */
async function restate(tx: Tx, { orderId, coin }: { orderId: string; coin: string }, total: Decimal, by: By) {
  const before = (await statedOf(tx, orderId)).gt(zero) ? [reversalOf('stated', orderId, by)] : [];
  const money = { orderId, unit: coin, amount: toText(total) };
  return total.gt(zero) ? [...before, stated(money, accounts.coins(coin), by)] : before;
}

/** Sets the coins of a refund that is due aside. Refuses with conflict what is more than its sources hold. */
export async function enterDue(tx: Tx, refund: OfRefund, from: CoinsLeft, by: By): Promise<void> {
  const { id, orderId, cryptoId: coin } = refund;
  const to = accounts.refund(id, coin);
  const { lines, missing } = take(decimal(refund.amount), from.sources, to);
  if (missing.gt(from.unstated) || (missing.gt(zero) && orderId === null)) {
    throw new Conflict('conflict', 'refund_above_left');
  }
  if (orderId === null || !missing.gt(zero)) return post(tx, [refundDue(id, orderId, lines, by)]);
  const statement = await restate(tx, { orderId, coin }, (await statedOf(tx, orderId)).plus(missing), by);
  const rest = { from: accounts.held(orderId, coin), to, amount: toText(missing) };
  return post(tx, [...statement, refundDue(id, orderId, [...lines, rest], by)]);
}

/** True if all coins of a refund are set aside for it, and those of its order are there for good. The order is locked. */
export async function isCovered(tx: Tx, refund: OfRefund, order: LockedOrder | undefined): Promise<boolean> {
  const { cryptoId } = refund;
  const left = order ? (await coinsOfOrder(tx, { ...order, cryptoId }, true)).left : zero;
  return left.gte(zero) && (await isSetAside(tx, refund));
}

/** True if all coins of a refund are set aside for it: a reorganisation may have taken them. */
export async function isSetAside(tx: Tx, { id, cryptoId, amount }: OfRefund): Promise<boolean> {
  const account = accounts.refund(id, cryptoId);
  return (await lockedBalancesOf(tx, [account])).of(account).gte(amount);
}

/**
 * Gives the coins of a cancelled refund back: to its order while that is open, else to the transfers that the order
 * claimed, newest first, each up to what it brought; coins of no transfer are no longer stated to have come.
 */
export async function enterCancelled(tx: Tx, refund: OfRefund, order: LockedOrder | undefined, by: By): Promise<void> {
  const { id, orderId, transferId, cryptoId: coin } = refund;
  const from = accounts.refund(id, coin);
  const to = (account: Account, can: Decimal) => ({
    can,
    line: (amount: string): Line => ({ from, to: account, amount }),
  });
  if (orderId === null) {
    const holds = (await lockedBalancesOf(tx, [from])).of(from);
    const { lines } = fill(holds, [to(accounts.arrived(transferId ?? '', coin), holds)]);
    return post(tx, [refundCancelled(id, null, lines, by)]);
  }
  const transfers = order && isOpen(order) ? [] : await listEverClaimed(tx, orderId, coin);
  const arrived = transfers.map((transfer) => ({ ...transfer, account: accounts.arrived(transfer.id, coin) }));
  const { of } = await lockedBalancesOf(tx, [from, ...arrived.map(({ account }) => account)]);
  const back = arrived.map(({ account, amount }) => to(account, decimal(amount).minus(of(account))));
  const { lines, missing } = fill(of(from), back);
  const rest = missing.gt(zero) ? [to(accounts.held(orderId, coin), missing).line(toText(missing))] : [];
  const cancelled = refundCancelled(id, orderId, [...lines, ...rest], by);
  const before = order && isOpen(order) ? zero : await statedOf(tx, orderId);
  const unstated = lesser(before, missing);
  const statement = unstated.gt(zero) ? await restate(tx, { orderId, coin }, before.minus(unstated), by) : [];
  return post(tx, [cancelled, ...statement]);
}
