import type { Account, EntryKind } from './book.accounts.ts';

/** Moves an amount of one unit from one account to another; the amount is positive decimal text. */
export type Line = { from: Account; to: Account; amount: string };

/** An event that moves money: entered once by its kind, its subject and how often it was undone before. */
export type Posting = {
  kind: EntryKind;
  /** The row that the posting is about. */
  subject: string;
  orderId: string | null;
  /** When it happened. */
  at: Date;
  /** Null where the product acted by itself. */
  actorId: string | null;
  /** The reason that a member typed. */
  reason?: string | null;
  lines: readonly Line[];
  /** The hash of the block of a transfer: the key ends in it instead of a number. */
  block?: string;
};

/** Undoes the valid entry of this posting. */
export type Reversal = Pick<Posting, 'kind' | 'subject' | 'at' | 'actorId' | 'reason'> & { reverses: true };

/** When something happened and who did it; null where the product acted by itself. */
export type Author = { at: Date; actorId: string | null; reason?: string | null };

/** Coins on the chain; the amount is decimal text. */
export type Arrival = { transferId: string; coin: string; amount: string };

/** An amount of an order, as decimal text. */
export type OrderAmount = { orderId: string; unit: string; amount: string };

export const accounts = {
  arrived: (transferId: string, coin: string): Account => ({ kind: 'arrived', subject: transferId, unit: coin }),
  held: (orderId: string, unit: string): Account => ({ kind: 'held', subject: orderId, unit }),
  refund: (refundId: string, coin: string): Account => ({ kind: 'refund', subject: refundId, unit: coin }),
  owed: (orderId: string, currency: string): Account => ({ kind: 'owed', subject: orderId, unit: currency }),
  attempt: (attemptId: string, currency: string): Account => ({ kind: 'attempt', subject: attemptId, unit: currency }),
  coins: (coin: string): Account => ({ kind: 'coins', subject: coin, unit: coin }),
  /** The account id is null where a member paid by hand without an account of ours. */
  bank: (accountId: string | null, currency: string): Account => ({
    kind: 'bank',
    subject: accountId ?? '',
    unit: currency,
  }),
  position: (unit: string): Account => ({ kind: 'position', subject: '', unit }),
  fees: (currency: string): Account => ({ kind: 'fees', subject: '', unit: currency }),
  kept: (coin: string): Account => ({ kind: 'kept', subject: '', unit: coin }),
  lost: (coin: string): Account => ({ kind: 'lost', subject: '', unit: coin }),
  result: (currency: string): Account => ({ kind: 'result', subject: '', unit: currency }),
  cost: (payee: 'network' | 'bank', unit: string): Account => ({ kind: 'cost', subject: payee, unit }),
};

const line = (from: Account, to: Account, amount: string): Line => ({ from, to, amount });

/** Coins are in a block of their chain. */
export const arrivalPosting = ({ transferId, coin, amount }: Arrival, block: string, author: Author): Posting => ({
  kind: 'transfer.arrived',
  subject: transferId,
  orderId: null,
  ...author,
  block,
  lines: [line(accounts.coins(coin), accounts.arrived(transferId, coin), amount)],
});

/** A reorganisation took the block: `lines` give the coins back from wherever they are. */
export const reorganised = (
  transferId: string,
  orderId: string | null,
  lines: readonly Line[],
  author: Author,
): Posting => ({
  kind: 'transfer.reorganised',
  subject: transferId,
  orderId,
  ...author,
  lines,
});

/** A transfer is given to an order. */
export const claimPosting = ({ transferId, coin, amount }: Arrival, orderId: string, author: Author): Posting => ({
  kind: 'claim',
  subject: transferId,
  orderId,
  ...author,
  lines: [line(accounts.arrived(transferId, coin), accounts.held(orderId, coin), amount)],
});

/** A member states that the coins or the money arrived, although no transfer or statement line shows it. */
export const statedPosting = ({ orderId, unit, amount }: OrderAmount, from: Account, author: Author): Posting => ({
  kind: 'stated',
  subject: orderId,
  orderId,
  ...author,
  lines: [line(from, accounts.held(orderId, unit), amount)],
});

