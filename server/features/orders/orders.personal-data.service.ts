import type { Db, Tx } from '#server/db/connection.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { Conflict } from '#server/http/refusal.ts';
import { rowHashes, signRow } from '#server/lib/row-signature.ts';
import { dayMs } from '#server/lib/time.ts';
import type { Platform } from '#server/platform.ts';
import { filled } from '#shared/kernel/reason.ts';
import { deleteErasedBefore, findAddress, insertErased } from './orders.erased.queries.ts';
import { countOpenOrders, erasePayoutDetails, selectOrdersForExport } from './orders.personal-data.queries.ts';

export { countOrdersOf } from './orders.personal-data.queries.ts';

const purpose = 'erased customer';

/**
 * Erases the payout account from a deleted user's orders; the orders remain, with keyed hashes of the address and of the
 * proofs. Refuses with in_use while one is open, as its money would have no destination. The caller locks the user's row,
 * so none is opened meanwhile.
 */
export async function eraseOrdersPersonalData(
  tx: Tx,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<void> {
  const open = await countOpenOrders(tx, id);
  if (open > 0) {
    throw new Conflict('in_use', filled('orders_open', { count: open }), { open });
  }
  await erasePayoutDetails(tx, id);
  await insertErased(tx, { userId: id, addressHash: signRow(purpose, [email]), now });
}

/** By which a user's earlier account, now erased, is known: its orders count in the limit of the one that follows. */
export async function addressHashesOf(db: Pick<Db, 'run'>, userId: string): Promise<Buffer[]> {
  const email = await findAddress(db, userId);
  return email === null ? [] : rowHashes(purpose, [email]);
}

/** Forgets erased customers once the limit no longer looks back to their orders. */
export async function forgetErased(deps: Pick<Platform, 'inTx' | 'now'> & SettingsPorts): Promise<void> {
  const before = new Date(deps.now().getTime() - settingsOf(deps).limits.kycDays * dayMs);
  await deps.inTx((tx) => deleteErasedBefore(tx, before));
}

/** A user's orders with their history, for the data export. */
export async function exportOrdersPersonalData(db: Db, { id }: { id: string }): Promise<unknown> {
  return selectOrdersForExport(db, id);
}
