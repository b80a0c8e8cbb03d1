import type { Db } from '#server/db/connection.ts';
import { readStatement } from '#server/db/hot.ts';

export type HoldsAt = { holds: number; amount: string; lastEndsAt: Date | null };

const openAt = readStatement<HoldsAt>(
  `select count(*)::int as holds, coalesce(sum(amount), 0)::text as amount, max(expires_at) as "lastEndsAt"
   from sell_quotes where crypto_id = $1 and deposit_address = $2 and used_at is null and dropped_at is null
     and created_at > $3`,
);

/** Open holds since a moment that show this address. */
export async function countHoldsAt(
  db: Pick<Db, 'run'>,
  cryptoId: string,
  address: string,
  since: Date,
): Promise<HoldsAt> {
  const [row] = await db.run(openAt, [cryptoId, address, since]);
  return row ?? { holds: 0, amount: '0', lastEndsAt: null };
}
