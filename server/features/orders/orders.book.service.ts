import type { Tx } from '#server/db/connection.ts';
import { balancesOf, listEntriesOf, standingOfOrder, type Entry } from '#server/features/book/book.reading.service.ts';
import { post, type EntryKey } from '#server/features/book/book.service.ts';
import type { Account } from '#shared/book/book.accounts.ts';
import { bookedOf, sumOfLines } from '#shared/book/book.balances.ts';
import {
  accounts,
  endPosting,
  reversalOf,
  settlementPosting,
  statedPosting,
  type Author,
  type Line,
  type Posting,
  type Reversal,
} from '#shared/book/book.postings.ts';
import { takeInTurn } from '#shared/book/book.take.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { smallerOf, none, toText, type Amount } from '#shared/kernel/money.ts';
import type { LockedOrder } from './orders.queries.ts';

/** Returns the unit of an order in the book: its coin, or the currency that the customer of an exchange sends. */
export const unitOf = ({ cryptoId, fromCurrency }: Pick<LockedOrder, 'cryptoId' | 'fromCurrency'>): string =>
  cryptoId ?? fromCurrency ?? '';

/** The account that a given amount comes from: the addresses of the coin, or an unnamed bank account. */
const sourceOf = ({ cryptoId, fromCurrency }: LockedOrder): Account =>
  cryptoId === null ? accounts.bank(null, fromCurrency ?? '') : accounts.coins(cryptoId);

/** The entries of an approval: the payment of an order, and that a member confirmed its coins. */
export const approvalOf = (orderId: Id<'order'>): Pick<Posting, 'kind' | 'subject'>[] => [
  { kind: 'settled', subject: orderId },
  { kind: 'stated', subject: orderId },
];

/**
 * Enters the payment of an approved order, unless a settlement did: the coins that it holds, at most as agreed, else as
 * the member states. The order is locked; the caller passes the entries of its approval if it read them.
 */
export async function bookApproved(
  tx: Tx,
  order: LockedOrder,
  by: Author,
  readEntries?: readonly EntryKey[],
): Promise<void> {
  const { id: orderId, payoutCurrency: currency, netToPay: net, fee } = order;
  const entries = readEntries ?? (await listEntriesOf(tx, approvalOf(orderId)));
  if (entries.some(({ kind, reversedBy }) => kind === 'settled' && reversedBy === null)) return;
  const unit = unitOf(order);
  const heldAmount = (await balancesOf(tx, [accounts.held(orderId, unit)])).of(accounts.held(orderId, unit));
  const agreedAmount = bookedOf(order.amount, unit);
  const isStated = heldAmount.eq(none.booked);
  const paidAmount = isStated ? agreedAmount : smallerOf(heldAmount, agreedAmount);
  const payment = { orderId, unit, amount: toText(paidAmount) };
  const statement = isStated ? [statedPosting(payment, sourceOf(order), by)] : [];
  await post(
    tx,
    [...statement, settlementPosting({ orderId, unit, parts: [payment.amount], currency, net, fee }, by)],
    entries,
  );
}

/**
 * Enters the end of an order. A refusal takes back the money that is owed and a member's statement that coins arrived;
 * coins go back to the transfers that brought them, newest first, money to what the customer is owed.
 */
export async function bookEnded(tx: Tx, order: LockedOrder, isRefused: boolean, by: Author): Promise<void> {
  const { id: orderId } = order;
  const unit = unitOf(order);
  const heldAccount = accounts.held(orderId, unit);
  const balance = (await balancesOf(tx, [heldAccount])).of(heldAccount);
  // Most approved orders pay for all their coins, so that nothing is sent back.
  if (!isRefused && balance.eq(none.booked)) return;
  const entries = await standingOfOrder(tx, orderId);
  if (entries.length === 0) return;
  const settlement = entries.find(({ kind }) => kind === 'settled');
  const statement = isRefused && order.cryptoId !== null ? entries.find(({ kind }) => kind === 'stated') : undefined;
  const undoneReversals: Reversal[] = [
    ...(isRefused && settlement ? [reversalOf('settled', orderId, by)] : []),
    ...(statement ? [reversalOf('stated', orderId, by)] : []),
  ];
  const givenSum = isRefused ? sumFrom(settlement, heldAccount) : none.booked;
  const standingAmount = balance.plus(givenSum);
  const remainingAmount = statement ? standingAmount.minus(sumOfLines(statement.lines)) : standingAmount;
  const lines =
    order.cryptoId === null
      ? moneyBack(order, heldAccount, remainingAmount)
      : coinsBack(entries, heldAccount, remainingAmount);
  await post(tx, [...undoneReversals, ...(remainingAmount.gt(none.booked) ? [endPosting(orderId, lines, by)] : [])]);
}

const isAccount = (account: Account, { kind, subject }: Account) =>
  account.kind === kind && account.subject === subject;

function sumFrom(entry: Entry | undefined, account: Account): Amount<'booked'> {
  return sumOfLines((entry?.lines ?? []).filter(({ from }) => isAccount(from, account)));
}

function moneyBack({ id: orderId }: LockedOrder, heldAccount: Account, remainingAmount: Amount<'booked'>): Line[] {
  return remainingAmount.gt(none.booked)
    ? [{ from: heldAccount, to: accounts.owed(orderId, heldAccount.unit), amount: toText(remainingAmount) }]
    : [];
}

/** Each transfer gets back at most its own amount. */
function coinsBack(entries: readonly Entry[], heldAccount: Account, remainingAmount: Amount<'booked'>): Line[] {
  const broughtLines = entries
    .filter(({ kind }) => kind === 'claim')
    .flatMap(({ lines: ownLines }) => ownLines)
    .filter(({ to }) => isAccount(to, heldAccount))
    .toReversed();
  const { taken } = takeInTurn(remainingAmount, broughtLines, ({ amount }) => bookedOf(amount, heldAccount.unit));
  return taken.map(({ place, amount }) => ({ from: heldAccount, to: place.from, amount: toText(amount) }));
}
