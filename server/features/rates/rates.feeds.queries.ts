import { and, eq, notExists, sql } from 'drizzle-orm';
import { now, numberOrNull } from '#server/db/fragments.ts';
import { filled, first, rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { auditLog } from '#server/features/audit/audit.tables.ts';
import { rateFeeds } from './rates.tables.ts';

/** Where rates come from: coin prices, and currency rates. */
export type FeedName = 'prices' | 'fx';

const { name, claimedAt, succeededAt, retryAt } = rateFeeds;
type Claim = { feed: FeedName; source: string; pauseSeconds: number; everySeconds: number };

const claim = first((db: Drizzle, { feed, source, pauseSeconds, everySeconds }: Blanks<Claim>) => {
  const hasRested = sql`(${claimedAt} <= now() - make_interval(secs => ${pauseSeconds})
    or ${claimedAt} > now() + interval '1 minute')`;
  const isOld = sql`(${succeededAt} is null or ${succeededAt} <= now() - make_interval(secs => ${everySeconds})
    or ${succeededAt} > now() + interval '1 minute')`;
  const mayAsk = sql`(${retryAt} is null or ${retryAt} <= now() or ${retryAt} > now() + interval '2 days')`;
  return db
    .insert(rateFeeds)
    .values({ name: feed, source, claimedAt: now })
    .onConflictDoUpdate({
      target: name,
      set: { claimedAt: now, source: sql`excluded.source` },
      setWhere: sql`${rateFeeds.source} <> excluded.source or (${hasRested} and ${isOld} and ${mayAsk})`,
    })
    .returning({ claimedAt });
});

/** The right to ask a source now, for one process: the moment of the claim, or undefined when another asked lately. */
export const claimFeed = async (...[tx, claimed]: Parameters<typeof claim>): Promise<Date | undefined> =>
  (await claim(tx, claimed))?.claimedAt;

type Result = { feed: FeedName; error: string | null; retryAfterSeconds: number | null };

/** Notes how a round went; `error` is null for a good one. The source is not asked again for `retryAfterSeconds`. */
export const recordFeedResult = sent((db: Drizzle, { feed, error, retryAfterSeconds }: Blanks<Result>) =>
  db
    .update(rateFeeds)
    .set({
      ...filled({ lastError: error }),
      succeededAt: sql`case when ${error}::text is null then now() else ${succeededAt} end`,
      retryAt: sql`now() + make_interval(secs => ${retryAfterSeconds}::float8)`,
    })
    .where(eq(name, feed)),
);

/** The last success of a source without one for so many seconds, unless that was reported; undefined otherwise. */
export const lockUnreportedStop = first(
  (db: Drizzle, { feed, seconds }: Blanks<{ feed: FeedName; seconds: number }>) => {
    const reported = db
      .select()
      .from(auditLog)
      .where(
        and(
          eq(auditLog.action, 'rates.stopped'),
          eq(auditLog.subjectId, name),
          sql`${auditLog.at} > coalesce(${succeededAt}, now() - interval '1 day')`,
        ),
      );
    const isOld = sql`(${succeededAt} is null or ${succeededAt} <= now() - make_interval(secs => ${seconds}))`;
    return db
      .select({ succeededAt })
      .from(rateFeeds)
      .where(and(eq(name, feed), isOld, notExists(reported)))
      .for('update');
  },
);

/** Each source with how long ago (ms) it last answered, null for never, and why it did not the last time. */
export const readFeeds = rows((db: Reads) =>
  db
    .select({
      name,
      source: rateFeeds.source,
      ageMs: sql`(extract(epoch from now() - ${succeededAt}) * 1000)::float8`.mapWith(numberOrNull),
      lastError: rateFeeds.lastError,
    })
    .from(rateFeeds),
);
