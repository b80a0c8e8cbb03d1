import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { stageOf } from '#shared/orders/orders.stage.ts';
import type { ActorKind } from './orders.queries.ts';
import * as queries from './orders.stage.queries.ts';

/** The mover of an order: a signed-in user, or the system when a deadline has passed. */
export type Mover = Actor | 'system';

/** The kind of actor that the history records. */
export function kindOf(mover: Mover): ActorKind {
  if (mover === 'system') return 'system';
  return mover.role !== 'customer' ? 'admin' : 'customer';
}

/**
 * The only way a stage changes. Every move of an order, its transfers, refunds or payouts calls it last, for all orders
 * at once; it writes the stages that changed, with events and notifications, and returns their ids.
 */
export async function writeStage(
  tx: Tx,
  mover: Mover,
  orderIds: readonly Id<'order'>[],
  now: Date,
): Promise<readonly Id<'order'>[]> {
  if (orderIds.length === 0) return [];
  // The lock lets the second of two simultaneous moves read the writes of the first.
  await queries.lockForStage(tx, { ids: orderIds });
  const movedIds = await deriveStages(tx, orderIds, now);
  if (movedIds.length === 0) return [];
  const actorId = mover === 'system' ? null : mover.userId;
  await queries.appendStageEvents(tx, movedIds, { actorId, actorKind: kindOf(mover), now });
  await publish(tx, ...movedIds.map((order) => ({ kind: 'order_changed', ...order }) as const));
  return movedIds.map(({ id }) => id);
}

/** Writes only the stages of locked orders; returns those that changed. The caller writes their events. */
export async function deriveStages(
  tx: Tx,
  orderIds: readonly Id<'order'>[],
  now: Date,
): Promise<queries.StagedOrder[]> {
  const stageInputs = await queries.readStageInputs(tx, { ids: orderIds });
  const changedStages = stageInputs.flatMap(({ id, status, stage: stageBefore, parts }) => {
    const stage = stageOf({ status, ...parts });
    return stage === stageBefore ? [] : [{ id, stage }];
  });
  return changedStages.length === 0 ? [] : queries.setStages(tx, changedStages, now);
}
