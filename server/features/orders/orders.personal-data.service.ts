import type { Db, Tx } from '#server/db/connection.ts';
import { Conflict } from '#server/http/refusal.ts';
import { countOpenOrders, erasePayoutDetails, selectOrdersForExport } from './orders.personal-data.queries.ts';
import { filled } from '#shared/kernel/reason.ts';

export { countOrdersOf } from './orders.personal-data.queries.ts';

/**
 * What becomes of a leaving person's orders: they stay without the account that was paid to. Refuses with in_use while
 * one of them is open, as its money could go nowhere. The caller holds the person's row, so none is opened meanwhile.
 */
export async function eraseOrdersPersonalData(tx: Tx, { id }: { id: string }): Promise<void> {
  const open = await countOpenOrders(tx, id);
  if (open > 0) {
    throw new Conflict('in_use', filled('orders_open', { count: open }), { open });
  }
  await erasePayoutDetails(tx, id);
}

/** A person's orders with their history, for the copy of everything that is kept of them. */
export async function exportOrdersPersonalData(db: Db, { id }: { id: string }): Promise<unknown> {
  return selectOrdersForExport(db, id);
}
