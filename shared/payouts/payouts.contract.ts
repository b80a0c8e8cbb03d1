import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { idOf, text, timestamp } from '#shared/kernel/fields.ts';
import { pageQuery } from '#shared/kernel/paging.ts';
import { markPersonal } from '#shared/kernel/personal.ts';
import { orderStatuses } from '#shared/orders/orders.lifecycle.ts';
import { orderStages } from '#shared/orders/orders.stages.ts';
import { payoutMethod } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { maxSearchLength } from '#shared/reference/search-lengths.ts';
import { findingCodes } from './payee.ts';
import {
  attemptStates,
  batchStates,
  payoutKinds,
  payoutStates,
  returnReasons,
  settledBy,
} from './payouts.lifecycle.ts';

/** Money of payouts: decimal text with exactly the minor units of its currency, as it is in a bank's file. */
export const money = z.string();
const currency = z.string().regex(/^[A-Z]{3}$/);
const day = z.iso.date();
export const memberView = z.object({ id: idOf('user'), name: z.string() });

/** The payee of a payout. */
export const payeeView = z.object({
  method: payoutMethod,
  accountName: z.string(),
  accountNumber: markPersonal('account'),
  bankName: z.string(),
  iban: markPersonal('account').nullable(),
  bic: z.string().nullable(),
  bankCode: z.string().nullable(),
  country: z.string().nullable(),
});

/** The details that can differ from the customer's last payout. */
export const payeeDifferences = ['first_payout', 'method', 'accountName', 'accountNumber', 'bankName'] as const;

const returnedView = z.object({
  reason: z.enum(returnReasons),
  /** A note that a member typed, never a text of the bank; it may still name an account. */
  note: markPersonal('accountText').nullable(),
  at: timestamp,
  amount: money,
  fee: money.nullable(),
  /** The last time that the customer was asked for another account; null if never. */
  askedAt: timestamp.nullable(),
});

export const payoutView = z.object({
  id: idOf('payout'),
  kind: z.enum(payoutKinds),
  state: z.enum(payoutStates),
  reason: markPersonal('accountText').nullable(),
  order: z.object({
    id: idOf('order'),
    reference: z.string(),
    status: z.enum(orderStatuses),
    stage: z.enum(orderStages),
  }),
  userId: idOf('user'),
  userName: z.string(),
  /** True if the customer is blocked: nothing is paid until they are unblocked. */
  customerBlocked: z.boolean(),
  amount: money,
  currency: z.string(),
  valueUsd: money,
  payee: payeeView,
  approvedBy: memberView.nullable(),
  approvedAt: timestamp,
  detailsChanged: z.boolean(),
  attemptNo: z.number().int(),
  endToEndId: z.string().nullable(),
  batch: z.object({ id: idOf('payoutBatch'), reference: z.string(), state: z.enum(batchStates) }).nullable(),
  settledBy: z.enum(settledBy).nullable(),
  returned: returnedView.nullable(),
  checks: z.array(z.object({ code: z.enum(findingCodes), level: z.enum(['warn', 'block']), field: z.string() })),
  /** The match of the account name with the approved identity. */
  name: z.enum(['match', 'close', 'other', 'unknown']),
  differs: z.array(z.enum(payeeDifferences)),
  lastPayout: z.object({ at: timestamp, reference: z.string() }).nullable(),
  /** True if it was changed outside the product: it is not paid. */
  tampered: z.boolean(),
});
export type PayoutView = z.output<typeof payoutView>;

const attemptView = z.object({
  id: idOf('payoutAttempt'),
  no: z.number().int(),
  endToEndId: z.string(),
  amount: money,
  state: z.enum(attemptStates),
  payee: payeeView,
  batch: payoutView.shape.batch,
  sentAt: timestamp.nullable(),
  settledAt: timestamp.nullable(),
  settledBy: z.enum(settledBy).nullable(),
  returned: returnedView.nullable(),
});

export const payoutDetails = payoutView.extend({
  attempts: z.array(attemptView),
  /** Bookings in statements that were matched with the payout. */
  lines: z.array(
    z.object({
      id: idOf('statementLine'),
      bookedOn: day,
      direction: z.enum(['in', 'out']),
      amount: money,
      role: z.string(),
      rule: z.string(),
      matchedAt: timestamp,
    }),
  ),
  history: z.array(z.object({ at: timestamp, action: z.string(), by: memberView.nullable() })),
});
export type PayoutDetails = z.output<typeof payoutDetails>;

/** Accepts one value or a list of them, as a query may hold. */
export const oneOrMany = <Value extends z.ZodType>(value: Value) => z.union([value, z.array(value)]);
const payoutFilter = z.object({
  state: oneOrMany(z.enum(payoutStates)).default('due'),
  currency: currency.optional(),
  method: payoutMethod.optional(),
  q: text(maxSearchLength).optional(),
  user: idOf('user').optional(),
  sort: z.enum(['oldest', 'newest', 'amount']).default('oldest'),
});
export const payoutReason = z.object({ reason: text(500, { min: 1, error: 'payout_reason_required' }) });

