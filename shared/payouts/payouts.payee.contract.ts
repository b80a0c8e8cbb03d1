import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { digitText, nameText, sixDigits, text, timestamp } from '#shared/kernel/fields.ts';
import { reason } from '#shared/kernel/reason.ts';
import { orderDetails } from '#shared/orders/orders.contract.ts';
import { paymentDetails, payoutMethod } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { payeeSchemes } from '#shared/reference/account-schemes.ts';
import { nameMatches } from './payee.names.ts';
import { findingCodes, payeeFields } from './payee.ts';

/** The bank's answer when it compares the typed name with the name of the account. */
export const resolvedStates = ['match', 'close', 'other', 'unresolved'] as const;

const optionalText = (max: number) => text(max).nullish();

export const checkPayeeEndpoint = endpoint('POST /api/payee-checks', {
  access: 'customer',
  summary: 'Check an account before an order: number, name and, where a provider is set up, the answer of the bank',
  body: z.object({
    currency: z.string().regex(/^[A-Z]{3}$/, reason('payout_currency_required')),
    method: payoutMethod.default('bank'),
    accountName: nameText(120),
    accountNumber: digitText(120),
    bankName: optionalText(120),
    iban: digitText(42).nullish(),
    bic: optionalText(15),
    bankCode: digitText(20).nullish(),
    country: optionalText(2),
  }),
  response: z.object({
    level: z.enum(['ok', 'warn', 'block']),
    /** Null if nothing is known about numbers of this currency. */
    scheme: z.enum(payeeSchemes).nullable(),
    findings: z.array(z.object({ code: z.enum(findingCodes), field: z.enum(payeeFields) })),
    normalized: z.object({ accountNumber: z.string(), iban: z.string().optional() }),
    name: z.enum(nameMatches),
    resolved: z.object({ state: z.enum(resolvedStates) }).nullable(),
  }),
  limit: 'quote',
});
export type PayeeCheckView = z.output<(typeof checkPayeeEndpoint)['response']>;

export const requestDetailsCode = endpoint('POST /api/transactions/:id/payout-details/code', {
  access: 'customer',
  summary:
    'Mail the code that a new account needs: the bank has returned the payout of an own order, or its own address has a sale that is open and not approved',
  response: z.object({ expiresAt: timestamp }),
  errors: ['not_found', 'conflict'],
  limit: 'mail',
});

export const changePayoutDetails = endpoint('PUT /api/transactions/:id/payout-details', {
  access: 'customer',
  summary:
    'Name another account for a payout that the bank returned, which is then sent again, or for an open sale at an own address',
  body: z.object({
    paymentDetails,
    code: sixDigits('one_time_code_malformed'),
  }),
  response: orderDetails,
  errors: [
    'not_found',
    'conflict',
    'invalid_code',
    'payee_blocked',
    'not_offered',
    'above_maximum',
    'below_minimum',
    'already_decided',
  ],
  limit: 'code',
  idempotent: true,
});
