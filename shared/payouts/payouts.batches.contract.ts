import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { idOf, text, timestamp } from '#shared/kernel/fields.ts';
import { pageQuery } from '#shared/kernel/paging.ts';
import { markPersonal } from '#shared/kernel/personal.ts';
import { payoutMethod } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { maxSearchLength } from '#shared/reference/search-lengths.ts';
import { memberView, money, payoutReason, payoutView, oneOrMany } from './payouts.contract.ts';
import { attemptStates, batchFormats, batchStates } from './payouts.lifecycle.ts';

const day = z.iso.date();

export const batchView = z.object({
  id: idOf('payoutBatch'),
  reference: z.string(),
  state: z.enum(batchStates),
  format: z.enum(batchFormats),
  account: z.object({ id: idOf('deskAccount'), name: z.string() }).nullable(),
  currency: z.string(),
  count: z.number().int(),
  total: money,
  executeOn: day,
  /** The ids of the rails that its payouts go by. */
  methods: z.array(payoutMethod),
  note: markPersonal('accountText').nullable(),
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
  /** The SHA-256 of the file, or of the lines of a batch paid by hand: send it back to release what you have read. */
  digest: z.string(),
  needsSecond: z.boolean(),
  /** The rule that asks for it: any batch, or one with more for a customer in a day than `overUsd`. */
  secondRule: z.object({ overUsd: z.number().nullable() }).nullable(),
  mayRelease: z.boolean(),
  whyNot: z.enum(['own_request', 'not_permitted']).nullable(),
  sumsOfDay: z.array(z.object({ userId: idOf('user'), usd: money })),
  states: z.partialRecord(z.enum(attemptStates), z.number().int()),
  tampered: z.boolean(),
});
export type BatchView = z.output<typeof batchView>;

/** A payout as it was frozen when its batch was made. */
const batchLine = payoutView.extend({ attemptState: z.enum(attemptStates) });
export const batchDetails = batchView.extend({ lines: z.array(batchLine) });
export type BatchDetails = z.output<typeof batchDetails>;

export const makeBatch = endpoint('POST /api/admin/payout-batches', {
  may: 'payouts.prepare',
  summary: 'Make a batch of payouts that are due: all of them or none',
  status: 201,
  body: z.object({
    accountId: idOf('deskAccount').nullable(),
    format: z.enum(batchFormats).optional(),
    payoutIds: z.array(idOf('payout')).min(1).max(5_000),
    executeOn: day.optional(),
    note: text(500).optional(),
  }),
  response: batchView,
  errors: [
    'own_case',
    'payouts_taken',
    'payee_blocked',
    'too_many_rows',
    'customer_blocked',
    'conflict',
    'batch_changed',
  ],
  idempotent: true,
});

export const listBatches = endpoint('GET /api/admin/payout-batches', {
  may: 'orders.read',
  summary: 'Batches, newest first unless sorted otherwise; q finds reference, account, note and reference of the bank',
  query: pageQuery.extend({
    state: oneOrMany(z.enum(batchStates)).optional(),
    q: text(maxSearchLength).optional(),
    sort: z.enum(['newest', 'oldest']).default('newest'),
  }),
  response: z.array(batchView),
  paged: true,
});

export const getBatch = endpoint('GET /api/admin/payout-batches/:id', {
  may: 'orders.read',
  summary: 'One batch with its lines, as they were frozen when it was made',
  response: batchDetails,
  errors: ['not_found'],
});

const onBatch = { on: 'payout_batch', response: batchView } as const;

export const cancelBatch = action('DELETE /api/admin/payout-batches/:id', {
  ...onBatch,
  from: ['prepared'],
  may: 'payouts.prepare',
  summary: 'Cancel a batch that is not released; its payouts are due again',
  audit: 'payout_batch.cancelled',
});

export const releaseBatch = action('POST /api/admin/payout-batches/:id/release', {
  ...onBatch,
  from: ['prepared'],
  may: 'payouts.release',
  summary: 'Release the file, or by hand the lines, that the digest names; by another member where a rule asks for one',
  body: z.object({
    digest: z.string().max(64),
    /** The reason to release it although the node gave no answer about its coins. */
    reason: text(500).optional(),
  }),
  errors: [
    'own_request',
    'batch_changed',
    'payee_blocked',
    'verdict_needs_reason',
    'customer_blocked',
    'too_many_rows',
  ],
  stepUp: 'recent',
  audit: 'payout_batch.released',
});

export const refuseBatch = action('POST /api/admin/payout-batches/:id/refuse', {
  ...onBatch,
  from: ['prepared'],
  may: 'payouts.release',
  summary: 'Refuse to release a batch; the named payouts are held, the others are due again',
  body: payoutReason.extend({ payoutIds: z.array(idOf('payout')).max(5_000).optional() }),
  audit: 'payout_batch.refused',
});

export const withdrawBatch = action('POST /api/admin/payout-batches/:id/withdraw', {
  ...onBatch,
  from: ['released'],
  may: 'payouts.release',
  summary: 'Withdraw a released batch that was not handed to the bank; its payouts are held',
  body: payoutReason,
  stepUp: true,
  audit: 'payout_batch.withdrawn',
});

export const batchFile = endpoint('GET /api/admin/payout-batches/:id/file', {
  may: 'payouts.release',
  summary: 'The file of a released batch, always the same bytes',
  response: 'file',
  errors: ['not_found', 'file_changed'],
  limit: 'admin',
  stepUp: true,
});

export const markSent = action('POST /api/admin/payout-batches/:id/sent', {
  ...onBatch,
  from: ['released'],
  // Another member has released it: handing over its file decides nothing.
  ownCase: 'allowed',
  may: 'payouts.release',
  summary: 'Record that a batch was handed to the bank; its orders are completed',
  body: z.object({ bankReference: text(200).optional() }),
  errors: ['file_changed', 'evidence_missing', 'hash_used'],
  stepUp: true,
  audit: 'payout_batch.sent',
});
