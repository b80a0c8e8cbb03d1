import type { Mover } from '#server/features/orders/orders.service.ts';
import * as book from '#shared/book/book.postings.ts';
import type { AttemptState, PayoutState } from '#shared/payouts/payouts.lifecycle.ts';
import type { LatestAttempt } from './payouts.entries.queries.ts';

/** The time and the actor of a move of an attempt, and the bank's charge on money that was returned. */
type MovedBy = book.Author & { fee: string | null };
type Entry = (attempt: LatestAttempt, moved: MovedBy) => book.Posting | book.Reversal;

const voidEntry: Entry = (attempt, by) => book.attemptVoid(attempt, by);
const returnEntry: Entry = (attempt, { fee, ...by }) => book.attemptReturned(attempt, attempt.accountId, fee, by);
const notReturned: Entry = ({ attemptId }, by) => book.reversalOf('attempt.returned', attemptId, by);

/**
 * Entries of a payout that moves to a state, by the former state of its attempt: money moves from `owed` into an
 * attempt, back, out of the bank, or returns. A statement that shows its arrival moves none.
 */
const entries: Readonly<Record<AttemptState, Partial<Record<PayoutState, Entry>>>> = {
  open: {
    batched: (attempt, by) => book.attemptMade(attempt, by),
    sent: (attempt, by) => book.attemptSent(attempt, attempt.accountId, by),
    due: voidEntry,
    held: voidEntry,
  },
  sent: { returned: returnEntry },
  settled: { returned: returnEntry },
  returned: { sent: notReturned, settled: notReturned },
  reversed: {},
  void: {},
};

/** The entries of attempts that are moved with their payouts to a state. */
export function entriesOf(
  attempts: readonly LatestAttempt[],
  to: PayoutState,
  movedBy: MovedBy,
): (book.Posting | book.Reversal)[] {
  return attempts.flatMap((attempt) => entries[attempt.state][to]?.(attempt, movedBy) ?? []);
}

/** Returns the id of the member who acts; null if the product acts by itself. */
export const actorIdOf = (mover: Mover): string | null => (mover === 'system' ? null : mover.userId);

/** When the entry of a booking happened: the beginning of its day, and never ahead of the clock. */
export function dayBooked(bookedOn: string, now: Date): Date {
  const day = new Date(`${bookedOn}T00:00:00.000Z`);
  return day > now ? now : day;
}
