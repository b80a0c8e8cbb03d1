import { z } from 'zod';
import { accountKinds } from '#shared/book/book.accounts.ts';
import { bookedOf } from '#shared/book/book.balances.ts';
import { none, toText, type Amount } from '#shared/kernel/money.ts';
import { keysOf } from '#shared/kernel/records.ts';
import type { SumRow } from './books.accounts.queries.ts';

const kinds = keysOf(accountKinds);
const storedBalances = z.array(
  z.object({ account: z.string(), kind: z.enum(kinds), unit: z.string(), amount: z.string() }),
);

/** The balances that a day keeps. */
export const balancesFrom = (storedText: unknown): SumRow[] => storedBalances.parse(storedText);

/** Adds parts by kind and unit, without those that add up to zero. */
export function addedUp(parts: readonly SumRow[]): SumRow[] {
  const sums = new Map<string, { row: SumRow; sum: Amount<'booked'> }>();
  for (const row of parts) {
    const name = `${row.account} ${row.unit}`;
    const sum = (sums.get(name)?.sum ?? none.booked).plus(bookedOf(row.amount, row.unit));
    sums.set(name, { row, sum });
  }
  return [...sums.values()]
    .filter(({ sum }) => !sum.eq(none.booked))
    .map(({ row: { account, kind, unit }, sum }) => ({ account, kind, unit, amount: toText(sum) }));
}
