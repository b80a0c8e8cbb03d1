import { minorText, moneyIn } from '#shared/payouts/payouts.money.ts';
import type { ParsedStatement } from './reading/payouts.statement.values.ts';

/** Balances of a statement and the days it is about; sums are signed decimal text of one currency. */
export interface Balances extends Pick<ParsedStatement, 'openingBalance' | 'closingBalance'> {
  from: string;
  to: string;
}

interface NeighbouringStatements {
  /** The statements that end by the day on which it begins, the nearest first. */
  before: readonly Balances[];
  /** The statements that begin from the day on which it ends, the nearest first. */
  after: readonly Balances[];
}

/**
 * The opening balance with which a statement would continue those beside it; undefined where it does. Several
 * statements of one day are in no order: each of them may be the one beside it.
 */
export function openingThatFits(
  statement: Balances,
  { before, after }: NeighbouringStatements,
  currency: string,
): string | undefined {
  const { openingBalance: opening, closingBalance: closing, from, to } = statement;
  const nearestBefore = nearestStatements(before, from, 'to');
  if (opening !== null && nearestBefore.neighbours.length > 0) {
    const closings = [...nearestBefore.sameDay, ...nearestBefore.neighbours].map(
      ({ closingBalance }) => closingBalance,
    );
    const openings = nearestBefore.sameDay.map(({ openingBalance }) => openingBalance);
    if (![...closings, ...openings].includes(opening)) return closings[0] ?? undefined;
  }
  const nearestAfter = nearestStatements(after, to, 'from');
  if (closing !== null && nearestAfter.neighbours.length > 0) {
    const openings = [...nearestAfter.sameDay, ...nearestAfter.neighbours].map(({ openingBalance }) => openingBalance);
    const closings = nearestAfter.sameDay.map(({ closingBalance }) => closingBalance);
    const wantedOpening = openings[0];
    if (wantedOpening && ![...openings, ...closings].includes(closing))
      return minorText(
        moneyIn(opening ?? '0', currency)
          .plus(moneyIn(wantedOpening, currency))
          .minus(moneyIn(closing, currency)),
      );
  }
  return undefined;
}

/**
 * Returns the statements of the nearest day, and those that are about nothing but the day on which a statement begins
 * or ends.
 */
function nearestStatements(statements: readonly Balances[], day: string, end: 'from' | 'to') {
  const isSameDay = (item: Balances) => item.from === day && item.to === day;
  const otherStatements = statements.filter((item) => !isSameDay(item));
  const neighbours = otherStatements.filter((item) => item[end] === otherStatements[0]?.[end]);
  return { sameDay: statements.filter(isSameDay), neighbours };
}
