import type { Db } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';
import { orderStatuses } from '#shared/orders/orders.lifecycle.ts';
import { orderStages } from '#shared/orders/orders.stages.ts';

const orderRow = {
  id: column.uuid,
  userId: column.uuid,
  quoteId: orNull(column.uuid),
  reference: column.text,
  status: column.oneOf(orderStatuses),
  stage: column.oneOf(orderStages),
  amount: column.numeric,
  address: orNull(column.text),
  memo: orNull(column.text),
  stoppedAt: orNull(column.moment),
};
export type FollowedOrder = RowOf<typeof orderRow>;

const followed = readStatement(orderRow)`
  select o.id, o.user_id as "userId", o.quote_id as "quoteId", o.reference, o.status, o.stage, o.amount,
    o.deposit_address as address, o.deposit_memo as memo, (select s.stopped_at from deposit_address_stops s
      where s.address = o.deposit_address and s.memo = coalesce(o.deposit_memo, '')) as "stoppedAt"
  from orders o where o.id = $1`;

/** What is followed of an order. */
export async function findFollowed(db: Pick<Db, 'run'>, id: string): Promise<FollowedOrder | undefined> {
  return (await db.run(followed, [id]))[0];
}
