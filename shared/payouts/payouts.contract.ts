import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { id, text, timestamp } from '#shared/kernel/fields.ts';
import { pageQuery } from '#shared/kernel/paging.ts';
import { personal } from '#shared/kernel/personal.ts';
import { orderStatuses } from '#shared/orders/orders.lifecycle.ts';
import { orderStages } from '#shared/orders/orders.stages.ts';
import { payoutMethods } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { findingCodes } from './payee.ts';
import {
  attemptStates,
  batchFormats,
  batchStates,
  payoutKinds,
  payoutStates,
  returnReasons,
  settledBy,
} from './payouts.lifecycle.ts';

/** Money of payouts: decimal text with exactly the minor units of its currency, as it stands in a bank's file. */
const money = z.string();
const currency = z.string().regex(/^[A-Z]{3}$/);
const day = z.iso.date();
const memberView = z.object({ id: z.uuid(), name: z.string() });

/** Whom a payout is paid to. */
export const payeeView = z.object({
  method: z.enum(payoutMethods),
  accountName: z.string(),
  accountNumber: personal('account'),
  bankName: z.string(),
  iban: personal('account').nullable(),
  bic: z.string().nullable(),
  bankCode: z.string().nullable(),
  country: z.string().nullable(),
});

/** What is different from the customer's last payout. */
export const payeeDifferences = ['first_payout', 'method', 'accountName', 'accountNumber', 'bankName'] as const;

const returnedView = z.object({
  reason: z.enum(returnReasons),
  note: z.string().nullable(),
  at: timestamp,
  amount: money,
  fee: money.nullable(),
});

export const payoutView = z.object({
  id: z.uuid(),
  kind: z.enum(payoutKinds),
  state: z.enum(payoutStates),
  reason: z.string().nullable(),
  order: z.object({
    id: z.uuid(),
    reference: z.string(),
    status: z.enum(orderStatuses),
    stage: z.enum(orderStages),
  }),
  userId: z.uuid(),
  userName: z.string(),
  amount: money,
  currency: z.string(),
  valueUsd: money,
  payee: payeeView,
  approvedBy: memberView.nullable(),
  approvedAt: timestamp,
  detailsChanged: z.boolean(),
  attemptNo: z.number().int(),
  endToEndId: z.string().nullable(),
  batch: z.object({ id: z.uuid(), reference: z.string(), state: z.enum(batchStates) }).nullable(),
  settledBy: z.enum(settledBy).nullable(),
  returned: returnedView.nullable(),
  checks: z.array(z.object({ code: z.enum(findingCodes), level: z.enum(['warn', 'block']), field: z.string() })),
  /** How the account name fits the approved identity. */
  name: z.enum(['match', 'close', 'other', 'unknown']),
  differs: z.array(z.enum(payeeDifferences)),
  lastPayout: z.object({ at: timestamp, reference: z.string() }).nullable(),
  /** Changed outside the product: it is not paid. */
  tampered: z.boolean(),
});
export type PayoutView = z.output<typeof payoutView>;

