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

/** Parses the balances that are stored for a day. */
export const balancesFrom = (storedText: unknown): SumRow[] => storedBalances.parse(storedText);

/** Sums parts by kind and unit; parts that cancel out are left out. */
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
