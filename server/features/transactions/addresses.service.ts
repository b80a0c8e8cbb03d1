import type { Db } from '#server/db/connection.ts';
import { countOpenAt } from './transactions.addresses.queries.ts';

/** Open orders of a coin that show this deposit address, and the coins they are about as decimal text. */
export async function openOrdersAt(
  { db }: { db: Db },
  cryptoId: string,
  address: string,
): Promise<{ orders: number; amount: string }> {
  return countOpenAt(db, cryptoId, address);
}
