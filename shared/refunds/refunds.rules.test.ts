import { expect, test } from 'vitest';
import { unnamedAmount } from '#shared/kernel/money.ts';
import { addressFindingOf, isOfOther, refundValueOf } from './refunds.rules.ts';

const noOrder = { orderAmount: null, orderValueUsd: null };

test.each([
  { amount: '0.5', prices: { orderAmount: '2', orderValueUsd: '160', priceUsd: '90' }, value: '40' },
  { amount: '1', prices: { orderAmount: '3', orderValueUsd: '100', priceUsd: null }, value: '33.33' },
  { amount: '2', prices: { ...noOrder, priceUsd: '80.0025' }, value: '160.01' },
  { amount: '2', prices: { ...noOrder, priceUsd: null }, value: null },
])('$amount coins that are sent back are worth $value US dollars', ({ amount, prices, value }) => {
  expect(refundValueOf(unnamedAmount('coin', amount), prices)).toBe(value);
});

test.each([
  { sharesWithBlocked: null, finding: null },
  { sharesWithBlocked: false, finding: 'address_shared' },
  { sharesWithBlocked: true, finding: 'address_of_blocked' },
])('an address that another customer named, blocked or not, is found: $finding', ({ finding, ...address }) => {
  expect(addressFindingOf(address)).toBe(finding);
});

test.each([
  { leaseUserId: null, isOther: false },
  { leaseUserId: 'ada', isOther: false },
  { leaseUserId: 'bob', isOther: true },
])(
  'coins at an address of $leaseUserId that are sent to ada are of another customer: $isOther',
  ({ leaseUserId, isOther }) => {
    expect(isOfOther({ leaseUserId, userId: 'ada' })).toBe(isOther);
  },
);
