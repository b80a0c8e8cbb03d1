import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { auditRecord, writeAudit, type AuditRecord } from '#server/features/audit/audit.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { requireAssignee } from '#server/features/team/team.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Platform } from '#server/platform.ts';
import {
  lockHandling,
  releaseOrders,
  setAssignee,
  setTags,
  takeOldest,
  type OrderHandling,
} from './orders.handling.queries.ts';
import { adminOrder, orderNotFound } from './orders.lists.service.ts';

type Deps = Pick<Platform, 'db' | 'inTx' | 'now'> & SettingsPorts;

/** Assigns an order to a member, or unassigns it; returns its JSON text. Throws NotFound, Invalid outside the team. */
export async function assignOrder(deps: Deps, actor: Actor, id: string, assigneeId: string | null): Promise<string> {
  await deps.inTx(async (tx) => {
    // The member first, as whoever ends a membership does.
    await requireAssignee(tx, assigneeId);
    const before = await requireHandling(tx, id);
    if (before.assigneeId === assigneeId) return;
    await setAssignee(tx, { id, assigneeId });
    await recordChange(tx, actor, id, auditRecord('transaction.assigned', { from: before.assigneeId, to: assigneeId }));
  });
  return adminOrder(deps, id);
}

/** Replaces the tags of an order, which the contract has normalized; returns its JSON text. Throws NotFound. */
export async function tagOrder(deps: Deps, actor: Actor, id: string, tags: readonly string[]): Promise<string> {
  await deps.inTx(async (tx) => {
    const before = await requireHandling(tx, id);
    if (before.tags.join() === tags.join()) return;
    await setTags(tx, { id, tags: [...tags] });
    await recordChange(tx, actor, id, auditRecord('transaction.tagged', { from: before.tags, to: tags }));
  });
  return adminOrder(deps, id);
}

/** Assigns the oldest unassigned open order to the caller; returns its JSON text, undefined where there is none. */
export async function takeNextOrder(deps: Deps, actor: Actor): Promise<string | undefined> {
  const id = await deps.inTx(async (tx) => {
    const taken = (await takeOldest(tx, { userId: actor.userId }))?.id;
    if (taken)
      await recordChange(tx, actor, taken, auditRecord('transaction.assigned', { from: null, to: actor.userId }));
    return taken;
  });
  return id && adminOrder(deps, id);
}

/** Unassigns the orders of a member who leaves the team. */
export async function releaseOrdersOf(tx: Tx, userId: string): Promise<void> {
  const [released] = await releaseOrders(tx, { userId });
  // One event makes every screen ask again.
  if (released) await publish(tx, { kind: 'order_handling_changed', id: released.id });
}

async function requireHandling(tx: Tx, id: string): Promise<OrderHandling> {
  const found = await lockHandling(tx, { id });
  if (!found) throw orderNotFound();
  return found;
}

async function recordChange(tx: Tx, actor: Actor, id: string, audited: AuditRecord): Promise<void> {
  await writeAudit(tx, actor, audited, { type: 'transaction', id });
  await publish(tx, { kind: 'order_handling_changed', id });
}
