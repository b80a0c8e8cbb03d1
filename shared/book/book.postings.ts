import type { Id } from '#shared/kernel/ids.ts';
import type { Account, EntryKind } from './book.accounts.ts';

/** Moves an amount of one unit from one account to another; the amount is positive decimal text. */
export type Line = { from: Account; to: Account; amount: string };
type Lines = readonly Line[];

/** An event that moves money: entered once by its kind, its subject and the number of earlier reversals. */
export type Posting = {
  kind: EntryKind;
  /** The id of the row that the posting is about. */
  subject: string;
  orderId: Id<'order'> | null;
  /** The time of the event. */
  at: Date;
  /** Null if the product acted by itself. */
  actorId: Id<'user'> | null;
  /** The reason that a member typed. */
  reason?: string | null;
  lines: Lines;
  /** The hash of the block of a transfer: the key ends with it instead of a number. */
  block?: string;
};

/** Undoes the valid entry of this posting. */
export type Reversal = Pick<Posting, 'kind' | 'subject' | 'at' | 'actorId' | 'reason'> & { reverses: true };

type OrderOrNone = Id<'order'> | null;

/** The time of an event and the member who caused it; null if the product acted by itself. */
export type Author = { at: Date; actorId: Id<'user'> | null; reason?: string | null };

/** Coins on the chain; the amount is decimal text. */
export type Arrival = { transferId: Id<'transfer'>; coin: string; amount: string };

/** An amount of an order, as decimal text. */
export type OrderAmount = { orderId: Id<'order'>; unit: string; amount: string };

const account = (kind: Account['kind'], subject: string, unit: string): Account => ({ kind, subject, unit });

export const accounts = {
  arrived: (transferId: Id<'transfer'>, coin: string) => account('arrived', transferId, coin),
  held: (orderId: Id<'order'>, unit: string) => account('held', orderId, unit),
  refund: (refundId: Id<'refund'>, coin: string) => account('refund', refundId, coin),
  owed: (orderId: Id<'order'>, currency: string) => account('owed', orderId, currency),
  attempt: (attemptId: Id<'payoutAttempt'>, currency: string) => account('attempt', attemptId, currency),
  coins: (coin: string) => account('coins', coin, coin),
  /** The account id is null if a member paid by hand without one of our accounts. */
  bank: (accountId: Id<'deskAccount'> | null, currency: string) => account('bank', accountId ?? '', currency),
  position: (unit: string) => account('position', '', unit),
  fees: (currency: string) => account('fees', '', currency),
  kept: (coin: string) => account('kept', '', coin),
  lost: (coin: string) => account('lost', '', coin),
  result: (currency: string) => account('result', '', currency),
  cost: (payee: 'network' | 'bank', unit: string) => account('cost', payee, unit),
};

const line = (from: Account, to: Account, amount: string): Line => ({ from, to, amount });

/** Enters coins that are in a block of their chain. */
export const arrivalPosting = ({ transferId, coin, amount }: Arrival, block: string, author: Author): Posting => ({
  kind: 'transfer.arrived',
  subject: transferId,
  orderId: null,
  ...author,
  block,
  lines: [line(accounts.coins(coin), accounts.arrived(transferId, coin), amount)],
});

/** Enters a reorganisation that took the block: `lines` return the coins from wherever they are. */
export const reorganised = (transferId: Id<'transfer'>, orderId: OrderOrNone, lines: Lines, by: Author): Posting => ({
  kind: 'transfer.reorganised',
  subject: transferId,
  orderId,
  ...by,
  lines,
});

/** Gives a transfer to an order. */
export const claimPosting = ({ transferId, coin, amount }: Arrival, orderId: Id<'order'>, author: Author): Posting => ({
  kind: 'claim',
  subject: transferId,
  orderId,
  ...author,
  lines: [line(accounts.arrived(transferId, coin), accounts.held(orderId, coin), amount)],
});

/** Enters coins or money that a member states have arrived, without a transfer or statement line that shows it. */
export const statedPosting = ({ orderId, unit, amount }: OrderAmount, from: Account, author: Author): Posting => ({
  kind: 'stated',
  subject: orderId,
  orderId,
  ...author,
  lines: [line(from, accounts.held(orderId, unit), amount)],
});

/** A settled order: each part that was given for it, the fee and the net amount that is owed. */
export type SettledAmounts = {
  orderId: Id<'order'>;
  unit: string;
  parts: readonly string[];
  currency: string;
  net: string;
  fee: string;
};

/** Buys the coins that an order holds and owes its customer the net amount. Amounts of zero get no line. */
export const settlementPosting = (
  { orderId, unit, parts, currency, net, fee }: SettledAmounts,
  author: Author,
): Posting => ({
  kind: 'settled',
  subject: orderId,
  orderId,
  ...author,
  lines: [
    ...parts.map((part) => line(accounts.held(orderId, unit), accounts.position(unit), part)),
    line(accounts.position(currency), accounts.owed(orderId, currency), net),
    line(accounts.position(currency), accounts.fees(currency), fee),
  ].filter(({ amount }) => /[1-9]/.test(amount)),
});

/** Sets coins aside for a refund, from an order or a transfer. */
export const refundDue = (refundId: Id<'refund'>, orderId: OrderOrNone, from: Lines, author: Author): Posting => ({
  kind: 'refund.due',
  subject: refundId,
  orderId,
  ...author,
  lines: from,
});

/** Cancels a refund that will not be sent. */
export const refundCancelled = (
  refundId: Id<'refund'>,
  orderId: OrderOrNone,
  returnedLines: Lines,
  author: Author,
): Posting => ({
  kind: 'refund.cancelled',
  subject: refundId,
  orderId,
  ...author,
  lines: returnedLines,
});

