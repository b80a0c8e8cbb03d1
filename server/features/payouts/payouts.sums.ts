import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull } from '#server/db/rows.ts';
import { lockName } from '#server/db/locks.ts';
import { readStatement } from '#server/db/statements.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import { amountOf, convertBack, none, rateOf, round, usdCents, type Amount } from '#shared/kernel/money.ts';
import { moneyIn } from '#shared/payouts/payouts.money.ts';
import { readMoneySentBack } from './payouts.entries.queries.ts';

/** What counts towards the sum of a customer's day; an extra payment has no value of its own. */
export type CountedPayout = { userId: string; amount: string; currency: string; valueUsd: string | null };

const paid = readStatement({
  userId: column.uuid,
  amount: column.numeric,
  currency: column.text,
  valueUsd: orNull(column.numeric),
})`
  select t.user_id as "userId", a.amount, a.currency, case when p.kind = 'order' then t.value_usd end as "valueUsd"
  from payout_batches b join payout_attempts a on a.batch_id = b.id join payouts p on p.id = a.payout_id
  join orders t on t.id = p.order_id
  where b.released_at >= $2 and b.state in ('released', 'sent', 'closed') and t.user_id = any($1::uuid[])
    and t.id is distinct from $3`;

/** Money of refused exchanges that went back since a moment, in US dollars at the rate of its order. */
async function readMoneyBack(db: Db, userIds: readonly string[], since: Date): Promise<CountedPayout[]> {
  const rows = await readMoneySentBack(db, userIds, since);
  return rows.map((row) => ({ ...row, currency: 'USD', valueUsd: row.amount }));
}

/** When this UTC day began. */
function midnightOf(now: Date): Date {
  const midnight = new Date(now);
  midnight.setUTCHours(0, 0, 0, 0);
  return midnight;
}

/** The lock of everything that is held against the sum of a day: one at a time, so that none is twice the first. */
export async function lockSums(tx: Tx): Promise<void> {
  await lockName(tx, 'payouts of the day');
}

/**
 * In US dollars, by customer: what was released, completed by hand or sent back on this UTC day, with `more`. A payout counts by the
 * value of its order or by its amount at the provider's rate, whichever is more: a wrong pair rate raises the amount
 * alone. Null where the amount has no rate: that is above every limit.
 */
export async function sumsOfDay(
  db: Db,
  { rates, now }: Pick<RatesPorts, 'rates'> & { now: Date },
  more: readonly CountedPayout[],
  exceptOrderId: string | null = null,
): Promise<Map<string, Amount<'usd'> | null>> {
  const userIds = [...new Set(more.map(({ userId }) => userId))];
  const { currencies } = await rates();
  const worth = ({ amount, currency, valueUsd }: CountedPayout): Amount<'usd'> | null => {
    const units = currency === 'USD' ? '1' : currencies.get(currency)?.unitsPerUsd;
    if (!units) return null;
    const exact = convertBack(moneyIn(amount, currency), rateOf('usd', 'payout', units));
    const usd = round(exact, usdCents, 'half-up');
    const agreed = amountOf('usd', valueUsd ?? '0');
    return agreed.gt(usd) ? agreed : usd;
  };
  const sums = new Map<string, Amount<'usd'> | null>();
  const since = midnightOf(now);
  const before = await db.run(paid, [userIds, since, exceptOrderId]);
  for (const payout of [...before, ...(await readMoneyBack(db, userIds, since)), ...more]) {
    const [sum, usd] = [sums.get(payout.userId), worth(payout)];
    sums.set(payout.userId, sum === null || usd === null ? null : (sum ?? none.usd).plus(usd));
  }
  return sums;
}

const waitingExtras = readStatement({ amount: column.numeric, currency: column.text })`
  select p.amount, p.currency from payouts p join orders t on t.id = p.order_id
  where p.kind = 'extra' and p.state in ('due', 'held', 'batched') and t.user_id = $1 and p.approved_at >= $2`;

/** What a customer is paid on this day with one more second payment, those included that wait for their release. */
export async function extraTotalUsd(
  { rates, now }: Pick<RatesPorts, 'rates'> & { now: Date },
  tx: Tx,
  { userId, ...asked }: Omit<CountedPayout, 'valueUsd'>,
): Promise<Amount<'usd'> | null> {
  await lockSums(tx);
  const waiting = await tx.run(waitingExtras, [userId, midnightOf(now)]);
  const counted = [...waiting, asked].map((extra) => ({ ...extra, userId, valueUsd: null }));
  return (await sumsOfDay(tx, { rates, now }, counted)).get(userId) ?? null;
}
