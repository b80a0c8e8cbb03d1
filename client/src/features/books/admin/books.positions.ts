import { decimal, round, toText, zero, type Decimal } from '#shared/kernel/money.ts';
import type { Position } from '../books.queries.ts';

const cents = { decimals: 2 };
const sumOf = (amounts: readonly string[]): Decimal => amounts.reduce((sum, amount) => sum.plus(decimal(amount)), zero);

/** Returns the amount of a unit that the business has: coins at its addresses, or money at its banks. */
export const haveOf = ({ coins, bank }: Position): string => coins ?? bank ?? '0';

/** Returns the part that belongs to customers, excluding refunds and payouts on their way. */
export const forCustomers = ({ arrived, held, owed }: Position): string => toText(sumOf([arrived, held, owed]));

/** Returns the part that belongs to the business; below zero if it owes more than it has. */
export function oursOf(position: Position): string {
  const otherSum = sumOf([forCustomers(position), position.refund, position.attempt]);
  return toText(decimal(haveOf(position)).minus(otherSum));
}

/** The worth of a part of a unit in dollars, also of one that is only owed; undefined without a rate. */
function worthOf({ rate }: Position, part: string): Decimal | undefined {
  const amount = decimal(part);
  if (amount.eq(zero)) return zero;
  return rate === null ? undefined : amount.times(decimal(rate));
}

/**
 * Sums the worth of all positions in dollars and cents by owner, and lists the units without a rate. A sum whose every
 * unit lacks a rate is null, not zero.
 */
export function balanceOf(positions: readonly Position[]) {
  const unknownUnits = new Set<string>();
  const worth = (list: readonly Position[], partOf: (position: Position) => string) => {
    const parts = list.map((position) => {
      const part = worthOf(position, partOf(position));
      if (!part) unknownUnits.add(position.unit);
      return part;
    });
    const sum = parts.reduce((all: Decimal, part) => all.plus(part ?? zero), zero);
    return sum.eq(zero) && parts.includes(undefined) ? undefined : sum;
  };
  const worthOfAll = (list: readonly Position[]) => worth(list, haveOf);
  const coins = worthOfAll(positions.filter((position) => position.coins !== undefined));
  const banks = worthOfAll(positions.filter((position) => position.bank !== undefined));
  const customers = worth(positions, (position) =>
    toText(decimal(forCustomers(position)).plus(decimal(position.refund))),
  );
  const inAttempts = worth(positions, ({ attempt }) => attempt);
  const inCents = (value: Decimal | undefined) => value && round(value, cents, 'half-up');
  const [shownCoins, shownBanks, shownCustomers, shownInAttempts] = [coins, banks, customers, inAttempts].map(inCents);
  // It is the rest of the figures as they are shown: a missing cent would raise a question.
  const rest = (shownCoins ?? zero)
    .plus(shownBanks ?? zero)
    .minus(shownCustomers ?? zero)
    .minus(shownInAttempts ?? zero);
  const ourRest = rest.eq(zero) && unknownUnits.size > 0 ? undefined : rest;
  const text = (value: Decimal | undefined) => (value ? toText(value) : null);
  return {
    coins: text(shownCoins),
    banks: text(shownBanks),
    customers: text(shownCustomers),
    inAttempts: text(shownInAttempts),
    ours: text(ourRest),
    unknown: [...unknownUnits],
  };
}
