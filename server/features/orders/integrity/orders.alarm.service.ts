import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { reportForged, type AlarmDeps } from '#server/features/alarms/alarms.service.ts';
import { Conflict, Refusal } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { findSignedOrder, type OrderWithSignature } from './orders.integrity.queries.ts';

const reason = 'order_tampered';

/** Refuses with conflict an order that the product did not write: it must not be paid. */
export function requireSigned(order: OrderWithSignature): void {
  if (!isSignedRow(signedTables.order, order)) throw new Conflict('conflict', reason);
}

/** Does `work` on an order, and raises the alarm when it was refused for its signature; outside of its transaction. */
export async function withOrderAlarm<Result>(
  deps: AlarmDeps & Pick<Platform, 'db'>,
  id: string,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal && error.because.reason === reason) {
      const order = await findSignedOrder(deps.db, id);
      if (order && !isSignedRow(signedTables.order, order)) await reportForged(deps, 'order', order);
    }
    throw error;
  }
}