export const approveForPayout = endpoint('POST /api/admin/transactions/:id/payout', {
  may: 'orders.decide',
  summary:
    'Approve an order and let its payout wait for a batch; or, with kind extra, add a second payment to a completed order',
  status: 201,
  body: z.union([
    z.object({
      kind: z.literal('extra'),
      amount: z.string().regex(/^\d{1,15}(\.\d{1,3})?$/),
      note: text(2000, { min: 1, error: 'payout_reason_required' }),
    }),
    z.object({
      kind: z.literal('order').default('order'),
      version: z.coerce.number().int().optional(),
      reason: text(2000).optional(),
      adminNotes: text(2000).optional(),
    }),
  ]),
  response: payoutView,
  errors: [
    'not_found',
    'own_case',
    'already_decided',
    'conflict',
    'payout_exists',
    'proof_missing',
    'evidence_missing',
    'verdict_needs_reason',
    'settlement_missing',
    'customer_blocked',
    'hash_used',
  ],
  idempotent: true,
  secondUser: true,
});

export const listPayouts = endpoint('GET /api/admin/payouts', {
  may: 'orders.read',
  summary: 'Payouts of a state, those due unless another is named; oldest first unless sorted otherwise',
  query: pageQuery.extend({
    ...payoutFilter.shape,
    // Due payouts are shown in groups, each of which can become one batch.
    pageSize: z.coerce.number().int().min(1).max(500).default(20),
  }),
  response: z.array(payoutView),
  paged: true,
});

const sum = z.object({ payouts: z.number().int(), amount: money });
const sums = { expected: sum, due: sum, held: sum, batched: sum, released: sum, sent: sum, returned: sum };
export const payoutFigures = endpoint('GET /api/admin/payouts/figures', {
  may: 'orders.read',
  summary: 'What is owed in each currency, the cash that it needs, and what the banks say is there',
  response: z.object({
    currencies: z.array(
      z.object({
        currency: z.string(),
        ...sums,
        cashNeeded: money,
        /**
         * The newest closing balances of the accounts in use, by the banks' statements; null without a statement, and
         * for members who do not work on payouts.
         */
        inAccounts: money.nullable(),
        /** Accounts in use of the currency without any statement: their money is unknown, and not counted above. */
        unknownAccounts: z.number().int(),
      }),
    ),
  }),
});

const part = z.object({ payouts: z.number().int(), amount: money });

export const listDueParts = endpoint('GET /api/admin/payouts/due-parts', {
  may: 'payouts.prepare',
  summary:
    'Payouts that are due in each currency: those that a batch takes at once, and those that a member has to look at first',
  response: z.array(z.object({ currency: z.string(), ready: part, flagged: part })),
});

export const exportPayouts = endpoint('GET /api/admin/payouts/export', {
  may: 'books.read',
  summary: 'The payouts of the list as CSV',
  query: payoutFilter,
  response: 'file',
  stepUp: true,
});

export const getPayout = endpoint('GET /api/admin/payouts/:id', {
  may: 'orders.read',
  summary: 'One payout with its attempts, bookings and history',
  response: payoutDetails,
  errors: ['not_found'],
});

const onPayout = { on: 'payout', body: payoutReason, response: payoutView } as const;

export const holdPayout = action('POST /api/admin/payouts/:id/hold', {
  ...onPayout,
  from: ['due'],
  may: 'payouts.prepare',
  summary: 'Take a payout that is due out of the list until somebody has looked',
  audit: 'payout.held',
});

export const resumePayout = action('POST /api/admin/payouts/:id/resume', {
  ...onPayout,
  from: ['held'],
  may: 'payouts.prepare',
  summary: 'Let a held payout wait for a batch again',
  errors: ['settlement_missing'],
  audit: 'payout.resumed',
});

export const payAgain = action('POST /api/admin/payouts/:id/again', {
  ...onPayout,
  from: ['returned'],
  may: 'payouts.prepare',
  summary: 'Pay returned money again, to the same account',
  audit: 'payout.again',
});

export const askForAccount = action('POST /api/admin/payouts/:id/ask', {
  ...onPayout,
  body: z.object({}),
  from: ['returned'],
  may: 'payouts.prepare',
  summary: 'Ask the customer for another account where money came back; again once the time for an answer is over',
  errors: ['customer_blocked'],
  audit: 'payout.asked',
});

export const returnPayout = action('POST /api/admin/payouts/:id/return', {
  ...onPayout,
  from: ['sent', 'settled'],
  may: 'payouts.release',
  summary:
    'Record that the bank returned the money; the customer is asked for another account unless told otherwise. It can wait for a second member',
  body: z.object({
    reason: z.enum(returnReasons),
    note: text(2000, { min: 1, error: 'payout_reason_required' }),
    askCustomer: z.boolean().optional(),
  }),
  stepUp: true,
  second: 'payout',
  audit: 'payout.returned',
});

export const settlePayout = action('POST /api/admin/payouts/:id/settle', {
  ...onPayout,
  from: ['sent'],
  may: 'payouts.release',
  summary: 'Record that the money has arrived where no statement says so',
  errors: ['hash_used'],
  stepUp: true,
  audit: 'payout.settled',
});
