import type { Db } from '#server/db/connection.ts';
import { lastCheck } from '#server/features/book/book.checks.service.ts';
import { monthAfter, monthOf, newestClosedMonth } from '#server/features/book/book.periods.service.ts';
import { NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { PeriodView } from '#shared/books/books.periods.contract.ts';
import { dayOf, endOf, monthsFrom } from '../books.months.ts';
import { isUnexplained, reconcileAccounts, unexplainedOf } from '../reports/books.reconciliation.service.ts';
import { findFirstMonth, findPeriod, type PeriodRow } from './books.periods.queries.ts';
import { closedTotals, movesUpTo, sumMonth, type MissingRate, type MonthMoves } from './books.totals.ts';

/**
 * The months of the book, newest first, from the first entry to the present month. Each open month starts with the
 * totals of the month before.
 */
export async function listPeriods({ db, now }: Pick<Platform, 'db' | 'now'>): Promise<PeriodView[]> {
  const at = now();
  const firstMonth = (await findFirstMonth(db)) ?? monthOf(at);
  const views: PeriodView[] = [];
  let previousMoves: MonthMoves | undefined;
  for (const month of monthsFrom(firstMonth, monthOf(at))) {
    const period = await findPeriod(db, { month });
    if (period && period.closedAt !== null) {
      previousMoves = movesUpTo(period);
      views.push(closedView(period));
      continue;
    }
    const { view, moves } = await openView(db, { month, now: at, before: previousMoves });
    previousMoves = moves;
    views.push(view);
  }
  return views.toReversed();
}

/**
 * A month with its totals, its digest, and the problems that prevent closing it. Refuses with not_found for a future
 * one.
 */
export async function periodView(db: Db, month: string, now: Date): Promise<PeriodView> {
  if (month > monthOf(now)) throw new NotFound('period_not_found');
  const period = await findPeriod(db, { month });
  if (period && period.closedAt !== null) return closedView(period);
  return (await openView(db, { month, now })).view;
}

type OpenPeriod = { month: string; now: Date; before?: MonthMoves | undefined };

async function openView(db: Db, { month, now, before }: OpenPeriod): Promise<{ view: PeriodView; moves: MonthMoves }> {
  const { missing, moves, ...sums } = await sumMonth(db, month, { before });
  const view = {
    month,
    state: month === monthOf(now) ? ('open' as const) : ('to_close' as const),
    ...sums,
    problems: await problemsOf(db, { month, missing, now }),
    closedBy: null,
    closedAt: null,
    sha256: null,
  };
  return { view, moves };
}

function closedView(period: PeriodRow): PeriodView {
  const { month, entries, late, closedBy, closedByName, closedAt, sha256 } = period;
  return {
    month,
    state: 'closed',
    entries: entries ?? 0,
    late: late ?? 0,
    totals: closedTotals(period),
    digest: sha256 ?? '',
    problems: [],
    closedBy: closedBy === null ? null : { id: closedBy, name: closedByName ?? '' },
    closedAt: closedAt?.toISOString() ?? null,
    sha256,
  };
}

/** The month that is to be closed next; undefined while the book is empty. */
async function nextMonthToClose(db: Db): Promise<string | undefined> {
  const closedMonth = await newestClosedMonth(db);
  return closedMonth === undefined ? findFirstMonth(db) : monthAfter(closedMonth);
}

type Checked = { month: string; missing: readonly MissingRate[]; now: Date };

/** Lists the problems that keep a month from being closed, in the order in which a member has to solve them. */
export async function problemsOf(db: Db, { month, missing, now }: Checked): Promise<PeriodView['problems']> {
  const nextMonth = await nextMonthToClose(db);
  const check = await lastCheck(db);
  const accounts = await reconcileAccounts(db, dayOf(endOf(month)), now);
  return [
    ...(nextMonth !== undefined && nextMonth < month
      ? [{ code: 'period_order' as const, params: { month: nextMonth } }]
      : []),
    ...(check?.finding ? [{ code: 'books_changed' as const, params: { entry: check.finding.id } }] : []),
    ...missing.map((rate) => ({ code: 'missing_rate' as const, params: { ...rate } })),
    ...accounts.filter(isUnexplained).map((account) => ({
      code: 'not_reconciled' as const,
      params: {
        account: account.name,
        difference: `${unexplainedOf(account)} ${account.currency}`,
        unit: account.currency,
      },
    })),
  ];
}
