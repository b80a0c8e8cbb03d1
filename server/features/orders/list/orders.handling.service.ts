import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { act, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { assertAssignee } from '#server/features/team/team.service.ts';
import { jsonText, type JsonText } from '#server/http/reply.ts';
import type { Id } from '#shared/kernel/ids.ts';
import * as contract from '#shared/orders/admin/orders.handling.contract.ts';
import type { OrdersDeps } from '../orders.ports.ts';
import {
  lockHandling,
  releaseOrders,
  setAssignee,
  setTags,
  takeOldest,
  type OrderHandling,
} from './orders.handling.queries.ts';
import { adminOrder } from './orders.lists.service.ts';

const present = async ({ id }: { id: Id<'order'> }, { tx, deps }: { tx: Tx; deps: OrdersDeps }) =>
  jsonText(await adminOrder({ ...deps, db: tx }, id));

const orderRow: ActionRow<OrdersDeps, OrderHandling, JsonText, { id: Id<'order'> }> = {
  lock: (tx, { id }) => lockHandling(tx, { id }),
  missing: 'order_not_found',
  present,
};

const publishHandling = (tx: Tx, id: Id<'order'>) => publish(tx, { kind: 'order_handling_changed', id });

/** Assigns an order to a member, or unassigns it. Refuses with invalid_input outside the team. */
export const assignOrder = act(contract.assignOrder, orderRow, {
  lock: async (tx, params, deps, body) => {
    // Locks the member first, in the order of the end of a membership.
    await assertAssignee(tx, body.userId);
    return orderRow.lock(tx, params, deps, body);
  },
  apply: async ({ tx, row, body: { userId: assigneeId } }) => {
    const { id, assigneeId: from } = row;
    if (from === assigneeId) return { row, entries: [] };
    await setAssignee(tx, { id, assigneeId });
    await publishHandling(tx, id);
    return { row, details: { from, to: assigneeId } };
  },
});

/** Replaces the tags of an order, which the contract has normalized. */
export const tagOrder = act(contract.tagOrder, orderRow, {
  apply: async ({ tx, row, body: { tags } }) => {
    const { id, tags: from } = row;
    if (from.join() === tags.join()) return { row, entries: [] };
    await setTags(tx, { id, tags });
    await publishHandling(tx, id);
    return { row, details: { from, to: tags } };
  },
});

/** The action names no row, because it takes the oldest order. */
const queue: ActionRow<OrdersDeps, object, unknown, undefined> = {
  lock: () => Promise.resolve({}),
  missing: 'order_not_found',
};

/** Assigns the oldest unassigned open order to the member who asks; answers null if there is none. */
export const takeNextOrder = act(contract.takeNextOrder, queue, {
  apply: async ({ tx, deps, actor: { userId } }) => {
    const takenOrder = await takeOldest(tx, { userId });
    if (!takenOrder) return { answer: null, entries: [] };
    await publishHandling(tx, takenOrder.id);
    return {
      answer: await present(takenOrder, { tx, deps }),
      details: { from: null, to: userId },
      subjectId: takenOrder.id,
    };
  },
});

/** Actions of the team on an order beside deciding it. */
export const handlingActions: ActionsOf<OrdersDeps, 'notes.write'> = [assignOrder, tagOrder, takeNextOrder];

/** Unassigns the orders of a member who leaves the team. */
export async function releaseOrdersOf(tx: Tx, userId: Id<'user'>): Promise<void> {
  const [releasedOrder] = await releaseOrders(tx, { userId });
  // One event makes every screen ask again.
  if (releasedOrder) await publishHandling(tx, releasedOrder.id);
}
