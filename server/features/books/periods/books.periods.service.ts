import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import {
  closeMonth,
  lockMonth,
  monthOf,
  newestClosedMonth,
  openMonth,
} from '#server/features/book/book.periods.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Call, PendingApproval } from '#server/http/guards/four-eyes.ts';
import type { Idempotency, Outcome } from '#server/http/guards/idempotency.ts';
import { Conflict, Unprocessable } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { closePeriod, PeriodView, reopenPeriod } from '#shared/books/books.periods.contract.ts';
import type { BodyOf, ResultOf } from '#shared/kernel/endpoint.ts';
import { filled } from '#shared/kernel/reason.ts';
import { holdingsBefore } from '../reports/books.days.service.ts';
import { storedHoldings } from '../reports/books.holdings.ts';
import { periodView, problemsOf } from './books.periods.view.service.ts';
import { sumMonth } from './books.totals.ts';

type Deps = Pick<Platform, 'db' | 'fourEyes' | 'inTx' | 'now'>;
type Closed = ResultOf<typeof closePeriod>;
type ToClose = { month: string; call: Call } & BodyOf<typeof closePeriod>;
type ToReopen = { month: string; call: Call } & BodyOf<typeof reopenPeriod>;

/**
 * Closes a month exactly as it was read: what is entered later stands in the next one. With the rule of four eyes a second
 * member agrees first. Refuses period_order, missing_rate, not_reconciled without a reason, batch_changed, already_decided.
 */
export async function closeBooks(
  deps: Deps,
  actor: Actor,
  asked: ToClose,
  idempotency: Idempotency<Closed | PendingApproval>,
): Promise<Outcome<Closed | PendingApproval>> {
  return idempotency.run((tx) => close(tx, deps, actor, asked));
}

/** Opens the newest closed month again, with a second member where the rule is on. Refuses period_order, already_decided. */
export async function reopenBooks(
  deps: Deps,
  actor: Actor,
  asked: ToReopen,
  idempotency: Idempotency<PeriodView | PendingApproval>,
): Promise<Outcome<PeriodView | PendingApproval>> {
  return idempotency.run((tx) => reopen(tx, deps, actor, asked));
}

const decided = () => new Conflict('already_decided', 'period_decided');

async function close(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { month, digest, reason, call }: ToClose,
): Promise<Closed | PendingApproval> {
  const now = deps.now();
  if (month >= monthOf(now)) throw new Conflict('period_order', 'period_not_over');
  const { closedAt } = await lockMonth(tx, month);
  const newest = await newestClosedMonth(tx);
  if (closedAt || (newest !== undefined && month <= newest)) throw decided();
  const reader = await holdingsBefore(tx, month);
  const sums = await sumMonth(tx, month, { reader });
  await requireClosable(tx, { month, reason, now, missing: sums.missing });
  if (sums.digest !== digest) throw new Conflict('batch_changed', 'period_changed');
  const request = {
    kind: 'books',
    subjectId: month,
    facts: { month, ...(reason && { reason }) },
    state: digest,
  } as const;
  const pending = await deps.fourEyes.pass(tx, actor, request, call, deps.fourEyes.rules.booksClose);
  if (pending) return pending;
  const { entries, late, totals } = sums;
  const closing = { closedAt: now, closedBy: actor.userId, entries, late, totals };
  const holdings = storedHoldings(reader.holdings);
  await closeMonth(tx, month, { ...closing, holdings, sha256: sums.digest, reason: reason ?? null });
  const details = { entries, sha256: sums.digest, ...(reason && { reason }) };
  await recordAudit(tx, actor, 'book.closed', { type: 'book_period', id: month }, details);
  const { closedBy } = await periodView(tx, month, now);
  if (!closedBy) throw new Error(`The month ${month} was closed and has no member who did.`);
  return { month, entries, totals, sha256: sums.digest, closedBy, closedAt: now.toISOString() };
}

type Closable = Parameters<typeof problemsOf>[1] & { reason: string | undefined };

/** Throws the first problem of a month; what is not reconciled passes with a reason. */
async function requireClosable(tx: Tx, { reason, ...month }: Closable): Promise<void> {
  for (const { code, params } of await problemsOf(tx, month)) {
    if (code === 'period_order') throw new Conflict(code, filled(code, params));
    if (code === 'missing_rate') throw new Unprocessable(code, filled(code, params));
    if (code === 'books_changed') throw new Conflict('batch_changed', 'books_changed');
    if (!reason) throw new Conflict(code, filled(code, params));
  }
}

async function reopen(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { month, reason, call }: ToReopen,
): Promise<PeriodView | PendingApproval> {
  const { closedAt } = await lockMonth(tx, month);
  if (!closedAt) throw decided();
  if ((await newestClosedMonth(tx)) !== month) throw new Conflict('period_order', 'period_not_newest');
  const request = {
    kind: 'books',
    subjectId: month,
    facts: { month, reopens: true, reason },
    state: closedAt.toISOString(),
  } as const;
  const pending = await deps.fourEyes.pass(tx, actor, request, call, deps.fourEyes.rules.booksClose);
  if (pending) return pending;
  await openMonth(tx, month);
  await recordAudit(tx, actor, 'book.reopened', { type: 'book_period', id: month }, { reason });
  return periodView(tx, month, deps.now());
}
