import type { Db } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';

const quotesAt = {
  quotes: column.integer,
  amount: column.text,
  lastEndsAt: orNull(column.moment),
};
export type QuotesAt = RowOf<typeof quotesAt>;

const openAt = readStatement(
  quotesAt,
  `select count(*)::int as quotes, coalesce(sum(amount), 0)::text as amount, max(expires_at) as "lastEndsAt"
   from sell_quotes where crypto_id = $1 and deposit_address = $2 and used_at is null and dropped_at is null
     and created_at > $3`,
);

/** Open quotes since a moment that show this address. */
export async function countQuotesAt(
  db: Pick<Db, 'run'>,
  cryptoId: string,
  address: string,
  since: Date,
): Promise<QuotesAt> {
  const [row] = await db.run(openAt, [cryptoId, address, since]);
  return row ?? { quotes: 0, amount: '0', lastEndsAt: null };
}
