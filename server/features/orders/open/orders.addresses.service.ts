import type { Db } from '#server/db/connection.ts';
import { dayMs } from '#server/lib/time.ts';
import { countOpenAt, sumReceivedAt } from './orders.addresses.queries.ts';

/** Open orders of a coin that show this deposit address, and the coins they are about as decimal text. */
export async function openOrdersAt(
  { db }: { db: Db },
  cryptoId: string,
  address: string,
): Promise<{ orders: number; amount: string }> {
  return countOpenAt(db, cryptoId, address);
}

const monthMs = 30 * dayMs;

/** Coins that this address received by completed orders of the last 30 days, as decimal text. */
export async function receivedAt(
  { db, now }: { db: Db; now: () => Date },
  cryptoId: string,
  address: string,
): Promise<string> {
  return sumReceivedAt(db, cryptoId, address, new Date(now().getTime() - monthMs));
}
