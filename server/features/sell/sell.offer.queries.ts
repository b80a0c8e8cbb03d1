import type { Tx } from '#server/db/connection.ts';
import { exclusiveLock } from '#server/db/locks.ts';
import { column } from '#server/db/rows.ts';
import { sqlList, writeStatement } from '#server/db/statements.ts';

const lockCap = writeStatement({ lock: column.text })`select ${exclusiveLock(`'daily cap ' || $1`)} as lock`;

const promised = writeStatement({ amount: column.text })`
  select trim_scale(
    coalesce((select sum(payout_amount) from orders where payout_currency = $1 and created_at >= $2
      and status not in (${sqlList(['failed', 'rejected'])})), 0)
    + coalesce((select sum(net_amount) from sell_quotes where currency = $1 and used_at is null
      and dropped_at is null and expires_at > $3), 0))::text as amount`;

/** What orders since `from` and locked rates promise in a currency; others wait for this transaction. */
export async function promisedSince(tx: Tx, currency: string, { from, now }: { from: Date; now: Date }) {
  await tx.run(lockCap, [currency]);
  return (await tx.run(promised, [currency, from, now]))[0]?.amount ?? '0';
}
