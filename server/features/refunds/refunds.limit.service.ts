import type { Tx } from '#server/db/connection.ts';
import { column, orNull } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import type { Platform } from '#server/platform.ts';
import { decimal, zero, type Decimal } from '#shared/kernel/money.ts';

type Deps = Pick<Platform, 'fourEyes' | 'now'>;

/** A refund that is about to be approved, or decided: its value is null where no price is known. */
type MeasuredRefund = { id: string | null; userId: string; orderId: string | null; valueUsd: string | null };

/** Lines up what counts against the limit of one user until the transaction ends. */
const lockLimit = writeStatement({}).send<[userId: string]>()`
  select from users where id = $1 for no key update`;

const valued = { usd: orNull(column.numeric) };
const approvedSince = readStatement(valued).values<[userId: string, since: Date, exceptId: string | null]>()`
  select value_usd as usd from refunds
  where user_id = $1 and approved_at >= $2 and state in ('approved', 'sent', 'confirmed') and id is distinct from $3`;
const ofOrder = readStatement(valued).values<[orderId: string | null, exceptId: string | null]>()`
  select value_usd as usd from refunds where order_id = $1 and state <> 'cancelled' and id is distinct from $2`;
const retainedSince = readStatement(valued).values<[memberId: string, since: Date]>()`
  select round(l.amount * c.price_usd, 2) as usd from book_entries e join book_lines l on l.entry_id = e.id
    join crypto_assets c on c.id = l.unit
  where e.actor_id = $1 and e.kind = 'kept' and e.at >= $2 and e.reversal_of is null`;

/** The UTC day begins. */
function midnight(now: Date): Date {
  const start = new Date(now);
  start.setUTCHours(0, 0, 0, 0);
  return start;
}

/** Null where one of the values is unknown: that is above every limit. */
function sumOf(values: readonly (string | null)[]): Decimal | null {
  return values.reduce<Decimal | null>(
    (sum, usd) => (sum === null || usd === null ? null : sum.plus(decimal(usd))),
    zero,
  );
}

const isAbove = (limit: number, usd: Decimal | null) => usd === null || usd.gt(decimal(String(limit)));

/**
 * True if sending this back needs a second member. It is measured with what was approved for this customer on this UTC
 * day, and with all that goes back of its order, whichever is more. Holds the customer's row, so that refunds that are
 * approved at once are one sum.
 */
export async function refundNeedsSecond(
  tx: Tx,
  { fourEyes, now }: Deps,
  { id, userId, orderId, valueUsd }: MeasuredRefund,
): Promise<boolean> {
  const { refundOverUsd } = fourEyes.rules;
  if (refundOverUsd === null) return false;
  await lockLimit(tx, userId);
  const day = await approvedSince(tx, userId, midnight(now()), id);
  const order = await ofOrder(tx, orderId, id);
  return [day, order].some((values) => isAbove(refundOverUsd, sumOf([...values, valueUsd])));
}

/** True if keeping this needs a second member. It is measured with what this member kept on this UTC day. */
export async function retainNeedsSecond(
  tx: Tx,
  { fourEyes, now }: Deps,
  { memberId, valueUsd }: { memberId: string; valueUsd: string | null },
): Promise<boolean> {
  const { refundOverUsd } = fourEyes.rules;
  if (refundOverUsd === null) return false;
  await lockLimit(tx, memberId);
  return isAbove(refundOverUsd, sumOf([...(await retainedSince(tx, memberId, midnight(now()))), valueUsd]));
}
