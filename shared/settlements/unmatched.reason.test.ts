import { expect, test } from 'vitest';
import { unmatchedReasonOf, type UnmatchedSource } from './unmatched.reason.ts';

const seenAt = new Date('2026-03-02T12:00:00Z');
const timeBefore = new Date('2026-03-01T12:00:00Z');
const timeAfter = new Date('2026-03-03T12:00:00Z');

/** Coins came to a shared address, and nothing is known about it. */
const sharedSource: UnmatchedSource = {
  chain: 'litecoin',
  cryptoId: 'litecoin',
  seenAt,
  claimStatus: null,
  claimStage: null,
  addressId: null,
  sourceStoppedAt: null,
  refusedId: null,
  leaseCoin: null,
  leaseWatchedUntil: null,
  leaseOrderStatus: null,
  leaseOrderStage: null,
};
/** Coins came to an own address while it was watched for a quote without an order. */
const ownSource: UnmatchedSource = {
  ...sharedSource,
  addressId: 'a',
  leaseCoin: 'litecoin',
  leaseWatchedUntil: timeAfter,
};

test.each<[reason: ReturnType<typeof unmatchedReasonOf>, source: UnmatchedSource]>([
  ['no_lease', sharedSource],
  ['no_tag', { ...sharedSource, chain: 'xrpl', cryptoId: 'ripple' }],
  ['dropped', { ...sharedSource, chain: 'xrpl', cryptoId: 'ripple', refusedId: 'o' }],
  ['dropped', { ...sharedSource, refusedId: 'o' }],
  ['dropped', { ...sharedSource, claimStatus: 'rejected', claimStage: 'closed' }],
  ['after_decision', { ...sharedSource, claimStatus: 'completed', claimStage: 'settled', refusedId: 'o' }],
  ['no_lease', { ...sharedSource, claimStatus: 'pending', claimStage: 'by_hand' }],
  ['no_lease', ownSource],
  ['no_lease', { ...sharedSource, addressId: 'a' }],
  ['stopped_source', { ...ownSource, sourceStoppedAt: timeBefore }],
  ['after_decision', { ...ownSource, sourceStoppedAt: timeBefore, claimStatus: 'processing', claimStage: 'approved' }],
  ['other_coin', { ...ownSource, leaseCoin: 'bitcoin' }],
  ['dropped', { ...ownSource, leaseCoin: 'bitcoin', leaseOrderStatus: 'failed', leaseOrderStage: 'closed' }],
  [
    'after_decision',
    { ...ownSource, leaseOrderStatus: 'completed', leaseOrderStage: 'settled', leaseWatchedUntil: timeBefore },
  ],
  ['after_watch', { ...ownSource, leaseWatchedUntil: timeBefore }],
  ['no_lease', { ...ownSource, leaseWatchedUntil: seenAt }],
])('a transfer without an order shows the reason %s: %j', (reason, source) => {
  expect(unmatchedReasonOf(source)).toBe(reason);
});
