import type { Tx } from '#server/db/connection.ts';
import { Conflict } from '#server/lib/refusal.ts';
import { holdsCoinsOf } from './settlements.owed.queries.ts';

/** Refuses with in_use while coins are owed to a customer, who would have nowhere to name an address. The caller locks the user. */
export async function assertNoCoinsOwed(tx: Tx, userId: string): Promise<void> {
  if (await holdsCoinsOf(tx, userId)) throw new Conflict('in_use', 'coins_owed');
}
