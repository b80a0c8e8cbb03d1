import { aliasedTable, eq, notInArray, sql } from 'drizzle-orm';
import { textOrNull } from '#server/db/fragments.ts';
import { jsonObjects, type ObjectOf } from '#server/db/json-object.ts';
import { files, fullSizeOf } from '#server/features/files/files.tables.ts';
import { kycRequests } from '#server/features/kyc/kyc.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import { erasedProofs, orderEvents, orders } from '../orders.tables.ts';

const { purpose, filename, originalName, type, size, createdAt } = files;
export const filesOfOrder = jsonObjects(
  { purpose, filename, originalName, type, size, createdAt, fullSize: fullSizeOf },
  (a, b) =>
    a.createdAt.getTime() - b.createdAt.getTime() ||
    a.originalName.localeCompare(b.originalName) ||
    a.filename.localeCompare(b.filename),
  (selection) => sql`select ${selection} from ${files}
    where ${files.orderId} = ${orders.id} and ${purpose} in ('payment_proof', 'payout_screenshot')`,
);

const member = aliasedTable(users, 'member');
/** The member who took a step of the history; null for a step of the customer or of the product. */
const memberName = sql`(select concat_ws(' ', ${member.firstName}, ${member.lastName}) from ${users} ${member}
  where ${member.id} = ${orderEvents.actorId} and ${eq(orderEvents.actorKind, 'admin')})`;

const { id, at, fromStatus, toStatus, actorKind, note, stage, reason, params } = orderEvents;
const step = { id, at, fromStatus, toStatus, actorKind, note, stage, reason, params };
const readStep = { ...step, byName: memberName.mapWith(textOrNull) };
export type EventRow = ObjectOf<typeof readStep>;
export const events = jsonObjects(
  readStep,
  (a, b) => a.id - b.id,
  (selection) => sql`select ${selection} from ${orderEvents} where ${orderEvents.orderId} = ${orders.id}`,
);

/** The member whose decision ended an order. */
export const decidedBy = sql`(select ${memberName} from ${orderEvents}
  where ${orderEvents.orderId} = ${orders.id} and ${orderEvents.toStatus} = ${orders.status}
    and ${orderEvents.fromStatus} <> ${orderEvents.toStatus} and ${notInArray(orders.status, [...openStatuses])}
  order by ${orderEvents.id} limit 1)`;

const assignee = aliasedTable(users, 'assignee');
export const assigneeName = sql`(select ${assignee.firstName} || ' ' || ${assignee.lastName} from ${users} ${assignee}
  where ${assignee.id} = ${orders.assigneeId})`;

/** The identity check that counts: the open or approved one, else the newest. */
export const kycStatus = sql`coalesce((select case when ${kycRequests.status} = 'approved'
    and ${kycRequests.expiresOn} < (now() at time zone 'utc')::date then 'expired' else ${kycRequests.status} end
  from ${kycRequests} where ${kycRequests.userId} = ${orders.userId}
  order by (${kycRequests.status} in ('pending', 'approved')) desc, ${kycRequests.submittedAt} desc limit 1), 'none')`;

/** Number of orders with an equal proof that are named; one is enough to warn. */
const maxSameProofs = 5;

const proof = aliasedTable(files, 'proof');
const copy = aliasedTable(files, 'copy');
const b = aliasedTable(orders, 'other');
export const sameProofReferences = sql`(select json_agg(same.reference) from (
  select ${b.reference} from ${files} ${proof}
  cross join lateral (
    select ${copy.orderId} as order_id from ${files} ${copy}
      where ${copy.sentHash} = ${proof.sentHash} and ${copy.purpose} = 'payment_proof'
    union all select ${erasedProofs.orderId} from ${erasedProofs} where ${erasedProofs.sentHash} = ${proof.sentHash}) found
  join ${orders} ${b} on ${b.id} = found.order_id
  where ${proof.orderId} = ${orders.id} and ${proof.purpose} = 'payment_proof' and found.order_id <> ${orders.id}
  limit ${sql.raw(String(maxSameProofs))}) same)`;
