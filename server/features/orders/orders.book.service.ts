import type { Tx } from '#server/db/connection.ts';
import { balancesOf, post, standingEntry, standingOfOrder, type Entry } from '#server/features/book/book.service.ts';
import type { Account } from '#shared/book/book.accounts.ts';
import {
  accounts,
  ended,
  reversalOf,
  settled,
  stated,
  type By,
  type Line,
  type Reversal,
} from '#shared/book/book.postings.ts';
import { decimal, toText, zero, type Decimal } from '#shared/kernel/money.ts';
import type { LockedOrder } from './orders.queries.ts';

/** The coin, or the currency that the customer of an exchange sends. */
export const unitOf = ({ cryptoId, fromCurrency }: Pick<LockedOrder, 'cryptoId' | 'fromCurrency'>): string =>
  cryptoId ?? fromCurrency ?? '';

/** Where what was given comes from: the addresses of the coin, or an account without a name. */
const sourceOf = ({ cryptoId, fromCurrency }: LockedOrder): Account =>
  cryptoId === null ? accounts.bank(null, fromCurrency ?? '') : accounts.coins(cryptoId);

/**
 * Enters what an approved order is paid for, where no settlement did: what it holds, at most the agreed amount; where
 * it holds nothing, a member has looked and states that it came. The order is locked, and its transfers were claimed.
 */
export async function bookApproved(tx: Tx, order: LockedOrder, by: By): Promise<void> {
  const { id: orderId, payoutCurrency: currency, netToPay: net, fee } = order;
  if (await standingEntry(tx, { kind: 'settled', subject: orderId })) return;
  const unit = unitOf(order);
  const held = (await balancesOf(tx, [accounts.held(orderId, unit)])).of(accounts.held(orderId, unit));
  const agreed = decimal(order.amount);
  const isStated = held.eq(zero);
  const paid = isStated || held.gt(agreed) ? agreed : held;
  const money = { orderId, unit, amount: toText(paid) };
  const statement = isStated ? [stated(money, sourceOf(order), by)] : [];
  await post(tx, [...statement, settled({ orderId, unit, parts: [money.amount], currency, net, fee }, by)]);
}

/**
 * Enters that an order is over. A refusal takes back what its customer is owed, and that a member stated coins to have come;
 * the rest of what it holds goes back: coins to the transfers that brought them, the newest first, money of an exchange to
 * what its customer is owed.
 */
export async function bookEnded(tx: Tx, order: LockedOrder, isRefused: boolean, by: By): Promise<void> {
  const { id: orderId } = order;
  const entries = await standingOfOrder(tx, orderId);
  if (entries.length === 0) return;
  const unit = unitOf(order);
  const held = accounts.held(orderId, unit);
  const settlement = entries.find(({ kind }) => kind === 'settled');
  const statement = isRefused && order.cryptoId !== null ? entries.find(({ kind }) => kind === 'stated') : undefined;
  const undone: Reversal[] = [
    ...(isRefused && settlement ? [reversalOf('settled', orderId, by)] : []),
    ...(statement ? [reversalOf('stated', orderId, by)] : []),
  ];
  const given = isRefused ? sumFrom(settlement, held) : zero;
  const stands = (await balancesOf(tx, [held])).of(held).plus(given);
  const left = stands.minus(sumOf((statement?.lines ?? []).map(({ amount }) => decimal(amount))));
  const lines = order.cryptoId === null ? moneyBack(order, held, left) : coinsBack(entries, held, left);
  await post(tx, [...undone, ...(left.gt(zero) ? [ended(orderId, lines, by)] : [])]);
}

const isAccount = (account: Account, { kind, subject }: Account) =>
  account.kind === kind && account.subject === subject;

function sumFrom(entry: Entry | undefined, account: Account): Decimal {
  const lines = entry?.lines ?? [];
  return sumOf(lines.filter(({ from }) => isAccount(from, account)).map(({ amount }) => decimal(amount)));
}

const sumOf = (amounts: readonly Decimal[]): Decimal => amounts.reduce((sum, amount) => sum.plus(amount), zero);

function moneyBack({ id: orderId }: LockedOrder, held: Account, left: Decimal): Line[] {
  return left.gt(zero) ? [{ from: held, to: accounts.owed(orderId, held.unit), amount: toText(left) }] : [];
}

/** Each transfer gets back at most what it brought. */
function coinsBack(entries: readonly Entry[], held: Account, left: Decimal): Line[] {
  const lines: Line[] = [];
  let open = left;
  const brought = entries
    .filter(({ kind }) => kind === 'claim')
    .flatMap(({ lines: own }) => own)
    .filter(({ to }) => isAccount(to, held))
    .toReversed();
  for (const { from, amount } of brought) {
    const back = open.gt(amount) ? decimal(amount) : open;
    if (back.gt(zero)) lines.push({ from: held, to: from, amount: toText(back) });
    open = open.minus(back);
  }
  return lines;
}
