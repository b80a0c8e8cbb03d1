import { expect, test } from 'vitest';
import { coveringOrder, notedRate } from './settlement.nameable.ts';

const now = new Date('2026-03-01T12:00:00Z');
const justNow = new Date('2026-03-01T11:55:00Z');
const oldDate = new Date('2026-03-01T11:50:00Z');
const freeTransfer = { isClaimed: false, claimedRate: null, claimedRateAt: null };

test.each([
  { noted: { ...freeTransfer, formerRate: null, blockAt: null }, rateThen: null, rateAt: null },
  { noted: { ...freeTransfer, formerRate: '80', blockAt: null }, rateThen: '80', rateAt: null },
  { noted: { ...freeTransfer, formerRate: '80', blockAt: justNow }, rateThen: '80', rateAt: now },
  { noted: { ...freeTransfer, formerRate: null, blockAt: justNow }, rateThen: null, rateAt: null },
  { noted: { ...freeTransfer, formerRate: null, blockAt: oldDate }, rateThen: null, rateAt: now },
  {
    noted: { isClaimed: true, claimedRate: '90', claimedRateAt: oldDate, formerRate: '80', blockAt: oldDate },
    rateThen: '90',
    rateAt: oldDate,
  },
])('a transfer has the rate of its current claim, else of a former one: %j', ({ noted, ...transfer }) => {
  expect(notedRate(noted, now)).toEqual(transfer);
});

test.each([
  { others: { claimedBy: 'A', refundedBy: 'B', meantFor: 'C' }, order: 'A' },
  { others: { claimedBy: null, refundedBy: 'B', meantFor: 'C' }, order: 'B' },
  { others: { claimedBy: null, refundedBy: null, meantFor: 'C' }, order: 'C' },
  { others: { claimedBy: null, refundedBy: null, meantFor: null }, order: null },
])('a transfer is shown with the order that has it, had it, or could be paid by it: $order', ({ others, order }) => {
  expect(coveringOrder(others)).toBe(order);
});
