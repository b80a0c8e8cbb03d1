import type { Db, Tx } from '#server/db/connection.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Evidence } from '#server/features/users/users.service.ts';
import { Conflict } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import { ownNote } from './list/orders.view.present.ts';
import {
  countOpenOrders,
  countOrdersOf,
  deleteErasedBefore,
  erasePayoutDetails,
  insertErased,
  insertErasedProofs,
  listForExport,
} from './orders.personal-data.queries.ts';
import { mailboxHashesOf } from './orders.service.ts';

export { countOrdersOf } from './orders.personal-data.queries.ts';

/** Everything stored about a user's newest 10,000 orders, oldest first; amounts are decimal text. */
export async function exportOrdersPersonalData(db: Pick<Db, 'ask'>, { id }: { id: Id<'user'> }): Promise<unknown> {
  const exportedOrders = await listForExport(db, { userId: id });
  return exportedOrders.toReversed().map(({ order, steps }) => ({
    reference: order.reference,
    type: order.type,
    status: order.status,
    createdAt: order.createdAt,
    gives: order.amount,
    of: order.cryptoSymbol ?? order.fromCurrency,
    rate: order.rate,
    gross: order.grossAmount,
    feePercent: order.feePercent,
    fee: order.feeAmount,
    payout: order.payoutAmount,
    payoutCurrency: order.payoutCurrency,
    valueUsd: order.valueUsd,
    paidTo: order.paymentDetails,
    depositAddress: order.depositAddress,
    depositMemo: order.depositMemo,
    transactionHash: order.transactionHash,
    notes: ownNote(order.adminNotes),
    decidedAt: order.decidedAt,
    history: steps?.map(({ at, fromStatus, toStatus, note, reason, params }) => ({
      at,
      from: fromStatus,
      to: toStatus,
      note: ownNote(note),
      because: reason === null ? null : { reason, params },
    })),
  }));
}

/**
 * Refuses with in_use while an order is open, as its money would have no destination. The caller locks the user's row.
 */
export async function assertNoOpenOrders(tx: Tx, userId: Id<'user'>): Promise<void> {
  const { open } = await countOpenOrders(tx, { userId });
  if (open > 0) throw new Conflict('in_use', reasonWith('orders_open', { count: open }), { open });
}

/** Keeps the orders of an erased user as evidence, with a keyed hash of the mailbox for later limits. */
export async function closeOrdersOf(tx: Tx, { id }: { id: Id<'user'> }, now: Date): Promise<void> {
  const [mailboxHash] = await mailboxHashesOf(tx, id);
  if (mailboxHash) await insertErased(tx, { userId: id, addressHash: mailboxHash, erasedAt: now });
}

/** Deletes the records of erased customers once the limit no longer covers their orders. */
export async function purgeErasedCustomers(deps: Pick<Platform, 'inTx' | 'now'> & SettingsPorts): Promise<void> {
  const before = new Date(deps.now().getTime() - settingsOf(deps).limits.kycDays * dayMs);
  await deps.inTx((tx) => deleteErasedBefore(tx, { before }));
}

/**
 * The orders of a deleted user, and the payout accounts in them, which go when the retention period is over; hashes of
 * the proofs stay.
 */
export const orderEvidence: Evidence = {
  exists: async (tx, userId) => ((await countOrdersOf(tx, [userId])).get(userId) ?? 0) > 0,
  erase: async (tx, userId) => {
    await insertErasedProofs(tx, { userId });
    await erasePayoutDetails(tx, { userId });
  },
};
