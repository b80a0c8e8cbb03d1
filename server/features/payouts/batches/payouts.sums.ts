import type { Db, Tx } from '#server/db/connection.ts';
import { lockName } from '#server/db/locks.ts';
import { signedEntries } from '#server/features/book/book.reading.service.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import { sumOfLines } from '#shared/book/book.balances.ts';
import type { Id } from '#shared/kernel/ids.ts';
import {
  amountOf,
  convertBack,
  none,
  proportionOf,
  rateOf,
  round,
  toText,
  usdCents,
  type Amount,
} from '#shared/kernel/money.ts';
import { moneyIn } from '#shared/payouts/payouts.money.ts';
import type { PayoutRow } from '../list/payouts.list.queries.ts';
import { listMoneyBack, listReleased, listWaitingExtras } from './payouts.sums.queries.ts';

/** A payment that counts towards the sum of a customer's day; an extra payment has no value of its own. */
export type CountedPayout = { userId: Id<'user'>; amount: string; currency: string; valueUsd: string | null };

/** The amount is null where no signed entry has it: an unknown amount is above every limit. */
type CountedPart = Omit<CountedPayout, 'amount'> & { amount: string | null };

type PaidPart = Pick<PayoutRow, 'userId' | 'amount' | 'currency' | 'kind' | 'valueUsd'>;

/** Returns a payout as the sums count it: an extra payment has no value of its own, so its amount counts. */
export function countedOf({ userId, amount, currency, kind, valueUsd }: PaidPart): CountedPayout {
  return { userId, amount, currency, valueUsd: kind === 'order' ? valueUsd : null };
}

/** When this UTC day began. */
function midnightOf(now: Date): Date {
  const midnight = new Date(now);
  midnight.setUTCHours(0, 0, 0, 0);
  return midnight;
}

/**
 * Locks the sum of a day, so that simultaneous transactions count one after the other and none takes itself for the
 * first.
 */
export async function lockSums(tx: Tx): Promise<void> {
  await lockName(tx, 'payouts of the day');
}

type EntryCustomer = { entryId: Id<'bookEntry'> | null; subject: string; userId: Id<'user'> };

/** Reads the amount of each payment from its signed entry only. */
async function withBookedAmounts<Row extends EntryCustomer>(
  db: Db,
  rows: readonly Row[],
): Promise<(Row & Omit<CountedPart, 'valueUsd'>)[]> {
  const entryKeys = rows.flatMap(({ entryId: id, subject }) => (id === null ? [] : [{ id, subject }]));
  const entries = await signedEntries(db, entryKeys);
  return rows.map((row) => {
    const entry = entries.get(row.entryId ?? '');
    const lines = entry?.isSigned ? entry.lines : [];
    const amount = lines.length > 0 ? toText(sumOfLines(lines)) : null;
    return { ...row, amount, currency: lines[0]?.from.unit ?? '' };
  });
}

/** The attempts of a day by the value of their orders; not the one under way of the order that is counted besides. */
async function releasedOf(db: Db, dayFilter: DayFilter, exceptOrderId: Id<'order'> | null): Promise<CountedPart[]> {
  const releasedPayouts = await listReleased(db, dayFilter);
  const countedPayouts = releasedPayouts.filter(({ orderId, state }) => orderId !== exceptOrderId || state !== 'open');
  return (await withBookedAmounts(db, countedPayouts)).map(({ kind, valueUsd, ...row }) => {
    return { ...row, valueUsd: kind === 'order' ? valueUsd : null };
  });
}

type DayFilter = { userIds: readonly Id<'user'>[]; since: Date };

/** Money of refused exchanges that was returned on a day, in US dollars at the rate of its order. */
async function moneyBackOf(db: Db, dayFilter: DayFilter): Promise<CountedPart[]> {
  const bookedMoneyBack = await withBookedAmounts(db, await listMoneyBack(db, dayFilter));
  return bookedMoneyBack.map(({ userId, amount, valueUsd, orderAmount }) => {
    const usd =
      amount === null
        ? null
        : proportionOf(amountOf('usd', valueUsd), amountOf('sent', amount), amountOf('sent', orderAmount));
    const value = usd && toText(round(usd, usdCents, 'half-up'));
    return { userId, currency: 'USD', amount: value, valueUsd: value };
  });
}

/**
 * Sums in US dollars by customer of what was released, completed by hand or sent back on this UTC day, with
 * `addedParts`: by the order's value or the provider's rate, whichever is more. Null (no rate or signed entry) is above
 * every limit.
 */
export async function sumsOfDay(
  db: Db,
  { rates, now }: Pick<RatesPorts, 'rates'> & { now: Date },
  addedParts: readonly CountedPart[],
  exceptOrderId: Id<'order'> | null = null,
): Promise<Map<string, Amount<'usd'> | null>> {
  const userIds = [...new Set(addedParts.map(({ userId }) => userId))];
  const { currencies } = await rates();
  const worth = ({ amount, currency, valueUsd }: CountedPart): Amount<'usd'> | null => {
    const units = currency === 'USD' ? '1' : currencies.get(currency)?.unitsPerUsd;
    if (!units || amount === null) return null;
    const exactUsd = convertBack(moneyIn(amount, currency), rateOf('usd', 'payout', units));
    const usd = round(exactUsd, usdCents, 'half-up');
    const agreedAmount = amountOf('usd', valueUsd ?? '0');
    return agreedAmount.gt(usd) ? agreedAmount : usd;
  };
  const sums = new Map<string, Amount<'usd'> | null>();
  const dayFilter = { userIds, since: midnightOf(now) };
  const earlierPayouts = [...(await releasedOf(db, dayFilter, exceptOrderId)), ...(await moneyBackOf(db, dayFilter))];
  for (const payout of [...earlierPayouts, ...addedParts]) {
    const sum = sums.get(payout.userId);
    const usd = worth(payout);
    sums.set(payout.userId, sum === null || usd === null ? null : (sum ?? none.usd).plus(usd));
  }
  return sums;
}

/**
 * Returns the sum in US dollars that a customer is paid on this day with one more second payment and those that wait
 * for release.
 */
export async function extraTotalUsd(
  tx: Tx,
  { rates, now }: Pick<RatesPorts, 'rates'> & { now: Date },
  { userId, ...countedPart }: Omit<CountedPayout, 'valueUsd'>,
): Promise<Amount<'usd'> | null> {
  await lockSums(tx);
  const waitingExtras = await withBookedAmounts(
    tx,
    await listWaitingExtras(tx, { userIds: [userId], since: midnightOf(now) }),
  );
  const countedPayments = [...waitingExtras, { ...countedPart, userId }].map((payment) => ({
    ...payment,
    valueUsd: null,
  }));
  return (await sumsOfDay(tx, { rates, now }, countedPayments)).get(userId) ?? null;
}
