import { and, eq, sql, type SQL } from 'drizzle-orm';
import { sqlList } from '#server/db/fragments.ts';
import { jsonObject } from '#server/db/json-object.ts';
import { first, type Blanks, type Reads } from '#server/db/query.ts';
import { chatMessages } from '#server/features/chat/chat.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { undecidedStages } from '#shared/orders/orders.stages.ts';
import { orderEvents, orders } from '../orders.tables.ts';

const until = sql`(${orderEvents.params}->>'until')::timestamptz`;

const isAnswered = sql`exists (select from ${chatMessages} where ${chatMessages.orderId} = ${orders.id}
  and ${chatMessages.sender} = 'user' and ${chatMessages.createdAt} > ${orderEvents.at})`;

// A decision that was taken back has ended the question all the same.
const decidedSince = sql`exists (select from ${orderEvents} decided where decided.order_id = ${orders.id}
  and decided.id > ${orderEvents.id} and decided.reason = 'taken_back')`;

/**
 * The question about an order that is open: neither answered nor over. Nothing is looked up for an order that is
 * decided.
 */
const ofOpenQuestion = (
  selection: SQL,
) => sql`case when ${orders.stage} in (${sql.raw(sqlList(undecidedStages))}) then (
  select ${selection} from ${orderEvents}
  where ${orderEvents.orderId} = ${orders.id} and ${orderEvents.reason} = 'asked'
    and ${until} > now() and not ${isAnswered} and not ${decidedSince}
  order by ${orderEvents.id} desc limit 1) end`;

export const openQuestion = jsonObject(
  { text: orderEvents.note, at: orderEvents.at, until: sql`${until}`.mapWith((at: string) => new Date(at)) },
  ofOpenQuestion,
);

/**
 * True while the customer is asked about an order. A subquery for each order: a join would read every question of all
 * time.
 */
export const isAsked = sql`((${ofOpenQuestion(sql`1`)}) is not null)`;

/** The order that its customer is asked about; undefined where no question about it is open. */
export const findAsked = first((db: Reads, { id }: Blanks<{ id: Id<'order'> }>) =>
  db
    .select({
      id: orders.id,
      userId: orders.userId,
      status: orders.status,
      version: orders.version,
      stage: orders.stage,
      stageVersion: orders.stageVersion,
    })
    .from(orders)
    .where(and(eq(orders.id, id), isAsked)),
);
