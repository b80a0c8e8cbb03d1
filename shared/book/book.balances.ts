import { decimal, zero, type Decimal } from '../kernel/money.ts';
import { accountText, type Account } from './book.accounts.ts';
import type { Line } from './book.postings.ts';

/** The text that names an account with its unit, such as `held:<order id> bitcoin`. */
export const nameOf = (account: Account): string => `${accountText(account)} ${account.unit}`;

/** An account, and what is added to it: less than nothing where it is taken away. */
export type Move = { account: Account; by: Decimal };

/** Sums what all lines add to each account, zero included, by its name. Throws where a line changes the unit. */
export function movesOf(lines: readonly Line[]): Map<string, Move> {
  const moves = new Map<string, Move>();
  const add = (account: Account, amount: Decimal) => {
    const name = nameOf(account);
    moves.set(name, { account, by: (moves.get(name)?.by ?? zero).plus(amount) });
  };
  for (const { from, to, amount } of lines) {
    if (from.unit !== to.unit) throw new Error(`A line moves ${from.unit} to an account of ${to.unit}.`);
    add(from, decimal(`-${amount}`));
    add(to, decimal(amount));
  }
  return moves;
}
