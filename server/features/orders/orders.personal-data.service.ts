import type { Tx } from '#server/db/connection.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Evidence } from '#server/features/users/users.service.ts';
import { Conflict } from '#server/lib/refusal.ts';
import { dayMs } from '#server/lib/time.ts';
import type { Platform } from '#server/platform.ts';
import { filled } from '#shared/kernel/reason.ts';
import {
  countOpenOrders,
  countOrdersOf,
  deleteErasedBefore,
  erasePayoutDetails,
  insertErased,
  insertErasedProofs,
} from './orders.personal-data.queries.ts';
import { mailboxHashesOf } from './orders.service.ts';

export { countOrdersOf, exportOrdersPersonalData } from './orders.personal-data.queries.ts';

/** Refuses with in_use while an order is open, as its money would have no destination. The caller locks the user's row. */
export async function assertNoOpenOrders(tx: Tx, userId: string): Promise<void> {
  const open = await countOpenOrders(tx, userId);
  if (open > 0) throw new Conflict('in_use', filled('orders_open', { count: open }), { open });
}

/** Orders stay as evidence, with a keyed hash of the mailbox for later limits. */
export async function closeOrdersOf(tx: Tx, { id }: { id: string }, now: Date): Promise<void> {
  const [current] = await mailboxHashesOf(tx, id);
  if (current) await insertErased(tx, id, current, now);
}

/** Deletes the records of erased customers once the limit no longer covers their orders. */
export async function purgeErasedCustomers(deps: Pick<Platform, 'inTx' | 'now'> & SettingsPorts): Promise<void> {
  const before = new Date(deps.now().getTime() - settingsOf(deps).limits.kycDays * dayMs);
  await deps.inTx((tx) => deleteErasedBefore(tx, before));
}

/** The orders of a deleted user, and the payout accounts in them, which go when the retention period is over; hashes of the proofs stay. */
export const orderEvidence: Evidence = {
  exists: async (tx, userId) => ((await countOrdersOf(tx, [userId])).get(userId) ?? 0) > 0,
  erase: async (tx, userId) => {
    await insertErasedProofs(tx, userId);
    await erasePayoutDetails(tx, userId);
  },
};