/** A settled order: each part that was given for it, the fee and the net amount that is owed. */
export type SettledAmounts = {
  orderId: string;
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

/** Coins that are to be sent back, from those that an order holds or a transfer brought. */
export const refundDue = (
  refundId: string,
  orderId: string | null,
  from: readonly Line[],
  author: Author,
): Posting => ({
  kind: 'refund.due',
  subject: refundId,
  orderId,
  ...author,
  lines: from,
});

/** A refund that is not to be sent after all. */
export const refundCancelled = (
  refundId: string,
  orderId: string | null,
  returnedLines: readonly Line[],
  author: Author,
): Posting => ({
  kind: 'refund.cancelled',
  subject: refundId,
  orderId,
  ...author,
  lines: returnedLines,
});

/** Coins left an own address; `networkFee` is in `feeCoin`, and nothing where the customer bears it. */
export const refundSent = (
  { refundId, orderId, coin, amount }: { refundId: string; orderId: string | null; coin: string; amount: string },
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

/** The business keeps a transfer that belongs to no customer. */
export const incomePosting = ({ transferId, coin, amount }: Arrival, author: Author): Posting => ({
  kind: 'kept',
  subject: transferId,
  orderId: null,
  ...author,
  lines: [line(accounts.arrived(transferId, coin), accounts.kept(coin), amount)],
});

/** An order ended while it still held coins or money. */
export const endPosting = (orderId: string, lines: readonly Line[], author: Author): Posting => ({
  kind: 'order.ended',
  subject: orderId,
  orderId,
  ...author,
  lines,
});

/** A payout attempt of an order, in the currency it pays. */
export type Attempt = { attemptId: string; orderId: string; currency: string; amount: string };

const ofAttempt = (
  kind: Posting['kind'],
  { attemptId, orderId }: Attempt,
  lines: readonly Line[],
  author: Author,
): Posting => ({
  kind,
  subject: attemptId,
  orderId,
  ...author,
  lines,
});

export const attemptMade = (attempt: Attempt, author: Author): Posting => {
  const { attemptId, orderId, currency, amount } = attempt;
  const lines = [line(accounts.owed(orderId, currency), accounts.attempt(attemptId, currency), amount)];
  return ofAttempt('attempt.made', attempt, lines, author);
};

export const attemptVoid = (attempt: Attempt, author: Author): Posting => {
  const { attemptId, orderId, currency, amount } = attempt;
  const lines = [line(accounts.attempt(attemptId, currency), accounts.owed(orderId, currency), amount)];
  return ofAttempt('attempt.void', attempt, lines, author);
};

/** Money left an account of ours, or was paid by hand without one. */
export const attemptSent = (attempt: Attempt, accountId: string | null, author: Author): Posting => {
  const { attemptId, currency, amount } = attempt;
  const lines = [line(accounts.attempt(attemptId, currency), accounts.bank(accountId, currency), amount)];
  return ofAttempt('attempt.sent', attempt, lines, author);
};

/** Money was returned: it is owed again; the bank may have taken a fee. */
export const attemptReturned = (
  attempt: Attempt,
  accountId: string | null,
  fee: string | null,
  author: Author,
): Posting => {
  const { orderId, currency, amount } = attempt;
  const bank = accounts.bank(accountId, currency);
  const lines = [line(bank, accounts.owed(orderId, currency), amount)];
  if (fee !== null && /[1-9]/.test(fee)) lines.push(line(accounts.cost('bank', currency), bank, fee));
  return ofAttempt('attempt.returned', attempt, lines, author);
};

/** A line of a statement says that the money of an exchange arrived, in this account of ours. */
export const lineMatched = (
  lineId: string,
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

/** The bank charged a fee, by a line of a statement; the order is that of the payment that was charged. */
export const bankCharge = (
  lineId: string,
  { orderId, amount, bank }: { orderId: string | null; amount: string; bank: Account },
  author: Author,
): Posting => ({
  kind: 'cost',
  subject: lineId,
  orderId,
  ...author,
  lines: [line(accounts.cost('bank', bank.unit), bank, amount)],
});

/** Money of an exchange that was not paid out was returned to its customer, from this account of ours. */
export const moneyBack = ({ orderId, unit, amount }: OrderAmount, bank: Account, author: Author): Posting => ({
  kind: 'money.back',
  subject: orderId,
  orderId,
  ...author,
  lines: [line(accounts.owed(orderId, unit), bank, amount)],
});

/** A second payment after the end, at our own cost; `payoutId` is its payout. */
export const extraPosting = (payoutId: string, { orderId, unit, amount }: OrderAmount, author: Author): Posting => ({
  kind: 'extra',
  subject: payoutId,
  orderId,
  ...author,
  lines: [line(accounts.result(unit), accounts.owed(orderId, unit), amount)],
});

/** A whole payout was sent back and no longer counts; `from` is the account that holds the money. */
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
    (item) => /[1-9]/.test(item.amount),
  ),
});

/** Undoes the valid entry of a posting. */
export const reversalOf = (kind: Posting['kind'], subject: string, author: Author): Reversal => ({
  kind,
  subject,
  ...author,
  reverses: true,
});
