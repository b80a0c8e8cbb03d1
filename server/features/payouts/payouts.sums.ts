import type { Db, Tx } from '#server/db/connection.ts';
import { lockName } from '#server/db/locks.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import { amountOf, convertBack, none, rateOf, round, usdCents, type Amount } from '#shared/kernel/money.ts';
import { moneyIn } from '#shared/payouts/payouts.money.ts';
import type { PayoutRow } from './list/payouts.list.queries.ts';
import { readMoneySentBack, readPaidSince, readWaitingExtras } from './payouts.entries.queries.ts';

/** What counts towards the sum of a customer's day; an extra payment has no value of its own. */
export type CountedPayout = { userId: string; amount: string; currency: string; valueUsd: string | null };

type PaidPart = Pick<PayoutRow, 'userId' | 'amount' | 'currency' | 'kind' | 'valueUsd'>;

/** An extra payment has no value of its own: only its amount counts. */
export function countedOf({ userId, amount, currency, kind, valueUsd }: PaidPart): CountedPayout {
  return { userId, amount, currency, valueUsd: kind === 'order' ? valueUsd : null };
}

/** Money of refused exchanges that went back since a moment, in US dollars at the rate of its order. */
async function readMoneyBack(db: Db, userIds: readonly string[], since: Date): Promise<CountedPayout[]> {
  const sentBack = await readMoneySentBack(db, userIds, since);
  return sentBack.map((row) => ({ ...row, currency: 'USD', valueUsd: row.amount }));
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
  const before = (await readPaidSince(db, { userIds, since, exceptOrderId })).map(countedOf);
  for (const payout of [...before, ...(await readMoneyBack(db, userIds, since)), ...more]) {
    const [sum, usd] = [sums.get(payout.userId), worth(payout)];
    sums.set(payout.userId, sum === null || usd === null ? null : (sum ?? none.usd).plus(usd));
  }
  return sums;
}

/** What a customer is paid on this day with one more second payment, those included that wait for their release. */
export async function extraTotalUsd(
  { rates, now }: Pick<RatesPorts, 'rates'> & { now: Date },
  tx: Tx,
  { userId, ...asked }: Omit<CountedPayout, 'valueUsd'>,
): Promise<Amount<'usd'> | null> {
  await lockSums(tx);
  const waiting = await readWaitingExtras(tx, { userId, since: midnightOf(now) });
  const counted = [...waiting, asked].map((extra) => ({ ...extra, userId, valueUsd: null }));
  return (await sumsOfDay(tx, { rates, now }, counted)).get(userId) ?? null;
}
