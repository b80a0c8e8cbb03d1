import type { AttemptState, BatchState } from '#shared/payouts/payouts.lifecycle.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';

type AttemptRecords<Value> = { sentAt: Value; settledAt: Value; settledBy: Value; returned: Value };

/** The columns of an attempt that are written as it moves to a state; the others stay. */
export function attemptRecords<Value>(
  to: AttemptState,
  { sentAt, settledAt, settledBy, returned }: AttemptRecords<Value>,
): Partial<AttemptRecords<Value | null>> {
  if (to === 'sent') return { sentAt, settledAt: null, settledBy: null, returned: null };
  if (to === 'settled') return { settledAt, settledBy, returned: null };
  return to === 'returned' ? { returned } : {};
}

type BatchStep<Value> = {
  by: Value;
  at: Value;
  /** The bank's reference, or why the batch ended. */
  text: Value;
  needsSecond: Value;
  executeOn: Value;
};
type BatchColumn =
  | `${'released' | 'sent' | 'ended'}${'By' | 'At'}`
  | 'needsSecond'
  | 'executeOn'
  | 'bankReference'
  | 'endReason';

/** The columns of a batch that are written as it moves to a state; the others stay. */
export function batchRecords<Value>(
  to: BatchState,
  { by, at, text, needsSecond, executeOn }: BatchStep<Value>,
): Partial<Record<BatchColumn, Value>> {
  if (to === 'released') return { releasedBy: by, releasedAt: at, needsSecond, executeOn };
  if (to === 'sent') return { sentBy: by, sentAt: at, bankReference: text };
  return to === 'cancelled' || to === 'withdrawn' ? { endedBy: by, endedAt: at, endReason: text } : {};
}

/** Returns the moment at which a booking of a day is entered: its noon in UTC, as ISO 8601. */
export function noonOf(day: string): string {
  return `${day}T12:00:00.000Z`;
}

/** True on each seventh day after a customer was asked for another account. */
export function isAskedAgain(since: Date, now: Date): boolean {
  const days = Math.floor((now.getTime() - since.getTime()) / dayMs);
  return days >= 7 && days % 7 === 0;
}
