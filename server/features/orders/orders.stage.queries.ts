import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { manyOf, type ListsOf } from '#server/db/many.ts';
import { isOneOf, rows, sent, type Blanks, type Drizzle, type Reads, type RowOf } from '#server/db/query.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { reorganisedReason } from '#shared/orders/orders.payout.ts';
import { stageParts, type StageParts } from '#shared/orders/orders.stage.ts';
import type { OrderStage } from '#shared/orders/orders.stages.ts';
import { orderEvents, orders, type ActorKind } from './orders.tables.ts';

type Ids = Blanks<{ ids: readonly Id<'order'>[] }>;

/** Locks orders, in the order of their ids: later reads of them and of their rows are committed data. */
export const lockForStage = sent((db: Drizzle, { ids }: Ids) =>
  db.select({ id: orders.id }).from(orders).where(isOneOf(orders.id, ids)).orderBy(orders.id).for('no key update'),
);

/** The tables of refunds and payouts belong to features below: they are named here, as the views of orders do. */
const payoutPart = sql`(select json_build_object('state', p.state, 'amount', p.amount::text,
    'isReorganised', p.state = 'held' and p.reason = ${reorganisedReason},
    'hasReturned', exists (select from payout_attempts a where a.payout_id = p.id and a.state = 'returned'),
    'asksCustomer', coalesce((select (a.returned->>'asksCustomer')::boolean from payout_attempts a
      where a.payout_id = p.id order by a.no desc limit 1), false))
  from payouts p where p.order_id = orders.id and p.kind = 'order' and p.state <> 'cancelled')`;

const owedAmount = sql`coalesce((select b.amount::text from book_accounts a join book_balances b on b.account_id = a.id
  where a.kind = 'owed' and a.subject = orders.id::text and a.unit = orders.payout_currency), '0')`;

const parts = sql`json_build_object(
  'isFollowed', exists (select from address_leases l where l.quote_id = orders.quote_id),
  'asked', (select q.asked from deposit_questions q where q.order_id = orders.id),
  'owed', ${owedAmount},
  'payout', ${payoutPart},
  'refunds', (select coalesce(json_agg(r.state), '[]') from refunds r where r.order_id = orders.id))`;

const partsRead = (value: unknown): StageParts => stageParts.parse(value);

/** The stages of orders, and the data they follow from. */
export const readStageInputs = rows((db: Reads, { ids }: Ids) =>
  db
    .select({ id: orders.id, status: orders.status, stage: orders.stage, parts: parts.mapWith(partsRead) })
    .from(orders)
    .where(isOneOf(orders.id, ids)),
);

type StageChanges = { ids: Id<'order'>[]; stages: OrderStage[]; now: Date };

const update = (db: Drizzle, { ids, stages, now }: Blanks<StageChanges>) =>
  db
    .update(orders)
    .set({
      stage: sql`changed.stage`,
      stageVersion: sql`${orders.stageVersion} + 1`,
      updatedAt: sql`${now}::timestamptz`,
    })
    .from(sql`unnest(${ids}::uuid[], ${stages}::text[]) as changed (order_id, stage)`)
    .where(eq(orders.id, sql`changed.order_id`))
    .returning({
      id: orders.id,
      userId: orders.userId,
      status: orders.status,
      version: orders.version,
      stage: orders.stage,
      stageVersion: orders.stageVersion,
    });

export type StagedOrder = RowOf<typeof update>;

const updateStages = rows(update);

/** Sets the stages of orders and returns the changed orders. */
export async function setStages(
  tx: Tx,
  stageChanges: readonly { id: Id<'order'>; stage: OrderStage }[],
  now: Date,
): Promise<StagedOrder[]> {
  return updateStages(tx, {
    ids: stageChanges.map(({ id }) => id),
    stages: stageChanges.map(({ stage }) => stage),
    now,
  });
}

const steps = manyOf(orderEvents, 'orderId', 'at', 'fromStatus', 'toStatus', 'stage', 'actorId', 'actorKind');

const addSteps = sent((db: Drizzle, lists: ListsOf<typeof steps>) =>
  db.insert(orderEvents).select(steps.rowsOf(lists)),
);

/** Adds the change of stage to the history of each of these orders. */
export async function appendStageEvents(
  tx: Tx,
  stagedOrders: readonly StagedOrder[],
  { now: at, ...actor }: { actorId: Id<'user'> | null; actorKind: ActorKind; now: Date },
): Promise<void> {
  const addedEvents = stagedOrders.map(({ id: orderId, status, stage }) => ({
    orderId,
    fromStatus: status,
    toStatus: status,
    stage,
  }));
  await addSteps(tx, steps.listsOf(addedEvents.map((step) => ({ ...step, at, ...actor }))));
}
