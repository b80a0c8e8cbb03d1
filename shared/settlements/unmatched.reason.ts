import { isRefused, type OrderStatus } from '#shared/orders/orders.lifecycle.ts';
import { undecidedStages, type OrderStage } from '#shared/orders/orders.stages.ts';
import type { UnmatchedReason } from './unmatched.contract.ts';

/** Fields of a transfer that no order has. */
export type UnmatchedSource = {
  chain: string;
  cryptoId: string;
  seenAt: Date;
  /** Of the order that claimed it last; null where none ever did. */
  claimStatus: OrderStatus | null;
  claimStage: OrderStage | null;
  /** An address of one sale that it came to; null at a shared one. */
  addressId: string | null;
  sourceStoppedAt: Date | null;
  /** At a shared address: a refused sale that it could have been. */
  refusedId: string | null;
  /** Of whom that address was given to last, and of the order of their quote. */
  leaseCoin: string | null;
  leaseWatchedUntil: Date | null;
  leaseOrderStatus: OrderStatus | null;
  leaseOrderStage: OrderStage | null;
};

const isOver = (status: OrderStatus | null) => status !== null && isRefused(status);
const isDecided = (stage: OrderStage | null) =>
  stage !== null && undecidedStages.every((undecided) => undecided !== stage);

/** Why no order has a transfer, by the order that claimed it, what its address is, and whom that was given to. */
export function unmatchedReasonOf(source: UnmatchedSource): UnmatchedReason {
  const { chain, cryptoId, seenAt, claimStatus, claimStage, addressId, sourceStoppedAt, refusedId } = source;
  const { leaseCoin, leaseWatchedUntil, leaseOrderStatus, leaseOrderStage } = source;
  if (isOver(claimStatus)) return 'dropped';
  if (isDecided(claimStage)) return 'after_decision';
  if (sourceStoppedAt !== null) return 'stopped_source';
  if (refusedId !== null) return 'dropped';
  if (addressId === null && chain === 'xrpl') return 'no_tag';
  if (isOver(leaseOrderStatus)) return 'dropped';
  if (leaseCoin === null) return 'no_lease';
  if (leaseCoin !== cryptoId) return 'other_coin';
  if (isDecided(leaseOrderStage)) return 'after_decision';
  return leaseWatchedUntil !== null && seenAt > leaseWatchedUntil ? 'after_watch' : 'no_lease';
}
