import { decimal, toText, zero } from '#shared/kernel/money.ts';
import { minorText, moneyIn } from '#shared/payouts/payouts.money.ts';
import type { Reconciliation } from '../../books.queries.ts';

export type BankAccount = Reconciliation['accounts'][number];
export type CoinBalance = Reconciliation['coins'][number];

/**
 * The part of a difference that payouts on their way do not explain: those have left the book and are still at the
 * bank.
 */
const restOf = (difference: string, inTransit = '0'): string => toText(decimal(difference).minus(decimal(inTransit)));

/** True if such a part remains: a month with it cannot be closed. */
const isUnexplainedDifference = (difference: string | null, inTransit?: string): difference is string =>
  difference !== null && !decimal(restOf(difference, inTransit)).eq(zero);

/** An account or a coin whose balance in the book differs from that at its bank or on its chain. */
export interface Difference {
  /** The account in the form in which the journal filters by it. */
  account: string;
  unit: string;
  /** The name of a bank account; a coin is named by its unit. */
  bank?: BankAccount;
  /** The difference, less the part that payouts on their way explain. */
  amount: string;
  /** The balance in the book, and the one that the bank or the chain has. */
  book: string;
  outside: string;
  /** The moment at which a chain was read; null for a bank, whose statement has a day. */
  readAt: string | null;
  entries: number;
}

/** The accounts and coins that differ without an explanation. */
export function differencesOf({ accounts, coins }: Reconciliation): Difference[] {
  return [
    ...accounts.flatMap((bank) => {
      const { id, currency: unit, book, statement, difference, inTransit, entries } = bank;
      if (!isUnexplainedDifference(difference, inTransit)) return [];
      return [
        {
          account: `bank:${id}`,
          unit,
          bank,
          amount: minorText(moneyIn(restOf(difference, inTransit), unit)),
          book,
          outside: statement ?? book,
          readAt: null,
          entries,
        },
      ];
    }),
    ...coins.flatMap(({ id, book, chain, difference: amount, readAt, entries }) =>
      isUnexplainedDifference(amount)
        ? [{ account: `coins:${id}`, unit: id, amount, book, outside: chain ?? book, readAt, entries }]
        : [],
    ),
  ];
}

/** Number of accounts and coins that differ without an explanation. */
export const countUnexplained = (reconciliation: Reconciliation): number => differencesOf(reconciliation).length;

/** A balance that was compared: it differs from the book, agrees with it, or was not read. */
export const agreements = ['differs', 'agrees', 'not_read'] as const;
export type Agreement = (typeof agreements)[number];

type Balance = Pick<BankAccount, 'difference'> & { inTransit?: string };

/** Compares one account or coin with the book. */
export function agreementOf({ difference, inTransit }: Balance): Agreement {
  if (difference === null) return 'not_read';
  return isUnexplainedDifference(difference, inTransit) ? 'differs' : 'agrees';
}

/** The agreements of all accounts and coins, or of those in one unit. */
export function agreementsOf({ accounts, coins }: Reconciliation, unit?: string): Agreement[] {
  const inUnit = [
    ...accounts.filter(({ currency }) => unit === undefined || currency === unit),
    ...coins.filter(({ id }) => unit === undefined || id === unit),
  ];
  return inUnit.map(agreementOf);
}

/** Returns one agreement for all balances of a unit: they agree only if each was read. */
export function agreementOfUnit(reconciliation: Reconciliation, unit: string): Agreement {
  const foundAgreements = agreementsOf(reconciliation, unit);
  if (foundAgreements.includes('differs')) return 'differs';
  return foundAgreements.length === 0 || foundAgreements.includes('not_read') ? 'not_read' : 'agrees';
}
