import type { Tx } from '#server/db/connection.ts';
import { act, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import {
  closeMonth,
  lockMonth,
  monthOf,
  newestClosedMonth,
  openMonth,
} from '#server/features/book/book.periods.service.ts';
import { Conflict, Unprocessable } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/books/books.periods.contract.ts';
import type { PeriodView } from '#shared/books/books.periods.contract.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { holdingsBefore } from '../reports/books.days.service.ts';
import { storedHoldings, type HoldingsReader } from '../reports/books.holdings.ts';
import { periodView, problemsOf } from './books.periods.view.service.ts';
import { sumMonth } from './books.totals.ts';

/** A month against which all who would enter something in it wait. */
type LockedMonth = {
  month: string;
  state: PeriodView['state'];
  closedAt: Date | null;
  newest: string | undefined;
};

async function lock(tx: Tx, { month }: { month: string }, { now }: Platform): Promise<LockedMonth> {
  const { closedAt } = await lockMonth(tx, month);
  const newest = await newestClosedMonth(tx);
  const isClosed = closedAt !== null || (newest !== undefined && month <= newest);
  const state = isClosed ? 'closed' : month >= monthOf(now()) ? 'open' : 'to_close';
  return { month, state, closedAt, newest };
}

const monthRow: ActionRow<Platform, LockedMonth, PeriodView, { month: string }> = {
  lock,
  missing: 'period_not_found',
  state: { of: ({ state }) => state, decided: 'period_decided' },
  present: ({ month }, { tx, deps }) => periodView(tx, month, deps.now()),
};

/** A month with the values that close it. */
type ClosedMonth = LockedMonth & Awaited<ReturnType<typeof sumMonth>> & Pick<HoldingsReader, 'holdings'>;

const closingRow: ActionRow<Platform, ClosedMonth, PeriodView, { month: string }> = {
  ...monthRow,
  lock: async (tx, params, deps) => {
    const locked = await lock(tx, params, deps);
    const reader = await holdingsBefore(tx, locked.month);
    const sums = await sumMonth(tx, locked.month, { reader });
    return { ...locked, ...sums, holdings: reader.holdings };
  },
  state: {
    of: ({ state }) => state,
    decided: ({ state }) =>
      state === 'open'
        ? new Conflict('period_order', 'period_not_over')
        : new Conflict('already_decided', 'period_decided'),
  },
};

/** Closes a month exactly as the member read it: later entries are in the next one. */
const close = act(contract.closePeriod, closingRow, {
  check: async ({ tx, row: { month, missing, digest }, body, now }) => {
    await assertClosable(tx, { month, reason: body.reason, now, missing });
    if (digest !== body.digest) throw new Conflict('batch_changed', 'period_changed');
  },
  second: {
    isNeeded: ({ deps }) => deps.fourEyes.rules.booksClose,
    details: ({ row: { month }, body: { reason } }) => ({ month, ...(reason && { reason }) }),
    more: ({ body: { digest } }) => ({ state: digest }),
  },
  apply: async ({ tx, actor, row, body: { reason }, now }) => {
    const { month, entries, late, totals, digest: sha256 } = row;
    const closing = { closedAt: now, closedBy: actor.userId, entries, late, totals };
    const holdings = storedHoldings(row.holdings);
    await closeMonth(tx, month, { ...closing, holdings, sha256, reason: reason ?? null });
    const { closedBy } = await periodView(tx, month, now);
    if (!closedBy) throw new Error(`The month ${month} was closed and has no member who did.`);
    return {
      answer: { month, entries, totals, sha256, closedBy, closedAt: now.toISOString() },
      details: { entries, sha256, ...(reason && { reason }) },
    };
  },
});

type Closable = Parameters<typeof problemsOf>[1] & { reason: string | undefined };

/** Throws the first problem of a month; a difference in the reconciliation passes with a reason. */
async function assertClosable(tx: Tx, { reason, ...month }: Closable): Promise<void> {
  for (const { code, params } of await problemsOf(tx, month)) {
    if (code === 'period_order') throw new Conflict(code, reasonWith(code, params));
    if (code === 'missing_rate') throw new Unprocessable(code, reasonWith(code, params));
    if (code === 'books_changed') throw new Conflict('batch_changed', 'books_changed');
    if (!reason) throw new Conflict(code, reasonWith(code, params));
  }
}

/** Opens the newest closed month again. */
const reopen = act(contract.reopenPeriod, monthRow, {
  check: ({ row: { month, closedAt, newest } }) => {
    if (!closedAt) throw new Conflict('already_decided', 'period_decided');
    if (newest !== month) throw new Conflict('period_order', 'period_not_newest');
  },
  second: {
    isNeeded: ({ deps }) => deps.fourEyes.rules.booksClose,
    details: ({ row: { month }, body: { reason } }) => ({ month, reopens: true, reason }),
    more: ({ row: { closedAt } }) => ({ state: closedAt?.toISOString() ?? '' }),
  },
  apply: async ({ tx, row, body: { reason } }) => {
    await openMonth(tx, row.month);
    return { row, details: { reason } };
  },
});

/** Each action of the team on a month of the books. */
export const periodActions: ActionsOf<Platform, 'settings.write'> = [close, reopen];
