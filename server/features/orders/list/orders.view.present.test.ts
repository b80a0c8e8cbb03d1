import { expect, test } from 'vitest';
import { toText } from '#shared/kernel/money.ts';
import type { OrderStatus } from '#shared/orders/orders.lifecycle.ts';
import type { OrderStage } from '#shared/orders/orders.stages.ts';
import { moneyState } from '../export/orders.documents.present.ts';
import { renamedSince } from './orders.review.present.ts';
import { ownNote, payoutView, settledRateOf } from './orders.view.present.ts';

const updated = new Date('2026-11-28T08:00:00Z');
const sentDate = new Date('2026-11-28T09:00:00Z');
const settledDate = new Date('2026-11-28T10:00:00Z');
const returned = '2026-11-28T11:00:00.000Z';
const attempt = { id: 'a', endToEndId: 'LF7K3MQ2', sentAt: null, settledAt: null, settledBy: null, returned: null };

/** The bank's reason; an unknown one counts as other. */
const reasonOf: Partial<Record<OrderStage, string>> = { returned: 'other', details_needed: 'account_closed' };

test.for<[stage: OrderStage, status: OrderStatus, of: object | null, state: string, at: string]>([
  ['confirmed', 'completed', null, 'again', updated.toISOString()],
  ['batched', 'processing', {}, 'preparing', updated.toISOString()],
  ['sent', 'completed', { sentAt: sentDate }, 'sent', sentDate.toISOString()],
  [
    'settled',
    'completed',
    { sentAt: sentDate, settledAt: settledDate, settledBy: 'member' },
    'sent',
    sentDate.toISOString(),
  ],
  [
    'settled',
    'completed',
    { sentAt: sentDate, settledAt: settledDate, settledBy: 'statement' },
    'arrived',
    settledDate.toISOString(),
  ],
  ['settled', 'completed', {}, 'sent', updated.toISOString()],
  ['returned', 'completed', { sentAt: sentDate, returned: { at: returned } }, 'returned', returned],
  [
    'details_needed',
    'completed',
    { sentAt: sentDate, returned: { at: returned, reason: 'account_closed' } },
    'returned',
    returned,
  ],
  ['reversed', 'completed', { settledAt: settledDate }, 'reversed', settledDate.toISOString()],
])('a customer whose order is %s reads the state of the payout', ([stage, status, of, state, at]) => {
  const payout = { updatedAt: updated, attempt: of && { ...attempt, ...of } };
  expect(payoutView({ status, stage, payout })).toEqual({
    state,
    at,
    endToEndId: of && attempt.endToEndId,
    mayChangeDetails: stage === 'details_needed',
    returnedBecause: state === 'returned' ? (reasonOf[stage] ?? null) : null,
  });
});

test.for([
  ['the agreed rate where nothing is paid', '0', ['31'], '0', '30'],
  ['that of the only part', '2', ['31.000000000000000000'], '62', '31'],
  ['one over all parts, to eight decimals', '3', ['31', '30'], '92', '30.66666667'],
] as const)('a settlement shows %s', ([, paidFor, rates, gross, shownText]) => {
  const parts = rates.map((rate) => ({ rate }));
  expect(toText(settledRateOf({ paidFor, parts, gross }, '30'))).toBe(shownText);
});

test('a customer does not read the product’s note for the team', () => {
  expect(['Paid in batch B-000007', 'Paid in batch B-7 by me', null].map(ownNote)).toEqual([
    null,
    'Paid in batch B-7 by me',
    null,
  ]);
});

const paidState = {
  updatedAt: updated,
  hasArrived: true,
  returnedAt: null,
  settledAt: null,
  sentAt: null,
  batchSeq: null,
};
test.for<[stage: OrderStage, status: OrderStatus, by: typeof paidState | null, state: string | null]>([
  ['by_hand', 'pending', null, null],
  ['settled', 'completed', paidState, 'arrived'],
  ['settled', 'completed', { ...paidState, hasArrived: false }, 'sent'],
  ['settled', 'completed', null, 'sent'],
  ['sent', 'completed', paidState, 'sent'],
  ['details_needed', 'completed', paidState, 'returned'],
  ['reversed', 'completed', paidState, 'reversed'],
])('a document of an order that is %s and %s shows where its money is', ([stage, status, by, state]) => {
  expect(moneyState({ stage, status, paid: by })).toBe(state);
});

const approvedName = { name: 'Ada Obi', checkedAt: '2026-11-28T08:00:00+00:00' };
const known = { name: 'Ada Obi', checkedAt: '2026-11-28T08:00:00.000Z' };
test.for([
  ['has the name that was checked', 'active', 'Obi', null],
  ['was renamed since', 'active', 'Bello', known],
  ['is erased', 'deleted', 'Bello', null],
] as const)('a reviewer is warned if a customer %s', ([, userStatus, lastName, shown]) => {
  expect(renamedSince({ approvedName, userStatus, firstName: 'Ada', lastName })).toEqual(shown);
});
