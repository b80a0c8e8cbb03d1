import { minuteMs } from '#shared/reference/units-of-time.ts';

/** The rates of a transfer that the order's live claim and a former claim of the same currency stored. */
type NotedClaim = {
  isClaimed: boolean;
  claimedRate: string | null;
  claimedRateAt: Date | null;
  formerRate: string | null;
  blockAt: Date | null;
};

const readMs = 10 * minuteMs;

/**
 * Returns the stored rate of a transfer at a shared address and its time: of the live claim, else of a former one. A
 * block older than ten minutes gets no other rate; the rate of a newer block is still to be stored.
 */
export function notedRate(claim: NotedClaim, now: Date): { rateThen: string | null; rateAt: Date | null } {
  const { isClaimed, claimedRate, claimedRateAt, formerRate, blockAt } = claim;
  if (isClaimed) return { rateThen: claimedRate, rateAt: claimedRateAt };
  const isOld = blockAt !== null && blockAt.getTime() <= now.getTime() - readMs;
  return { rateThen: formerRate, rateAt: blockAt !== null && (formerRate !== null || isOld) ? now : null };
}

/** Orders to which a transfer could belong, by reference. */
type OtherOrders = { claimedBy: string | null; refundedBy: string | null; meantFor: string | null };

/** The order that has a transfer, else one that had it and returned coins of it, else one for which it may be meant. */
export const coveringOrder = ({ claimedBy, refundedBy, meantFor }: OtherOrders): string | null =>
  claimedBy ?? refundedBy ?? meantFor;
