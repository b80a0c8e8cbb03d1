import { z } from 'zod';
import { amountOut } from '#shared/kernel/amount.ts';
import { idOf, text, timestamp } from '#shared/kernel/fields.ts';
import { markPersonal } from '#shared/kernel/personal.ts';
import { reason } from '#shared/kernel/reason.ts';
import { returnedReasons } from '#shared/payout-accounts/payout-accounts.returned.ts';
import { isSameAccount } from '#shared/payout-accounts/payout-accounts.same.ts';
import { nameAtCheck } from '#shared/users/users.contract.ts';

/** The payout account in the form in which reviewers compare it. */
export const payeeAccount = z.object({
  accountName: z.string(),
  accountNumber: markPersonal('account'),
  bankName: z.string(),
});
export type PayeeAccount = z.output<typeof payeeAccount>;

/** True if two payouts go to one account under one name, however its number is spaced. */
export const isSamePayee = (first: PayeeAccount, secondAccount: PayeeAccount): boolean =>
  first.accountName === secondAccount.accountName && isSameAccount(first, secondAccount);

/** The kinds of amendments that an admin may add to a decided order. */
export const amendmentKinds = ['note', 'evidence', 'screenshot', 'reversal', 'money_back'] as const;

/** The kinds that name a transaction: a corrected payout, or coins or money sent back, by the customer or to them. */
const kindsWithTransaction: readonly string[] = ['evidence', 'reversal', 'money_back'];

/** Additions to a decided order. They replace nothing that is stored. */
export const orderAmendmentView = z.object({
  id: z.string(),
  at: timestamp,
  kind: z.enum(amendmentKinds),
  note: z.string(),
  transactionId: z.string().nullable(),
  linked: z.object({ id: idOf('order'), reference: z.string() }).nullable(),
});

const fields = z.object({
  kind: z.enum(amendmentKinds),
  note: text(2000, { min: 1, error: reason('amendment_note_required') }),
  transactionId: text(200).optional(),
  /** The reference of another order, for a reversal. */
  linkedReference: text(40).optional(),
  /** The amount of money back: decimal text in the currency that the customer sent. */
  amount: z
    .string()
    .regex(/^\d{1,15}(\.\d{1,3})?$/, reason('money_back_amount'))
    .optional(),
  /** Our account that paid money back; without one it was paid by hand. */
  accountId: idOf('deskAccount').optional(),
});

/** An addition as it is typed; a correction, a reversal and money back name their transaction. */
export const amendmentInput = fields.superRefine(({ kind, transactionId, amount }, context) => {
  if (kind === 'money_back' && amount === undefined)
    context.addIssue({ code: 'custom', message: reason('money_back_amount'), path: ['amount'] });
  if (!kindsWithTransaction.includes(kind) || transactionId) return;
  context.addIssue({ code: 'custom', message: reason('amendment_transaction_id_required'), path: ['transactionId'] });
});
export type AmendmentInput = z.output<typeof amendmentInput>;

/** True for an amendment that names its transaction. */
export function namesTransaction(kind: string): boolean {
  return kindsWithTransaction.includes(kind);
}

/** The customer an order is paid to, with the data that helps to decide. Amounts in US dollars. */
export const orderCustomerView = z.object({
  status: z.enum(['active', 'blocked', 'deleted']),
  /** The reason why the team blocked them; nothing of theirs is paid until they are unblocked. */
  blockedReason: z.string().nullable(),
  registeredAt: timestamp,
  /** Numbers of orders of this customer, including this one, and of those that were paid out, with their value. */
  orders: z.number().int(),
  completed: z.number().int(),
  volumeUsd: amountOut,
  /** True where the customer is a member of the team, whose own orders other members decide. */
  isMember: z.boolean(),
  /** True where the customer opened no order before this one. */
  isFirst: z.boolean(),
  /**
   * Orders of the last `limitDays` days that were not refused, which count against the limit without an approved
   * identity.
   */
  limitUsedUsd: amountOut,
  limitUsd: amountOut,
  limitDays: z.number().int(),
  kycRequestId: idOf('kycRequest').nullable(),
  nameAtCheck,
  /** The account of their last completed order, in this payout currency if possible; null for the first order. */
  lastPayout: payeeAccount.extend({ at: timestamp }).nullable(),
  /**
   * The time and reason of the last return from the account of this order; null if the payout arrived, or there was
   * none.
   */
  cameBack: z.object({ at: timestamp, reason: z.enum(returnedReasons) }).nullable(),
  /** Other customers with the same payout account. */
  samePayee: z.array(z.object({ userId: idOf('user'), name: z.string(), email: markPersonal('email').nullable() })),
});
