/** The kinds of accounts; a guarded one never holds less than nothing. */
export const accountKinds = {
  /** Coins of an arrived transfer about which no decision was made. */
  arrived: 'guarded',
  /** Coins or money given to an order that are neither paid for nor sent back. */
  held: 'guarded',
  /** Coins to be sent back. */
  refund: 'guarded',
  /** Money owed to the customer of an order, in no attempt. */
  owed: 'guarded',
  /** Money in an unfinished payout attempt. */
  attempt: 'guarded',
  /** Coins that the addresses received minus those that left them. */
  coins: 'open',
  /** Money at an own account, or paid by hand without one. */
  bank: 'open',
  /** Coins and money that were bought, and the coins and money given for them. */
  position: 'open',
  fees: 'open',
  kept: 'open',
  cost: 'open',
  lost: 'open',
  exchange: 'open',
  cash: 'open',
  capital: 'open',
  result: 'open',
} as const;

export type AccountKind = keyof typeof accountKinds;

/** An account of one unit (a coin's id or a currency's code). `subject` is the id of the row it is about, or empty. */
export type Account = { kind: AccountKind; subject: string; unit: string };

/** True if an account can never hold less than nothing. */
export const isGuarded = ({ kind }: Pick<Account, 'kind'>): boolean => accountKinds[kind] === 'guarded';

/** An account on the wire and in signatures, such as `held:<order id>` or `fees`. */
export const accountText = ({ kind, subject }: Pick<Account, 'kind' | 'subject'>): string =>
  subject === '' ? kind : `${kind}:${subject}`;

/** The account that accountText names; undefined where there is no such kind. */
export function parseAccount(text: string): Pick<Account, 'kind' | 'subject'> | undefined {
  const [kind = '', ...subject] = text.split(':');
  return isAccountKind(kind) ? { kind, subject: subject.join(':') } : undefined;
}

const isAccountKind = (kind: string): kind is AccountKind => Object.hasOwn(accountKinds, kind);

/** Kinds of entries that move money: shared/book/book.postings.ts has the lines of each. */
export const entryKinds = [
  'transfer.arrived',
  'transfer.reorganised',
  'claim',
  'stated',
  'settled',
  'refund.due',
  'refund.cancelled',
  'refund.sent',
  'attempt.made',
  'attempt.void',
  'attempt.sent',
  'attempt.returned',
  'order.reversed',
  'order.ended',
  'extra',
  'kept',
  'line.matched',
  'money.back',
  'opening',
  'disposal',
  'transfer',
  'cost',
  'capital',
  'correction',
] as const;

export type EntryKind = (typeof entryKinds)[number];
