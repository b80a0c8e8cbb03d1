import { aliasedTable, and, eq, exists as hasSome, inArray, notExists as hasNone, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { exists, isOneOf, rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { attemptStates, batchStates, type AttemptState, type BatchState } from '#shared/payouts/payouts.lifecycle.ts';
import { attemptRecords, batchRecords, noonOf } from './payouts.steps.ts';
import { payoutAttempts, payoutBatches, type ReturnedMoney } from './payouts.tables.ts';

export type { ReturnedMoney } from './payouts.tables.ts';

/** `bookedOn`: the days on which the bank booked payouts, by their ids. */
export type AttemptMove = {
  settledBy?: string | null;
  returned?: ReturnedMoney | null;
  bookedOn?: Readonly<Record<string, string>>;
};

type AttemptStep = {
  payoutIds: readonly Id<'payout'>[];
  from: readonly string[];
  now: Date;
  settledBy: string | null;
  /** JSON of ReturnedMoney. */
  returned: string | null;
  /** JSON of the moments at which the bank booked payouts, by their ids. */
  bookedAt: string;
};

const moveAttemptsTo = (to: AttemptState) =>
  rows((db: Drizzle, { payoutIds, from, now, settledBy, returned, bookedAt }: Blanks<AttemptStep>) => {
    const { sentAt, payoutId, no, state } = payoutAttempts;
    const otherAttempts = aliasedTable(payoutAttempts, 'others');
    const recordedColumns = attemptRecords(to, {
      sentAt: sql`coalesce(${sentAt}, ${now}::timestamptz)`,
      settledAt: sql`coalesce((${bookedAt}::jsonb ->> ${payoutId}::text)::timestamptz, ${now}::timestamptz)`,
      settledBy: sql`${settledBy}::text`,
      returned: sql`${returned}::jsonb`,
    });
    return db
      .update(payoutAttempts)
      .set({ state: to, ...recordedColumns })
      .where(
        and(
          isOneOf(payoutId, payoutIds),
          isOneOf(state, from),
          eq(
            no,
            sql`(select max(${otherAttempts.no}) from ${payoutAttempts} ${otherAttempts} where ${otherAttempts.payoutId} = ${payoutId})`,
          ),
        ),
      )
      .returning({ batchId: payoutAttempts.batchId });
  });
const attemptMovesTo = new Map(attemptStates.map((to) => [to, moveAttemptsTo(to)]));

const lockBatches = rows((db: Drizzle, { ids }: Blanks<{ ids: readonly Id<'payoutBatch'>[] }>) =>
  db
    .select({ id: payoutBatches.id, state: payoutBatches.state })
    .from(payoutBatches)
    .where(isOneOf(payoutBatches.id, ids))
    .orderBy(payoutBatches.id)
    .for('update'),
);

const unfinished = (db: Reads) =>
  db
    .select({ id: payoutAttempts.id })
    .from(payoutAttempts)
    .where(and(eq(payoutAttempts.batchId, payoutBatches.id), inArray(payoutAttempts.state, ['open', 'sent'])));

const closeFinished = sent((db: Drizzle, { ids }: Blanks<{ ids: readonly Id<'payoutBatch'>[] }>) =>
  db
    .update(payoutBatches)
    .set({ state: 'closed' })
    .where(and(isOneOf(payoutBatches.id, ids), hasNone(unfinished(db)))),
);
const openUnfinished = sent((db: Drizzle, { ids }: Blanks<{ ids: readonly Id<'payoutBatch'>[] }>) =>
  db
    .update(payoutBatches)
    .set({ state: 'sent' })
    .where(and(isOneOf(payoutBatches.id, ids), hasSome(unfinished(db)))),
);

/**
 * Closes and opens batches by their lines, which are read once the batches are locked: another may have moved the last
 * one.
 */
async function closeOrOpen(tx: Tx, batchIds: readonly Id<'payoutBatch'>[]): Promise<void> {
  if (batchIds.length === 0) return;
  const lockedBatches = await lockBatches(tx, { ids: batchIds });
  const batchIdsIn = (state: BatchState) => lockedBatches.filter((batch) => batch.state === state).map(({ id }) => id);
  const sentBatches = batchIdsIn('sent');
  const closedBatches = batchIdsIn('closed');
  if (sentBatches.length > 0) await closeFinished(tx, { ids: sentBatches });
  if (closedBatches.length > 0) await openUnfinished(tx, { ids: closedBatches });
}

/** Moves the latest attempts of payouts; a batch of which every line has its end closes, and opens when one has not. */
export async function setAttemptStates(
  tx: Tx,
  payoutIds: readonly Id<'payout'>[],
  {
    from,
    to,
    now,
    settledBy = null,
    returned = null,
    bookedOn = {},
  }: AttemptMove & { from: string[]; to: AttemptState; now: Date },
): Promise<void> {
  const bookedAt = Object.fromEntries(Object.entries(bookedOn).map(([id, day]) => [id, noonOf(day)]));
  const details = { settledBy, returned: returned && JSON.stringify(returned), bookedAt: JSON.stringify(bookedAt) };
  const movedAttempts = (await attemptMovesTo.get(to)?.(tx, { payoutIds, from, now, ...details })) ?? [];
  await closeOrOpen(tx, [...new Set(movedAttempts.flatMap(({ batchId }) => batchId ?? []))]);
}

/** Records that the customer is asked for another account after the latest attempt came back; false if it did not. */
export const setAsksCustomer = exists(
  (db: Drizzle, { payoutId, at }: Blanks<{ payoutId: Id<'payout'>; at: string }>) => {
    const { no, payoutId: attemptPayoutId, returned, state } = payoutAttempts;
    const otherAttempts = aliasedTable(payoutAttempts, 'others');
    return db
      .update(payoutAttempts)
      .set({ returned: sql`${returned} || jsonb_build_object('asksCustomer', true, 'askedAt', ${at}::text)` })
      .where(
        and(
          eq(attemptPayoutId, payoutId),
          eq(state, 'returned'),
          eq(
            no,
            sql`(select max(${otherAttempts.no}) from ${payoutAttempts} ${otherAttempts} where ${otherAttempts.payoutId} = ${attemptPayoutId})`,
          ),
        ),
      )
      .returning({ id: payoutAttempts.id });
  },
);

type BatchStep = {
  id: Id<'payoutBatch'>;
  by: string | null;
  now: Date;
  text: string | null;
  needsSecond: boolean;
  day: string;
};

const moveBatchTo = (to: BatchState) =>
  sent((db: Drizzle, { id, by, now, text, needsSecond, day }: Blanks<BatchStep>) => {
    const recordedColumns = batchRecords(to, {
      by: sql`${by}::uuid`,
      at: sql`${now}::timestamptz`,
      text: sql`${text}::text`,
      needsSecond: sql`${needsSecond}::boolean`,
      executeOn: sql`greatest(${payoutBatches.executeOn}, ${day}::date)`,
    });
    const openAttempts = db
      .select({ id: payoutAttempts.id })
      .from(payoutAttempts)
      .where(and(eq(payoutAttempts.batchId, id), eq(payoutAttempts.state, 'open')));
    return db
      .update(payoutBatches)
      .set({ state: to, ...recordedColumns })
      .where(and(eq(payoutBatches.id, id), to === 'sent' ? hasNone(openAttempts) : undefined));
  });
const batchMovesTo = new Map(batchStates.map((to) => [to, moveBatchTo(to)]));

/** Moves a batch that is locked, to `sent` only with its last line. `text` is the bank's reference, or why it ended. */
export async function setBatchState(
  tx: Tx,
  id: Id<'payoutBatch'>,
  to: BatchState,
  {
    by,
    now,
    text = null,
    needsSecond = false,
  }: { by: string | null; now: Date; text?: string | null; needsSecond?: boolean },
): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  await batchMovesTo.get(to)?.(tx, { id, by, now, text, needsSecond, day });
}
