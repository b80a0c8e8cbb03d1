import type { Tx } from '#server/db/connection.ts';
import { assertNoOpenOrders } from '#server/features/orders/orders.personal-data.service.ts';
import { Conflict } from '#server/lib/refusal.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { hasCoinsOf } from './settlements.owed.queries.ts';

/**
 * Refuses with in_use while an order of a customer is open, or money or coins are owed to them: an erased user names
 * neither account nor address any more. The caller locks the user.
 */
export async function assertNothingOwed(tx: Tx, userId: Id<'user'>): Promise<void> {
  await assertNoOpenOrders(tx, userId);
  if (await hasCoinsOf(tx, { userId })) throw new Conflict('in_use', 'coins_owed');
}
