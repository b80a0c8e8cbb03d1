import { column, filtered, orNull } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';
import { orderStages } from '#shared/orders/orders.stages.ts';

/** The name of a customer's approved identity. */
export const readIdentityName = readStatement({ name: orNull(column.text) }).only<[userId: string]>()`
  select (select coalesce(full_name, registered_name) from kyc_requests
    where user_id = $1 and status = 'approved' order by submitted_at desc limit 1) as name`;

/** An own order of a customer, with its payout and the customer. */
export const readOwnOrder = readStatement({
  payoutId: orNull(column.uuid),
  stage: column.oneOf(orderStages),
  currency: column.text,
  reference: column.text,
  email: filtered(column.text),
  firstName: column.text,
  language: column.text,
}).first<[orderId: string, userId: string]>()`
  select p.id as "payoutId", t.stage, t.payout_currency as currency, t.reference, u.email, u.first_name as "firstName", u.language
  from orders t join users u on u.id = t.user_id left join payouts p on p.order_id = t.id and p.kind = 'order'
  where t.id = $1 and t.user_id = $2 and u.email is not null`;
