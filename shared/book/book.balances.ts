import { amountOf, none, type Amount } from '../kernel/money.ts';
import { accountText, type Account } from './book.accounts.ts';
import type { Line } from './book.postings.ts';

/** The text that names an account with its unit, such as `held:<order id> bitcoin`. */
export const nameOf = (account: Account): string => `${accountText(account)} ${account.unit}`;

/** An account and the amount added to it; a negative amount is taken away. */
export type Move = { account: Account; by: Amount<'booked'> };

/** Returns an amount of a unit, from decimal text; it can be added to amounts of that unit only. */
export const bookedOf = (amount: string, unit: string): Amount<'booked'> => amountOf('booked', amount, unit);

/** The sum of the amounts of lines in one unit. */
export const sumOfLines = (lines: readonly Line[]): Amount<'booked'> =>
  lines.reduce((sum, { from: { unit }, amount }) => sum.plus(bookedOf(amount, unit)), none.booked);

/**
 * Sums the amounts that all lines add to each account, by its name; an account whose lines cancel out has zero. Throws
 * if a line changes the unit.
 */
export function movesOf(lines: readonly Line[]): Map<string, Move> {
  const moves = new Map<string, Move>();
  const add = (account: Account, amount: string) => {
    const name = nameOf(account);
    const change = moves.get(name)?.by ?? none.booked;
    moves.set(name, { account, by: change.plus(bookedOf(amount, account.unit)) });
  };
  for (const { from, to, amount } of lines) {
    if (from.unit !== to.unit) throw new Error(`A line moves ${from.unit} to an account of ${to.unit}.`);
    add(from, `-${amount}`);
    add(to, amount);
  }
  return moves;
}
