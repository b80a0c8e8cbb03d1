import type { Deps } from '#server/deps.ts';
import { foldChanges, insertMedians } from './transactions.figures.queries.ts';

export { readAllTime, readDays, readMedians, readParts } from './transactions.figures.queries.ts';
export type { DayFigure, DayMedian, Figure } from './transactions.figures.queries.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** The longest span any chart shows. */
const keptDays = 90;
/** Decisions bear the time of the process that makes them, and are committed a moment later. */
const settledMs = 10 * 60 * 1000;

/** The day of a moment, in UTC. */
export const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** The day so many days before `at`. */
export const daysBefore = (at: Date, days: number) => dayOf(new Date(at.getTime() - days * dayMs));

/** Adds up what orders changed since the last time, and keeps the medians of days that are over. */
export async function keepFigures({ inTx, now }: Pick<Deps, 'inTx' | 'now'>): Promise<void> {
  await inTx(foldChanges);
  const settled = new Date(now().getTime() - settledMs);
  await inTx((tx) => insertMedians(tx, daysBefore(settled, keptDays), daysBefore(settled, 1)));
}
