import { decimal, toText, zero } from '#shared/kernel/money.ts';
import { minorText, moneyIn } from '#shared/payouts/payouts.money.ts';
import type { Reconciliation } from '../../books.queries.ts';

export type BankAccount = Reconciliation['accounts'][number];
export type CoinBalance = Reconciliation['coins'][number];

/**
 * The part of a difference that payouts on their way do not explain: those have left the book and are still at the
 * bank.
 */
export const restOf = (difference: string, inTransit = '0'): string =>
  toText(decimal(difference).minus(decimal(inTransit)));

/** True if such a part remains: a month with it cannot be closed. */
export const isUnexplainedDifference = (difference: string | null, inTransit?: string): difference is string =>
  difference !== null && !decimal(restOf(difference, inTransit)).eq(zero);

/** An account or a coin whose balance in the book differs from that at its bank or on its chain. */
export interface Difference {
  /** The account in the form in which the journal filters by it. */
  account: string;
  unit: string;
  /** The name of a bank account; a coin is named by its unit. */
  bank?: BankAccount;
  /** Without the part that payouts on their way explain. */
  amount: string;
  entries: number;
}

/** The accounts and coins that differ without an explanation. */
export function differencesOf({ accounts, coins }: Reconciliation): Difference[] {
  return [
    ...accounts.flatMap((bank) => {
      const { id, currency: unit, difference, inTransit, entries } = bank;
      if (!isUnexplainedDifference(difference, inTransit)) return [];
      return [
        {
          account: `bank:${id}`,
          unit,
          bank,
          amount: minorText(moneyIn(restOf(difference, inTransit), unit)),
          entries,
        },
      ];
    }),
    ...coins.flatMap(({ id, difference: amount, entries }) =>
      isUnexplainedDifference(amount) ? [{ account: `coins:${id}`, unit: id, amount, entries }] : [],
    ),
  ];
}

/** Number of accounts and coins that differ without an explanation. */
export const countUnexplained = (reconciliation: Reconciliation): number => differencesOf(reconciliation).length;

/** Returns whether banks and chains agree with the book about a unit; `unknown` if none of them has a balance of it. */
export function agreementOf(reconciliation: Reconciliation, unit: string): 'differs' | 'agrees' | 'unknown' {
  const banks = reconciliation.accounts.filter(({ currency }) => currency === unit);
  const unitRows = [...banks, ...reconciliation.coins.filter(({ id }) => id === unit)].filter(
    ({ difference }) => difference !== null,
  );
  if (unitRows.length === 0) return 'unknown';
  return differencesOf(reconciliation).some((difference) => difference.unit === unit) ? 'differs' : 'agrees';
}
