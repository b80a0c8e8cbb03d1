import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { digitText, email, text, timestamp } from '#shared/kernel/fields.ts';
import { personal } from '#shared/kernel/personal.ts';
import { reason } from '#shared/kernel/reason.ts';
import { payoutMethods } from '#shared/reference/payout-currencies.ts';

/** Without spaces, in capitals; empty is none. */
function compact(max: number) {
  return digitText(max)
    .transform((typed) => typed.replace(/\s/g, '').toUpperCase() || undefined)
    .optional();
}

const missing = reason('bank_account_incomplete');

/** Codes that a bank of some countries needs beside the three lines that every account has. */
export const accountCodes = {
  iban: compact(42),
  bic: compact(15),
  bankCode: compact(20),
  /** ISO 3166. */
  country: compact(2),
};

/** Payout destination. PayPal and Wise: the account e-mail is in accountNumber, their name in bankName. */
export const paymentDetails = z
  .object(
    {
      accountName: text(120, { min: 1, error: missing }),
      accountNumber: digitText(120, { min: 1, error: missing }),
      bankName: text(120, { min: 1, error: missing }),
      method: z.enum(payoutMethods).default('bank'),
      ...accountCodes,
    },
    missing,
  )
  .refine((details) => details.method === 'bank' || email().safeParse(details.accountNumber).success, {
    error: reason('account_email_required'),
    path: ['accountNumber'],
  });
export type PaymentDetails = z.output<typeof paymentDetails>;

export const paymentDetailsView = z.object({
  accountName: z.string(),
  accountNumber: personal('account'),
  bankName: z.string(),
  method: z.enum(payoutMethods),
  routingNumber: personal('account').optional(),
  iban: personal('account').optional(),
  bic: z.string().optional(),
  bankCode: z.string().optional(),
  country: z.string().optional(),
});

export const payoutAccountView = paymentDetailsView.extend({
  id: z.uuid(),
  currency: z.string(),
  lastUsedAt: timestamp,
  createdAt: timestamp,
});
export type PayoutAccountView = z.output<typeof payoutAccountView>;

export const listPayoutAccounts = endpoint('GET /api/payout-accounts', {
  access: 'customer',
  summary: "The customer's saved payout accounts, last used first",
  response: z.array(payoutAccountView),
});

export const savePayoutAccount = endpoint('POST /api/payout-accounts', {
  access: 'customer',
  summary: 'Save a payout account; saving the same one again answers the one on record',
  status: 201,
  body: paymentDetails.and(z.object({ currency: z.string().regex(/^[A-Z]{3}$/, reason('payout_currency_required')) })),
  response: payoutAccountView,
});

export const removePayoutAccount = endpoint('DELETE /api/payout-accounts/:id', {
  access: 'customer',
  summary: 'Forget a saved payout account; orders keep the details they were made with',
  response: 'empty',
  errors: ['not_found'],
});