const attemptView = z.object({
  id: z.uuid(),
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
  /** Bookings in statements that were matched with it. */
  lines: z.array(
    z.object({
      id: z.uuid(),
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

export const batchView = z.object({
  id: z.uuid(),
  reference: z.string(),
  state: z.enum(batchStates),
  format: z.enum(batchFormats),
  account: memberView.nullable(),
  currency: z.string(),
  count: z.number().int(),
  total: money,
  executeOn: day,
  note: z.string().nullable(),
  madeBy: memberView,
  madeAt: timestamp,
  releasedBy: memberView.nullable(),
  releasedAt: timestamp.nullable(),
  sentBy: memberView.nullable(),
  sentAt: timestamp.nullable(),
  bankReference: z.string().nullable(),
  fileName: z.string().nullable(),
  sha256: z.string().nullable(),
  bytes: z.number().int().nullable(),
  /** What is released: send it back to release what you have seen. */
  digest: z.string(),
  needsSecond: z.boolean(),
  mayRelease: z.boolean(),
  whyNot: z.enum(['own_request', 'not_permitted']).nullable(),
  sumsOfDay: z.array(z.object({ userId: z.uuid(), usd: money })),
  states: z.partialRecord(z.enum(attemptStates), z.number().int()),
  tampered: z.boolean(),
});
export type BatchView = z.output<typeof batchView>;

/** A payout as it was frozen when its batch was made. */
const batchLine = payoutView.extend({ attemptState: z.enum(attemptStates) });
export const batchDetails = batchView.extend({ lines: z.array(batchLine) });
export type BatchDetails = z.output<typeof batchDetails>;

const several = <Value extends z.ZodType>(value: Value) => z.union([value, z.array(value)]);
const payoutFilter = z.object({
  state: several(z.enum(payoutStates)).default('due'),
  currency: currency.optional(),
  method: z.enum(payoutMethods).optional(),
  q: text(100).optional(),
  user: id.optional(),
});
const reason = z.object({ reason: text(500, { min: 1, error: 'payout_reason_required' }) });
const byId = z.object({ id });

export const approveForPayout = endpoint({
  method: 'POST',
  path: '/api/admin/transactions/:id/payout',
  access: 'admin',
  may: 'orders.decide',
  summary:
    'Approve an order and let its payout wait for a batch; or, with kind extra, add a second payment to a completed order',
  status: 201,
  params: byId,
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
  ],
  limit: 'admin',
  idempotent: true,
  secondUser: true,
});

export const listPayouts = endpoint({
  method: 'GET',
  path: '/api/admin/payouts',
  access: 'admin',
  may: 'orders.read',
  summary: 'Payouts of a state, those due unless another is named; oldest first',
  query: pageQuery.extend(payoutFilter.shape),
  response: z.array(payoutView),
  errors: [],
  limit: 'read',
  paged: true,
});

const sum = z.object({ payouts: z.number().int(), amount: money });
export const payoutFigures = endpoint({
  method: 'GET',
  path: '/api/admin/payouts/figures',
  access: 'admin',
  may: 'orders.read',
  summary: 'What is owed in each currency, and the cash that it needs',
  response: z.object({
    currencies: z.array(
      z.object({
        currency: z.string(),
        expected: sum,
        due: sum,
        held: sum,
        batched: sum,
        released: sum,
        sent: sum,
        returned: sum,
        cashNeeded: money,
      }),
    ),
  }),
  errors: [],
  limit: 'read',
});

export const exportPayouts = endpoint({
  method: 'GET',
  path: '/api/admin/payouts/export',
  access: 'admin',
  may: 'books.read',
  summary: 'The payouts of the list as CSV',
  query: payoutFilter,
  response: 'file',
  errors: ['step_up_required'],
  limit: 'read',
  stepUp: true,
});

export const getPayout = endpoint({
  method: 'GET',
  path: '/api/admin/payouts/:id',
  access: 'admin',
  may: 'orders.read',
  summary: 'One payout with its attempts, bookings and history',
  params: byId,
  response: payoutDetails,
  errors: ['not_found'],
  limit: 'read',
});

const change = {
  method: 'POST',
  access: 'admin',
  params: byId,
  response: payoutView,
  limit: 'admin',
} as const;

export const holdPayout = endpoint({
  ...change,
  path: '/api/admin/payouts/:id/hold',
  may: 'payouts.prepare',
  summary: 'Take a payout that is due out of the list until somebody has looked',
  body: reason,
  errors: ['not_found', 'own_case', 'conflict'],
});

export const resumePayout = endpoint({
  ...change,
  path: '/api/admin/payouts/:id/resume',
  may: 'payouts.prepare',
  summary: 'Let a held payout wait for a batch again',
  body: reason,
  errors: ['not_found', 'own_case', 'conflict'],
});

export const payAgain = endpoint({
  ...change,
  path: '/api/admin/payouts/:id/again',
  may: 'payouts.prepare',
  summary: 'Pay returned money again, to the same account',
  body: reason,
  errors: ['not_found', 'own_case', 'conflict'],
});

export const returnPayout = endpoint({
  ...change,
  path: '/api/admin/payouts/:id/return',
  may: 'payouts.release',
  summary: 'Record that the bank returned the money; the customer is asked for another account unless told otherwise',
  body: z.object({
    reason: z.enum(returnReasons),
    note: text(2000, { min: 1, error: 'payout_reason_required' }),
    askCustomer: z.boolean().optional(),
  }),
  errors: ['not_found', 'own_case', 'conflict', 'step_up_required'],
  stepUp: true,
});

export const settlePayout = endpoint({
  ...change,
  path: '/api/admin/payouts/:id/settle',
  may: 'payouts.release',
  summary: 'Record that the money has arrived where no statement says so',
  body: reason,
  errors: ['not_found', 'own_case', 'conflict', 'step_up_required'],
  stepUp: true,
});

export const makeBatch = endpoint({
  method: 'POST',
  path: '/api/admin/payout-batches',
  access: 'admin',
  may: 'payouts.prepare',
  summary: 'Make a batch of payouts that are due: all of them or none',
  status: 201,
  body: z.object({
    accountId: id.nullable(),
    format: z.enum(batchFormats).optional(),
    payoutIds: z.array(id).min(1).max(5_000),
    executeOn: day.optional(),
    note: text(500).optional(),
  }),
  response: batchView,
  errors: ['own_case', 'payouts_taken', 'payee_blocked', 'too_many_rows'],
  limit: 'admin',
  idempotent: true,
});

export const listBatches = endpoint({
  method: 'GET',
  path: '/api/admin/payout-batches',
  access: 'admin',
  may: 'orders.read',
  summary: 'Batches, newest first',
  query: pageQuery.extend({ state: several(z.enum(batchStates)).optional() }),
  response: z.array(batchView),
  errors: [],
  limit: 'read',
  paged: true,
});

export const getBatch = endpoint({
  method: 'GET',
  path: '/api/admin/payout-batches/:id',
  access: 'admin',
  may: 'orders.read',
  summary: 'One batch with its lines, as they were frozen when it was made',
  params: byId,
  response: batchDetails,
  errors: ['not_found'],
  limit: 'read',
});

const batchChange = { access: 'admin', params: byId, response: batchView, limit: 'admin' } as const;

export const cancelBatch = endpoint({
  ...batchChange,
  method: 'DELETE',
  path: '/api/admin/payout-batches/:id',
  may: 'payouts.prepare',
  summary: 'Cancel a batch that is not released; its payouts are due again',
  errors: ['not_found', 'conflict'],
});

export const releaseBatch = endpoint({
  ...batchChange,
  method: 'POST',
  path: '/api/admin/payout-batches/:id/release',
  may: 'payouts.release',
  summary: 'Release what the digest names and write the file; by another member where a rule asks for one',
  body: z.object({ digest: z.string().max(64) }),
  errors: ['not_found', 'own_case', 'own_request', 'batch_changed', 'conflict', 'payee_blocked', 'step_up_required'],
  stepUp: true,
});

export const refuseBatch = endpoint({
  ...batchChange,
  method: 'POST',
  path: '/api/admin/payout-batches/:id/refuse',
  may: 'payouts.release',
  summary: 'Refuse to release a batch; the named payouts are held, the others are due again',
  body: reason.extend({ payoutIds: z.array(id).max(5_000).optional() }),
  errors: ['not_found', 'conflict'],
});

export const withdrawBatch = endpoint({
  ...batchChange,
  method: 'POST',
  path: '/api/admin/payout-batches/:id/withdraw',
  may: 'payouts.release',
  summary: 'Withdraw a released batch that was not handed to the bank; its payouts are held',
  body: reason,
  errors: ['not_found', 'conflict', 'step_up_required'],
  stepUp: true,
});

export const batchFile = endpoint({
  method: 'GET',
  path: '/api/admin/payout-batches/:id/file',
  access: 'admin',
  may: 'payouts.release',
  summary: 'The file of a released batch, always the same bytes',
  params: byId,
  response: 'file',
  errors: ['not_found', 'file_changed', 'step_up_required'],
  limit: 'admin',
  stepUp: true,
});

export const markSent = endpoint({
  ...batchChange,
  method: 'POST',
  path: '/api/admin/payout-batches/:id/sent',
  may: 'payouts.release',
  summary: 'Record that a batch was handed to the bank; its orders are completed',
  body: z.object({ bankReference: text(200).optional() }),
  errors: ['not_found', 'conflict', 'file_changed', 'evidence_missing', 'hash_used', 'step_up_required'],
  stepUp: true,
});
