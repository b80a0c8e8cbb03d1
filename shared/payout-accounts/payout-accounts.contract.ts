import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { digitText, email, idOf, nameText, text, timestamp } from '#shared/kernel/fields.ts';
import { markPersonal } from '#shared/kernel/personal.ts';
import { reasonWith, reason } from '#shared/kernel/reason.ts';
import { returnedReasons } from '#shared/payout-accounts/payout-accounts.returned.ts';
import { paysCurrency, railIds, railOf } from '#shared/reference/rails.ts';

/** Text without spaces, in capitals; undefined if empty. */
function compact(max: number) {
  return digitText(max)
    .transform((value) => value.replace(/\s/g, '').toUpperCase() || undefined)
    .optional();
}

const incompleteReason = reason('bank_account_incomplete');

/** Codes that a bank of some countries needs beside the three lines that every account has. */
export const accountCodes = {
  iban: compact(42),
  bic: compact(15),
  bankCode: compact(20),
  /** ISO 3166. */
  country: compact(2),
};

/** The id of a rail; no method is a bank. */
export const payoutMethod = z.enum(railIds);

/**
 * Payout destination. PayPal and Wise: the account e-mail is in accountNumber, their name in bankName; mobile money:
 * the telephone and the name of the rail.
 */
export const paymentDetails = z
  .object(
    {
      accountName: nameText(120, { min: 1, error: incompleteReason }),
      accountNumber: digitText(120, { min: 1, error: incompleteReason }),
      bankName: text(120, { min: 1, error: incompleteReason }),
      method: payoutMethod.default('bank'),
      ...accountCodes,
    },
    incompleteReason,
  )
  .superRefine((details, context) => {
    for (const { name, shape, required } of railOf(details.method)?.fields ?? []) {
      const isWrong = shape === 'email' && !email().safeParse(details[name]).success;
      if (isWrong) context.addIssue({ code: 'custom', message: reason('account_email_required'), path: [name] });
      else if (required && details[name] === undefined)
        context.addIssue({ code: 'custom', message: incompleteReason, path: [name] });
    }
  });
export type PaymentDetails = z.output<typeof paymentDetails>;

export const paymentDetailsView = z.object({
  accountName: z.string(),
  accountNumber: markPersonal('account'),
  bankName: z.string(),
  method: payoutMethod,
  routingNumber: markPersonal('account').optional(),
  iban: markPersonal('account').optional(),
  bic: z.string().optional(),
  bankCode: z.string().optional(),
  country: z.string().optional(),
});

export const payoutAccountView = paymentDetailsView.extend({
  id: idOf('payoutAccount'),
  currency: z.string(),
  /** Details with `brought` were entered by the team, and not by the customer. */
  origin: z.enum(['own', 'brought']),
  /** Null unless the last payout to it was returned by its bank and no other one has succeeded since. */
  returned: z.object({ reason: z.enum(returnedReasons), at: timestamp }).nullable(),
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
  body: paymentDetails
    .and(z.object({ currency: z.string().regex(/^[A-Z]{3}$/, reason('payout_currency_required')) }))
    .superRefine(({ method, currency }, context) => {
      const rail = railOf(method);
      if (!rail || paysCurrency(rail, currency)) return;
      const { reason: message, params } = reasonWith('rail_of_other_currency', { rail: rail.name, currency });
      context.addIssue({ code: 'custom', message, params, path: ['method'] });
    }),
  response: payoutAccountView,
  errors: ['payee_blocked'],
});

export const removePayoutAccount = endpoint('DELETE /api/payout-accounts/:id', {
  access: 'customer',
  summary: 'Forget a saved payout account; orders keep the details they were made with',
  response: 'empty',
  errors: ['not_found'],
});
