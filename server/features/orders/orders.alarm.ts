import { raiseAlarm } from '#server/features/alarms/alarms.service.ts';
import { Conflict, Refusal } from '#server/http/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { findSignedOrder } from './orders.forgery.queries.ts';
import { isSignedOrder, signedFieldsOf, type OrderWithSignature } from './orders.signature.ts';

type AlarmDeps = Pick<Platform, 'db' | 'env' | 'inTx' | 'log'>;

const reason = 'order_tampered';

/** An open order whose destination or amounts the product did not write: nothing of it is paid or shown. */
export async function raiseForgedOrderAlarm(deps: AlarmDeps, order: OrderWithSignature): Promise<void> {
  const { id, reference, signature } = order;
  deps.log.error({ orderId: id }, 'An order was changed behind the product: it is not paid out');
  await raiseAlarm(deps, {
    subject: { type: 'transaction', id },
    action: 'transaction.signature_failed',
    signedFields: [...signedFieldsOf(order), signature?.toString('base64') ?? null],
    audited: { reference },
    mail: {
      template: 'order_alarm',
      data: { reference, path: `/admin/transactions?q=${encodeURIComponent(reference)}` },
    },
  });
}

/** Refuses with conflict an order that the product did not write: it must not be paid. */
export function requireSigned(order: OrderWithSignature): void {
  if (!isSignedOrder(order)) throw new Conflict('conflict', reason);
}

/** Does `work` on an order, and raises the alarm when it was refused for its signature; outside of its transaction. */
export async function withOrderAlarm<Result>(deps: AlarmDeps, id: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal && error.because.reason === reason) {
      const order = await findSignedOrder(deps.db, id);
      if (order && !isSignedOrder(order)) await raiseForgedOrderAlarm(deps, order);
    }
    throw error;
  }
}
