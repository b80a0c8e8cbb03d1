import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { act, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { undoEntriesAt } from '#server/features/book/book.undo.service.ts';
import { dropHeld } from '#server/features/mail/notices/notices.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { jsonText, type JsonText } from '#server/http/reply.ts';
import { Conflict, Refusal } from '#server/lib/refusal.ts';
import type { BodyOf, ResultOf } from '#shared/kernel/endpoint.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { undoDecision, type undoDecisions } from '#shared/orders/admin/orders.undo.contract.ts';
import { holdOf } from '#shared/orders/orders.lifecycle.ts';
import { adminOrder } from '../list/orders.lists.service.ts';
import { undoable } from '../list/orders.undo.present.ts';
import { findLastStep } from '../list/orders.undo.queries.ts';
import type { OrdersDeps } from '../orders.ports.ts';
import { appendEvent, lockOrder, type LockedOrder } from '../orders.queries.ts';
import { alreadyDecided } from '../orders.service.ts';
import { deriveStages } from '../orders.stage.service.ts';
import { allowSettingBack, setBack } from './orders.undo.queries.ts';

const orderRow: ActionRow<OrdersDeps, LockedOrder, JsonText, { id: Id<'order'> }> = {
  lock: (tx, { id }) => lockOrder(tx, id),
  missing: 'order_not_found',
  ownersOf: ({ userId }) => [userId],
  version: { of: ({ version }) => version, changed: 'order_changed' },
  present: async ({ id }, { tx, deps }) => jsonText(await adminOrder({ ...deps, db: tx }, id)),
};

/**
 * Takes a decision back within ten seconds: entries are undone, refund and payout cancelled, mails not sent. Refuses
 * with already_decided another member's decision, one that a second member confirmed, and one that continued.
 */
const takeBack = act(undoDecision, orderRow, {
  check: async ({ tx, actor, row, now }) => {
    const step = await findLastStep(tx, { orderId: row.id });
    if (!step || undoable(step, now)?.by !== actor.userId) throw alreadyDecided(row.status);
    return step;
  },
  apply: async ({ tx, deps, actor, row: order, now, checked: { at, from } }) => {
    const { id, userId, status } = order;
    const statusBefore = from ?? status;
    await deps.undoDecided(tx, actor, order, { at, now });
    await undoEntriesAt(tx, id, at, { at: now, actorId: actor.userId });
    await dropHeld(tx, holdOf(id, at).by);
    await allowSettingBack(tx, { orderId: id });
    const set = await setBack(tx, { orderId: id, status: statusBefore, now });
    if (!set) throw new Conflict('already_decided', 'order_changed');
    const [stagedOrder] = await deriveStages(tx, [id], now);
    await noteStep(tx, { orderId: id, from: status, to: statusBefore, at: now, actorId: actor.userId });
    const { version, stage, stageVersion } = stagedOrder ?? set;
    await publish(tx, { kind: 'order_changed', id, userId, status: statusBefore, version, stage, stageVersion });
    return { row: order, details: { from: status, to: statusBefore } };
  },
});

type Step = Pick<Parameters<typeof appendEvent>[1], 'orderId' | 'from' | 'to' | 'at' | 'actorId'>;

const noteStep = (tx: Tx, step: Step) =>
  appendEvent(tx, { ...step, actorKind: 'admin', note: null, because: { reason: 'taken_back', params: {} } });

export const undoActions: ActionsOf<OrdersDeps, 'orders.decide'> = [takeBack];

/** Takes several decisions back, each in its own transaction; one that can no longer be taken back stays. */
export async function takeAllBack(
  deps: OrdersDeps,
  actor: Actor,
  { orders }: BodyOf<typeof undoDecisions>,
): Promise<ResultOf<typeof undoDecisions>> {
  const versionById = new Map(orders.map(({ id, version }) => [id, version]));
  const results: ResultOf<typeof undoDecisions>['results'] = [];
  for (const [id, version] of versionById) {
    const refusalCode = await takeBack.carryOut(deps, actor, { params: { id }, body: { version } }).then(
      () => null,
      (error: unknown) => {
        if (error instanceof Refusal) return error.code;
        throw error;
      },
    );
    results.push({ id, state: refusalCode === null ? 'taken_back' : 'left', code: refusalCode });
  }
  return { results };
}
