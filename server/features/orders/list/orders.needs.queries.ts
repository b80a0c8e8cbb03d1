import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { isoOf, sqlList } from '#server/db/fragments.ts';
import { jsonObject } from '#server/db/json-object.ts';
import { signedFieldsOf, signedTables } from '#server/db/signing/signed-rows.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { transferClaims } from '#server/features/deposits/deposits.tables.ts';
import { refunds } from '#server/features/refunds/refunds.tables.ts';
import { depositChoices } from '#server/features/settlements/settlements.tables.ts';
import { movingStages, needs, sentDays, type Need } from '#shared/orders/orders.needs.ts';
import { refundStages, undecidedStages, type OrderStage } from '#shared/orders/orders.stages.ts';
import { orders } from '../orders.tables.ts';
import { isAsked, openQuestion } from './orders.question.queries.ts';

const lacksAddress = sql`exists (select from ${refunds} where ${refunds.orderId} = ${orders.id}
  and ${refunds.state} = 'due' and ${refunds.address} is null)`;

/** True where the customer chose to send the rest, and did not choose again. */
const sendsRest = sql`(select ${depositChoices.choice} from ${depositChoices}
  where ${depositChoices.orderId} = ${orders.id} order by ${depositChoices.madeAt} desc limit 1) = 'top_up'`;

/**
 * The step that the stage of an order asks of its customer; null where it asks for none. Other tables are read only in
 * their stage.
 */
const step = sql`(case ${orders.stage}
  when 'details_needed' then 'account'
  when 'short' then case when ${sendsRest} then 'top_up' else 'choice' end
  when 'refund_due' then case when ${lacksAddress} then 'address' end
  when 'by_hand' then case when ${orders.type} = 'fiat' and ${orders.proofAt} is null then 'proof' end end)`;

/** An order waits for the step of its stage, or for the answer to a question. */
const need = sql`coalesce(${step}, case when ${isAsked} then 'asked' end)`;

/** Coins of a sale that received too little or too late: no settlement has them yet. */
const arrivals = jsonObject(
  {
    at: isoOf(sql`max(${chainTransfers.firstSeenAt})`),
    amount: sql`sum(${chainTransfers.amount})::text`.mapWith(String),
  },
  (selection) => sql`case when ${orders.stage} = 'short' then (select ${selection}
    from ${transferClaims} join ${chainTransfers} on ${chainTransfers.id} = ${transferClaims.transferId}
    where ${transferClaims.orderId} = ${orders.id} and ${transferClaims.releasedAt} is null) end`,
);

const { signature, ...signedFields } = signedFieldsOf(signedTables.refund, refunds);

/**
 * The newest refund of an order that was not cancelled, with its signature: the reader shows its address only if that
 * is valid.
 */
const refund = jsonObject(
  {
    ...signedFields,
    signature: sql`encode(${signature}, 'hex')`.mapWith((hex: string): Buffer | null => Buffer.from(hex, 'hex')),
  },
  (selection) => sql`case when ${inArray(orders.stage, [...refundStages])} then (select ${selection}
    from ${refunds} where ${refunds.orderId} = ${orders.id} and ${refunds.state} <> 'cancelled'
    order by ${refunds.dueAt} desc limit 1) end`,
);

/** Stages in which an order can wait for its customer, or its coins are sent back. */
export const waitingStages: readonly OrderStage[] = [...undecidedStages, 'details_needed', ...refundStages];

/**
 * The step an order waits for, and the refund of its coins; null in stages in which nothing is asked of its customer
 * and nothing goes back. One field, so that a list of finished orders asks once a line.
 */
export const waiting = jsonObject(
  {
    question: openQuestion,
    step: step.mapWith((what: Need): Need | null => what),
    arrivals,
    refund,
  },
  (selection) => sql`case when ${orders.stage} in (${sql.raw(sqlList(waitingStages))}) then ${selection} end`,
);

const moves = sql`(${inArray(orders.stage, [...movingStages])}
  or (${orders.stage} = 'sent' and ${orders.updatedAt} > now() - ${sql.raw(`interval '${sentDays} days'`)}))`;

/**
 * Orders that wait for the customer are first, the most urgent kind before others; then moving ones, then finished
 * ones.
 */
const rank = sql`coalesce(array_position(${sql.raw(`array['${needs.join("', '")}']`)}, ${need}), ${sql.raw(String(needs.length + 1))})`;
const finishedRank = sql.raw(String(needs.length + 2));

/**
 * A page of a customer's orders, those that need something first. `condition` is the filter. Orders in progress are few
 * and found by their stage; finished ones are read newest first, no further than the page.
 */
export const pageByNeed = (condition: SQL | undefined, { limit, offset }: { limit: SQL; offset: SQL }): SQL => sql`(
  select * from (
    select ${orders.id} as id, ${rank} as rank, ${orders.updatedAt} as since, ${orders.createdAt} as made
      from ${orders} where ${and(condition, moves)}
    union all (select ${orders.id}, ${finishedRank}, null, ${orders.createdAt} from ${orders}
      where ${and(condition, sql`not ${moves}`)}
      order by ${desc(orders.createdAt)}, ${desc(orders.id)} limit ${limit}::int + ${offset}::int)
  ) ranked order by rank, since, made desc, id desc limit ${limit} offset ${offset})`;

/** Within a need the oldest is first, because its deadline is the next; then the order that has waited longest. */
export const byNeed = [sql`page.rank`, sql`page.since`, sql`page.made desc`, sql`page.id desc`];

export const isOnPage = eq(orders.id, sql`page.id`);
