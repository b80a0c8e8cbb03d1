import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { idOf, text, timestamp } from '#shared/kernel/fields.ts';
import { personalValue } from '#shared/kernel/personal.ts';
import { reason } from '#shared/kernel/reason.ts';

export const paymentMethodTypes = ['bank', 'ewallet'] as const;

const currency = z
  .string(reason('currency_required'))
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, reason('currency_required'));

/** Longest label and value of a line, and longest text that stands for all lines, in characters. */
export const accountLineLimits = { label: 60, value: 300, text: 4_000 } as const;

/** A number is taken as written, if JSON transmits it digit by digit. */
const detail = z.union([text(accountLineLimits.value), z.int().nonnegative().transform(String)]);

/** Label to value, in the order they are shown: at most 20 lines. */
export const accountDetails = z
  .record(text(accountLineLimits.label, { min: 1 }), detail)
  .refine((lines) => Object.keys(lines).length <= 20, reason('too_many_account_lines'));

const longText = text(accountLineLimits.text);

/**
 * Text that is not a JSON object is stored under `details`, and is taken as it is
 * stored too: a stored call is parsed again.
 */
export const detailsInput = z.union(
  [
    accountDetails,
    z.strictObject({ details: longText }),
    longText.transform((value): Record<string, string> => {
      const parsedDetails = accountDetails.safeParse(readJson(value));
      if (parsedDetails.success) return parsedDetails.data;
      return value ? { details: value } : {};
    }),
  ],
  reason('account_lines_invalid'),
);

function readJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** The customer's view of an account to pay into; orders store a copy. */
export const paymentInstruction = z.object({
  id: idOf('paymentMethod'),
  currency: z.string(),
  type: z.enum(paymentMethodTypes),
  name: z.string(),
  displayName: z.string(),
  accountDetails: personalValue('accountDetails', z.record(z.string(), z.string())),
  instructions: z.string().nullable(),
  /** A value that ships with the product and receives nothing. */
  isSample: z.boolean(),
});
export type PaymentInstruction = z.output<typeof paymentInstruction>;

/** A receiving account that customers pay into. */
export const paymentMethodView = paymentInstruction.extend({
  country: z.string(),
  isActive: z.boolean(),
  sortOrder: z.number().int(),
  createdAt: timestamp,
});
export type PaymentMethodView = z.output<typeof paymentMethodView>;

/** A payment method for the admin. A tampered one was not written by the product, and customers do not see it. */
export const adminPaymentMethodView = paymentMethodView.extend({ updatedAt: timestamp, tampered: z.boolean() });
export type AdminPaymentMethodView = z.output<typeof adminPaymentMethodView>;

export const listPaymentMethods = endpoint('GET /api/payment-methods', {
  access: 'customer',
  summary: 'The active receiving accounts of a currency, as a customer sees them',
  query: z.object({ currency: currency.optional() }),
  response: z.array(paymentMethodView),
});

export const adminListPaymentMethods = endpoint('GET /api/admin/payment-methods', {
  may: 'wallets.write',
  summary: 'All receiving accounts',
  query: z.object({ currency: currency.optional() }),
  response: z.array(adminPaymentMethodView),
});

// No defaults here: a change of one field must not reset the others.
const method = z.object({
  currency,
  country: text(2).optional(),
  type: z.enum(paymentMethodTypes, reason('payment_method_type_required')),
  name: text(80, { min: 1, error: 'name_required' }),
  displayName: text(120, { min: 1, error: 'display_name_required' }),
  accountDetails: detailsInput,
  instructions: text(2000).nullish(),
  isActive: z.boolean(),
  sortOrder: z.number().int().min(0).max(10_000),
});

const onMethod = { on: 'payment_method', may: 'wallets.write', ownCase: 'allowed', stepUp: true } as const;

export const createPaymentMethod = action('POST /api/admin/payment-methods', {
  ...onMethod,
  summary: 'Add a receiving account; the country follows the currency',
  status: 201,
  body: method.extend({
    accountDetails: method.shape.accountDetails.default({}),
    isActive: method.shape.isActive.default(true),
    sortOrder: method.shape.sortOrder.default(0),
  }),
  response: paymentMethodView,
  second: 'address',
  audit: 'payment_method.created',
});

export const updatePaymentMethod = action('PUT /api/admin/payment-methods/:id', {
  ...onMethod,
  summary: 'Change a receiving account; orders keep the account they showed',
  body: method.partial(),
  response: paymentMethodView,
  errors: ['conflict'],
  second: 'address',
  audit: 'payment_method.changed',
});

export const replaceSampleMethods = action('POST /api/admin/payment-methods/samples', {
  ...onMethod,
  summary: 'Enter own accounts over samples, all of them or none. Refused where a second member confirms each account',
  body: z.object({
    accounts: z
      .array(
        method
          .pick({ displayName: true, accountDetails: true, instructions: true })
          .extend({ id: idOf('paymentMethod') }),
      )
      .min(1)
      .max(50),
  }),
  response: z.array(paymentMethodView),
  errors: ['not_found', 'conflict'],
  audit: 'payment_method.changed',
});

export const deletePaymentMethod = action('DELETE /api/admin/payment-methods/:id', {
  ...onMethod,
  summary: 'Remove a receiving account',
  response: 'empty',
  audit: 'payment_method.deleted',
});

export const seedPaymentMethods = action('POST /api/admin/seed-payment-methods', {
  ...onMethod,
  summary: 'Add the default accounts that are missing, marked as samples to be replaced',
  response: z.array(paymentMethodView),
  audit: 'payment_method.created',
});
