import { z } from 'zod';
import { reason } from './reason.ts';

/** Accounts that can never hold less than nothing: only the product's own services move them. */
const guardedKinds = ['arrived', 'held', 'refund', 'owed', 'attempt'] as const;

/** Accounts that may also be moved by a manual entry. */
const unguardedKinds = [
  'coins',
  'bank',
  'position',
  'fees',
  'kept',
  'cost:network',
  'cost:bank',
  'lost',
  'exchange',
  'cash',
  'capital',
  'result',
] as const;

/** Every kind of account; an `exchange` is named by its subject. */
export const accountKinds = [...guardedKinds, ...unguardedKinds] as const;
export type AccountKind = (typeof accountKinds)[number];

/** What the desk enters itself, because no other part of the product knows it. */
export const manualKinds = ['opening', 'disposal', 'transfer', 'cost', 'capital', 'correction'] as const;
export type ManualKind = (typeof manualKinds)[number];

/** Every kind of entry; `cost` is also a statement line that the desk entered as one. A reversal has the kind of what it reverses. */
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
  ...manualKinds,
] as const;
export type EntryKind = (typeof entryKinds)[number];

type AccountName = { kind: AccountKind; subject: string | null };

/** The kind and the subject of an account on the wire, such as `held:<order id>` or `fees`; undefined where it is none. */
export function accountOf(text: string): AccountName | undefined {
  const kind = accountKinds.find((name) => text === name || text.startsWith(`${name}:`));
  return kind && { kind, subject: text === kind ? null : text.slice(kind.length + 1) };
}

/** What an exchange is called in its account: lower case letters, digits and hyphens. */
export const exchangeName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, reason('exchange_name_invalid'));

const subjects: Partial<Record<AccountKind, z.ZodType>> = {
  coins: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  bank: z.uuid().nullable(),
  exchange: exchangeName,
};

/** An account that a manual entry may move, as text on the wire. */
export const manualAccount = z.string().refine((text) => {
  const account = accountOf(text);
  if (!account || !unguardedKinds.some((kind) => kind === account.kind)) return false;
  return (subjects[account.kind] ?? z.null()).safeParse(account.subject).success;
}, reason('account_not_manual'));
