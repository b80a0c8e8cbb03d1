import type { Db, Tx } from '#server/db/connection.ts';
import { Conflict } from '#server/http/refusal.ts';
import { filled } from '#shared/kernel/reason.ts';
import { countOpenOrders, erasePayoutDetails, selectOrdersForExport } from './orders.personal-data.queries.ts';

export { countOrdersOf } from './orders.personal-data.queries.ts';

/**
 * Erases the payout account from a deleted user's orders; the orders remain. Refuses with in_use while one is open, as
 * its money would have no destination. The caller locks the user's row, so none is opened meanwhile.
 */
export async function eraseOrdersPersonalData(tx: Tx, { id }: { id: string }): Promise<void> {
  const open = await countOpenOrders(tx, id);
  if (open > 0) {
    throw new Conflict('in_use', filled('orders_open', { count: open }), { open });
  }
  await erasePayoutDetails(tx, id);
}

/** A user's orders with their history, for the data export. */
export async function exportOrdersPersonalData(db: Db, { id }: { id: string }): Promise<unknown> {
  return selectOrdersForExport(db, id);
}