type RefundedCoins = { refundId: Id<'refund'>; orderId: OrderOrNone; coin: string; amount: string };

/**
 * Enters coins that left an own address; `fee` is what the network took in its own coin, null if the customer bears it.
 */
export const refundSent = (
  { refundId, orderId, coin, amount }: RefundedCoins,
  fee: { coin: string; amount: string } | null,
  author: Author,
): Posting => ({
  kind: 'refund.sent',
  subject: refundId,
  orderId,
  ...author,
  lines: [
    line(accounts.refund(refundId, coin), accounts.coins(coin), amount),
    ...(fee ? [line(accounts.cost('network', fee.coin), accounts.coins(fee.coin), fee.amount)] : []),
  ],
});

/** Retains a transfer that belongs to no customer as income of the business. */
export const incomePosting = ({ transferId, coin, amount }: Arrival, author: Author): Posting => ({
  kind: 'kept',
  subject: transferId,
  orderId: null,
  ...author,
  lines: [line(accounts.arrived(transferId, coin), accounts.kept(coin), amount)],
});

/** Ends an order that still held coins or money. */
export const endPosting = (orderId: Id<'order'>, lines: Lines, author: Author): Posting => ({
  kind: 'order.ended',
  subject: orderId,
  orderId,
  ...author,
  lines,
});

/** Makes a payout attempt of an order, in its payout currency. */
export type Attempt = { attemptId: Id<'payoutAttempt'>; orderId: Id<'order'>; currency: string; amount: string };

const ofAttempt = (kind: Posting['kind'], { attemptId, orderId }: Attempt, lines: Lines, author: Author): Posting => ({
  kind,
  subject: attemptId,
  orderId,
  ...author,
  lines,
});

/** Moves the owed money of an order to a payout attempt. */
export const attemptMade = (attempt: Attempt, author: Author): Posting => {
  const { attemptId, orderId, currency, amount } = attempt;
  const lines = [line(accounts.owed(orderId, currency), accounts.attempt(attemptId, currency), amount)];
  return ofAttempt('attempt.made', attempt, lines, author);
};

/** Moves the money of a payout attempt back to what the order is owed. */
export const attemptVoid = (attempt: Attempt, author: Author): Posting => {
  const { attemptId, orderId, currency, amount } = attempt;
  const lines = [line(accounts.attempt(attemptId, currency), accounts.owed(orderId, currency), amount)];
  return ofAttempt('attempt.void', attempt, lines, author);
};

/** Enters money that left one of our accounts, or was paid by hand without one. */
export const attemptSent = (attempt: Attempt, accountId: Id<'deskAccount'> | null, author: Author): Posting => {
  const { attemptId, currency, amount } = attempt;
  const lines = [line(accounts.attempt(attemptId, currency), accounts.bank(accountId, currency), amount)];
  return ofAttempt('attempt.sent', attempt, lines, author);
};

/** Enters returned money: it is owed again; the bank may have taken a fee. */
export const attemptReturned = (
  attempt: Attempt,
  accountId: Id<'deskAccount'> | null,
  fee: string | null,
  author: Author,
): Posting => {
  const { orderId, currency, amount } = attempt;
  const bank = accounts.bank(accountId, currency);
  const lines = [line(bank, accounts.owed(orderId, currency), amount)];
  if (fee !== null && /[1-9]/.test(fee)) lines.push(line(accounts.cost('bank', currency), bank, fee));
  return ofAttempt('attempt.returned', attempt, lines, author);
};

/** Enters the money of an exchange that arrived in one of our accounts, by a statement line. */
export const lineMatched = (
  lineId: Id<'statementLine'>,
  { orderId, unit, amount }: OrderAmount,
  bank: Account,
  author: Author,
): Posting => ({
  kind: 'line.matched',
  subject: lineId,
  orderId,
  ...author,
  lines: [line(bank, accounts.held(orderId, unit), amount)],
});

/** Enters a fee that the bank charged, by a statement line; the order is that of the charged payment. */
export const bankCharge = (
  lineId: Id<'statementLine'>,
  { orderId, amount, bank }: { orderId: OrderOrNone; amount: string; bank: Account },
  author: Author,
): Posting => ({
  kind: 'cost',
  subject: lineId,
  orderId,
  ...author,
  lines: [line(accounts.cost('bank', bank.unit), bank, amount)],
});

/** Enters money of a refused exchange that was returned to its customer, from one of our accounts. */
export const moneyBack = ({ orderId, unit, amount }: OrderAmount, bank: Account, author: Author): Posting => ({
  kind: 'money.back',
  subject: orderId,
  orderId,
  ...author,
  lines: [line(accounts.owed(orderId, unit), bank, amount)],
});

/** Enters a second payment after the end, at our own cost; `payoutId` is its payout. */
export const extraPosting = (
  payoutId: Id<'payout'>,
  { orderId, unit, amount }: OrderAmount,
  author: Author,
): Posting => ({
  kind: 'extra',
  subject: payoutId,
  orderId,
  ...author,
  lines: [line(accounts.result(unit), accounts.owed(orderId, unit), amount)],
});

/** Reverses a payout that was sent back in full; `from` is the account that holds the money. */
export const orderReversed = (
  { orderId, unit, amount }: OrderAmount,
  { from, fee }: { from: Account; fee: string },
  by: Author,
): Posting => ({
  kind: 'order.reversed',
  subject: orderId,
  orderId,
  ...by,
  lines: [line(from, accounts.position(unit), amount), line(accounts.fees(unit), accounts.position(unit), fee)].filter(
    (posted) => /[1-9]/.test(posted.amount),
  ),
});

/** Undoes the valid entry of a posting. */
export const reversalOf = (kind: Posting['kind'], subject: string, author: Author): Reversal => ({
  kind,
  subject,
  ...author,
  reverses: true,
});
