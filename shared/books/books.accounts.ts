import { z } from 'zod';
import { accountKinds, isGuarded, parseAccount, type AccountKind } from '#shared/book/book.accounts.ts';
import { idOf } from '#shared/kernel/fields.ts';
import { reason } from '#shared/kernel/reason.ts';

/** Kinds of entries that the team makes itself, because no other part of the product knows them. */
export const manualKinds = ['opening', 'disposal', 'transfer', 'cost', 'capital', 'correction'] as const;
export type ManualKind = (typeof manualKinds)[number];

/** Names to filter by: the start of an account in its wire form, such as `held` or `cost:bank`. */
export const accountNames: readonly string[] = Object.keys(accountKinds).flatMap((kind) =>
  kind === 'cost' ? ['cost:network', 'cost:bank'] : [kind],
);

/** The name of an exchange in its account: lower case letters, digits and hyphens. */
export const exchangeName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9-]*$/, reason('exchange_name_invalid'))
  .max(40, reason('exchange_name_invalid'));

const subjects: Partial<Record<AccountKind, z.ZodType>> = {
  coins: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  bank: z.union([idOf('deskAccount'), z.literal('')]),
  cost: z.enum(['network', 'bank']),
  exchange: exchangeName,
};

/** An account that a manual entry may move, in its wire form: not one that only the product's own services move. */
export const manualAccount = z.string().refine((text) => {
  const account = parseAccount(text);
  if (!account || isGuarded(account)) return false;
  return (subjects[account.kind] ?? z.literal('')).safeParse(account.subject).success;
}, reason('account_not_manual'));
