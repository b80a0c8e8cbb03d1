import type { Id } from '#shared/kernel/ids.ts';
import { isRefused, type OrderStatus } from '#shared/orders/orders.lifecycle.ts';
import { undecidedStages, type OrderStage } from '#shared/orders/orders.stages.ts';
import type { UnmatchedReason } from './unmatched.contract.ts';

/** Fields of a transfer that no order has. */
export type UnmatchedSource = {
  chain: string;
  cryptoId: string;
  seenAt: Date;
  /** Status of the order that claimed the transfer last; null without one. */
  claimStatus: OrderStatus | null;
  claimStage: OrderStage | null;
  /** The address of one sale that the transfer arrived at; null at a shared one. */
  addressId: Id<'depositAddress'> | null;
  sourceStoppedAt: Date | null;
  /** The refused sale that a transfer to a shared address could have paid. */
  refusedId: Id<'order'> | null;
  /** The coin of the last quote of the address. The next three fields are of that quote and its order. */
  leaseCoin: string | null;
  leaseWatchedUntil: Date | null;
  leaseOrderStatus: OrderStatus | null;
  leaseOrderStage: OrderStage | null;
};

const isOver = (status: OrderStatus | null) => status !== null && isRefused(status);
const isDecided = (stage: OrderStage | null) =>
  stage !== null && undecidedStages.every((undecidedStage) => undecidedStage !== stage);

/** Returns why no order has a transfer: by the order that claimed it, its address, and the quote of that address. */
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
