import { z } from 'zod';
import type { Db } from '#server/db/connection.ts';
import { column } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';

const fees = z.array(z.object({ currency: z.string(), fee: z.string() }));

const money = readStatement({ volumeUsd: column.text, completed: column.integer, fees: column.json })`
  select trim_scale(coalesce(sum(value_usd), 0))::text as "volumeUsd", count(*)::int as completed,
    coalesce((select json_agg(f order by f.currency) from (
      select payout_currency as currency, trim_scale(sum(fee_amount))::text as fee from orders
      where user_id = $1 and status = 'completed' group by payout_currency) f), '[]'::json) as fees
  from orders where user_id = $1 and status = 'completed'`;

/** What the completed orders of a user come to; decimal text. */
export async function readMoneyOf(db: Pick<Db, 'run'>, userId: string) {
  const [row] = await db.run(money, [userId]);
  return { volumeUsd: row?.volumeUsd ?? '0', completed: row?.completed ?? 0, fees: fees.parse(row?.fees ?? []) };
}
