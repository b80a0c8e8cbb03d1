import type { Tx } from '#server/db/connection.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, none, type Amount } from '#shared/kernel/money.ts';
import { worthOf } from '#shared/refunds/refunds.rules.ts';
import { listApprovedSince, listOfOrder, listRetained, lockLimit } from './refunds.limit.queries.ts';
import type { RefundsDeps } from './refunds.ports.ts';

/** A refund that is about to be approved, or decided: its value is null where no price is known. */
type MeasuredRefund = {
  id: Id<'refund'> | null;
  userId: Id<'user'>;
  orderId: Id<'order'> | null;
  valueUsd: string | null;
};

/** Returns the start of the UTC day. */
function midnight(now: Date): Date {
  const start = new Date(now);
  start.setUTCHours(0, 0, 0, 0);
  return start;
}

/** Null where one of the values is unknown: that is above every limit. */
function sumOf(values: readonly (string | null)[]): Amount<'usd'> | null {
  return values.reduce<Amount<'usd'> | null>(
    (sum, usd) => (sum === null || usd === null ? null : sum.plus(amountOf('usd', usd))),
    none.usd,
  );
}

const isAbove = (limit: number, usd: Amount<'usd'> | null) => usd === null || usd.gt(amountOf('usd', String(limit)));

/**
 * True if this refund needs a second member. It is measured with the approvals for this customer on this UTC day, or
 * with all refunds of its order, whichever is more. Locks the customer's row, so that simultaneous approvals are one
 * sum.
 */
export async function refundNeedsSecond(
  tx: Tx,
  { fourEyes, now }: RefundsDeps,
  { id, userId, orderId, valueUsd }: MeasuredRefund,
): Promise<boolean> {
  const { refundOverUsd } = fourEyes.rules;
  if (refundOverUsd === null) return false;
  await lockLimit(tx, { userId });
  const day = await listApprovedSince(tx, { userId, since: midnight(now()), exceptId: id });
  const order = await listOfOrder(tx, { orderId, exceptId: id });
  return [day, order].some((rows) => isAbove(refundOverUsd, sumOf([...rows.map((row) => row.valueUsd), valueUsd])));
}

/**
 * True if booking this amount as income needs a second member. It is added to the income that this member booked on
 * this UTC day and did not undo.
 */
export async function retainNeedsSecond(
  tx: Tx,
  { fourEyes, now }: RefundsDeps,
  { memberId, valueUsd }: { memberId: Id<'user'>; valueUsd: string | null },
): Promise<boolean> {
  const { refundOverUsd } = fourEyes.rules;
  if (refundOverUsd === null) return false;
  await lockLimit(tx, { userId: memberId });
  const retainedParts = await listRetained(tx, { memberId, since: midnight(now()) });
  const values = retainedParts.map(({ coin, amount, priceUsd }) => worthOf(amountOf('coin', amount, coin), priceUsd));
  return isAbove(refundOverUsd, sumOf([...values, valueUsd]));
}
