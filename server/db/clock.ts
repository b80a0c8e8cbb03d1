import { sql } from 'drizzle-orm';
import type { Reporter } from '#server/lib/log.ts';
import { describeError, errorOf } from '#server/lib/safe-error.ts';
import { asksOn, type Database } from './connection.ts';
import { one, textQuery } from './query.ts';

export type Clock = {
  /** The database's time, to a few milliseconds and without a query. */
  now: () => Date;
  stop: () => void;
};

const everyMs = 10_000;
/** The first answer may be slow, and the fastest of a few is the most exact. */
const firstQuestions = 3;
/** A smaller step back is a correction of the measurement; a larger one means that the database's clock was set. */
const correctionMs = 1_000;
/** The operator is warned when the clock of this machine is further off. */
const toleratedMs = 5_000;

/** Counts the database's time on by the monotonic clock, asked every `intervalMs`. Throws without an answer. */
export async function startClock(
  { pool }: Pick<Database, 'pool'>,
  log: Reporter,
  intervalMs = everyMs,
): Promise<Clock> {
  let offsetMs: number | undefined;
  let isOff = false;
  const time = () => performance.now() + (offsetMs ?? Number.NaN);

  const adjust = async () => {
    const { earliest, latest } = await askOffset(pool);
    // An answer only proves two bounds: while the offset lies between them it stays, so that the time does not jump.
    offsetMs = Math.min(Math.max(offsetMs ?? (earliest + latest) / 2, earliest), latest);
    const aheadMs = Date.now() - time();
    const wasOff = isOff;
    isOff = Math.abs(aheadMs) > toleratedMs;
    if (isOff && !wasOff) {
      log.warn({ aheadSeconds: Math.round(aheadMs / 1000) }, "this machine's clock is wrong; the database's counts");
    }
  };
  for (let question = 0; question < firstQuestions; question++) await adjust();
  const timer = setInterval(() => {
    adjust().catch((error: unknown) => log.warn(describeError(error), 'the database could not be asked for the time'));
  }, intervalMs).unref();
  let latestMs = Number.NEGATIVE_INFINITY;
  const now = () => {
    const ms = time();
    latestMs = latestMs - ms < correctionMs ? Math.max(ms, latestMs) : ms;
    return new Date(latestMs);
  };
  return { now, stop: () => clearInterval(timer) };
}

const askTime = one(
  textQuery<{ ms: number }>(() => sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`),
);

/** Bounds in ms between which the database's time lies ahead of `performance.now()`. */
async function askOffset(pool: Database['pool']): Promise<{ earliest: number; latest: number }> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    const askedAt = performance.now();
    const { ms } = await askTime(asksOn(client));
    const answeredAt = performance.now();
    return { earliest: ms - answeredAt, latest: ms - askedAt };
  } catch (error) {
    failure = errorOf(error);
    throw error;
  } finally {
    client.release(failure);
  }
}
