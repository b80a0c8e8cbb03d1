import { expect, test } from 'vitest';
import { unmatchedReasonOf, type UnmatchedSource } from './unmatched.reason.ts';

const seenAt = new Date('2026-03-02T12:00:00Z');
const before = new Date('2026-03-01T12:00:00Z');
const after = new Date('2026-03-03T12:00:00Z');

/** Came to a shared address, and nothing is known of it. */
const shared: UnmatchedSource = {
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
/** Came to an own address while it was watched for a quote that became no order. */
const ownSource: UnmatchedSource = { ...shared, addressId: 'a', leaseCoin: 'litecoin', leaseWatchedUntil: after };

test.each<[reason: ReturnType<typeof unmatchedReasonOf>, source: UnmatchedSource]>([
  ['no_lease', shared],
  ['no_tag', { ...shared, chain: 'xrpl', cryptoId: 'ripple' }],
  ['dropped', { ...shared, chain: 'xrpl', cryptoId: 'ripple', refusedId: 'o' }],
  ['dropped', { ...shared, refusedId: 'o' }],
  ['dropped', { ...shared, claimStatus: 'rejected', claimStage: 'closed' }],
  ['after_decision', { ...shared, claimStatus: 'completed', claimStage: 'settled', refusedId: 'o' }],
  ['no_lease', { ...shared, claimStatus: 'pending', claimStage: 'by_hand' }],
  ['no_lease', ownSource],
  ['no_lease', { ...shared, addressId: 'a' }],
  ['stopped_source', { ...ownSource, sourceStoppedAt: before }],
  ['after_decision', { ...ownSource, sourceStoppedAt: before, claimStatus: 'processing', claimStage: 'approved' }],
  ['other_coin', { ...ownSource, leaseCoin: 'bitcoin' }],
  ['dropped', { ...ownSource, leaseCoin: 'bitcoin', leaseOrderStatus: 'failed', leaseOrderStage: 'closed' }],
  [
    'after_decision',
    { ...ownSource, leaseOrderStatus: 'completed', leaseOrderStage: 'settled', leaseWatchedUntil: before },
  ],
  ['after_watch', { ...ownSource, leaseWatchedUntil: before }],
  ['no_lease', { ...ownSource, leaseWatchedUntil: seenAt }],
])('a transfer without an order shows the reason %s: %j', (reason, source) => {
  expect(unmatchedReasonOf(source)).toBe(reason);
});
