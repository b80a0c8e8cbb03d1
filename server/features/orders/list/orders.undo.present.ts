import type { Db } from '#server/db/connection.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { isOpen, isRefused, undoSeconds } from '#shared/orders/orders.lifecycle.ts';
import { findLastStep } from './orders.undo.queries.ts';

type LastStep = NonNullable<Awaited<ReturnType<typeof findLastStep>>>;

/** Returns the decision that its member can still take back: a rejection, or an approval that waits for its payout. */
export function undoable(step: LastStep | undefined, now: Date): { by: string; until: Date } | undefined {
  if (!step || step.actorKind !== 'admin' || step.actorId === null || step.isConfirmed) return undefined;
  const until = new Date(step.at.getTime() + undoSeconds * 1_000);
  const isRejection = step.from !== null && isOpen({ status: step.from }) && isRefused(step.to);
  if (until <= now || !(isRejection || step.stage === 'approved')) return undefined;
  return { by: step.actorId, until };
}

/** The last decision about an order, for its view; null where none can be taken back. */
export async function undoOfOrder(
  { db, now }: { db: Pick<Db, 'ask'> } & Pick<Platform, 'now'>,
  orderId: Id<'order'>,
): Promise<{ by: string; until: string } | null> {
  const undo = undoable(await findLastStep(db, { orderId }), now());
  return undo ? { by: undo.by, until: undo.until.toISOString() } : null;
}
