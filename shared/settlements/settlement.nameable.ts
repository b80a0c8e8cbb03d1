/** What a former claim of the same currency, and the live one of the order, noted of the rate of a transfer. */
type Noted = {
  isClaimed: boolean;
  claimedRate: string | null;
  claimedRateAt: Date | null;
  formerRate: string | null;
  blockAt: Date | null;
};

const readMs = 10 * 60_000;

/**
 * The rate of a transfer at a shared address that is known, and when it was noted: what the claim of the order says, else a
 * former one. Of a block that is older than ten minutes no other rate is known any more; that of a new one is yet to be noted.
 */
export function notedRate(noted: Noted, now: Date): { rateThen: string | null; rateAt: Date | null } {
  const { isClaimed, claimedRate, claimedRateAt, formerRate, blockAt } = noted;
  if (isClaimed) return { rateThen: claimedRate, rateAt: claimedRateAt };
  const isOld = blockAt !== null && blockAt.getTime() <= now.getTime() - readMs;
  return { rateThen: formerRate, rateAt: blockAt !== null && (formerRate !== null || isOld) ? now : null };
}

/** References of orders that a transfer could be of. */
type Others = { claimedBy: string | null; refundedBy: string | null; meantFor: string | null };

/** The order that has a transfer, else one that had it and sent coins of it back, else one that it may be meant for. */
export const coveringOrder = ({ claimedBy, refundedBy, meantFor }: Others): string | null =>
  claimedBy ?? refundedBy ?? meantFor;
