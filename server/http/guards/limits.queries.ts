import { lt, sql } from 'drizzle-orm';
import { one, sent, type Blanks, type Drizzle } from '#server/db/query.ts';
import { requestLimits } from './limits.tables.ts';

const nowMs = sql`(extract(epoch from now()) * 1000)::bigint`;

type Call = { key: string; points: number; durationMs: number };

/** Counts a call; `leftMs` until its window ends. */
// No window ends later than a whole one from now: such a row was written by a process whose clock was ahead.
export const countCall = one((db: Drizzle, { key, points, durationMs }: Blanks<Call>) => {
  const { expire, points: countedPoints } = requestLimits;
  const end = sql`${nowMs} + ${durationMs}::bigint`;
  return db
    .insert(requestLimits)
    .values({ key, points: sql`${points}::int`, expire: end })
    .onConflictDoUpdate({
      target: requestLimits.key,
      set: {
        points: sql`case when ${expire} <= ${nowMs} then ${points}::int else ${countedPoints} + ${points}::int end`,
        expire: sql`case when ${expire} <= ${nowMs} or ${expire} > ${end} then ${end} else ${expire} end`,
      },
    })
    .returning({ points: countedPoints, leftMs: sql`(${expire} - ${nowMs})::float8`.mapWith(Number) });
});
/** Deletes the counts of windows that have ended. */
export const deleteExpired = sent((db: Drizzle) => db.delete(requestLimits).where(lt(requestLimits.expire, nowMs)));
