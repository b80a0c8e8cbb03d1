import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { loadTexts } from '#client/lib/i18n/i18n.ts';
import type { Approval } from '../approvals.queries.ts';
import { detailNamespaces, detailRows } from './approvals.rows.ts';

beforeAll(() => loadTexts(...detailNamespaces));

const rowsOf = (facts: Approval['facts']) =>
  detailRows(facts, (key) => (i18next.exists(key) ? i18next.t(key, { defaultValue: key }) : undefined)).map(
    ({ term, value, before }) => `${term}: ${before ? `${before.text} → ` : ''}${value.text}`.replaceAll('\u00a0', ' '),
  );

test('an approver reads huge amounts with their currency and every digit', () => {
  expect(rowsOf({ payout: '99999999999.99999999', currency: 'NGN', valueUsd: '99999999999.99' })).toEqual([
    'Payout: ₦99,999,999,999.99999999 NGN',
    'Value: $99,999,999,999.99 USD',
  ]);
  expect(rowsOf({ pair: 'USD-NGN', rateBefore: '1', rate: '99999999999.99999999', percent: '6408202401.18' })).toEqual([
    'Pair: USD-NGN',
    'Rate: 1 USD = 1.00 NGN → 1 USD = 99,999,999,999.99999999 NGN',
    'Difference: +6,408,202,401.18%',
  ]);
});

test('an approver reads flags, verdicts, sections and disabled rules in words', () => {
  expect(rowsOf({ isActive: true, verdict: 'red', sections: 'fees, brand' })).toEqual([
    'Chain: Does not fit',
    'Shown to customers: yes',
    'Also changes: Fee tiers, Brand and contact',
  ]);
  expect(rowsOf({ payoutOverUsdBefore: 500, payoutOverUsd: null })).toEqual(['A payout above: $500.00 USD → off']);
});

test('an approver reads an account number, an address and an id as they were typed', () => {
  expect(rowsOf({ receivingAccount: '0123884439', adminTransactionId: '20261122000017', memo: '104857' })).toEqual([
    'Transaction ID: 20261122000017',
    'Destination tag: 104857',
    'Account details: 0123884439',
  ]);
});

test('an approver reads the changes of an address source', () => {
  const source = { chain: 'Litecoin', kind: 'pool', coins: 'litecoin', count: 2, first: 'ltc1qa', last: 'ltc1qb' };
  expect(rowsOf(source)).toEqual([
    'Blockchain: Litecoin',
    'Kind: Address pool',
    'Coins: litecoin',
    'Addresses: 2',
    'First address: ltc1qa',
    'Last address: ltc1qb',
  ]);
});

test('an approver reads the planned use of coins in words', () => {
  expect(rowsOf({ settlement: 'take_at_today', received: '1.2 LTC' })).toEqual([
    'Decision: Pay at today’s rate',
    'Arrived: 1.2 LTC',
  ]);
  expect(rowsOf({ unmatched: 'keep', amount: '1.2 LTC' })).toEqual(['Without an order: Keep it', 'Amount: 1.2 LTC']);
});

test('an approver sees that a tag is removed, and no row for missing values', () => {
  expect(rowsOf({ memoBefore: '104857', memo: null, address: null, reason: null })).toEqual([
    'Destination tag: 104857 → (empty)',
  ]);
});

test('an approver reads each setting that guards money, before and after', () => {
  const change = {
    toleranceBefore: '1 %, 5 USD',
    tolerance: '9 %, 90 USD',
    refundFeeBefore: 'desk',
    refundFee: 'customer',
  };
  expect(rowsOf(change)).toEqual([
    'Tolerance: 1 %, 5 USD → 9 %, 90 USD',
    'Network fee of a refund: We pay it → The customer pays it',
  ]);
});
