import { and, eq, inArray, like, notExists, or, sql } from 'drizzle-orm';
import { momentOrNull, now, numberOrNull } from '#server/db/fragments.ts';
import {
  placeholderValues,
  first,
  isOneOf,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
} from '#server/db/query.ts';
import { auditLog } from '#server/features/audit/audit.tables.ts';
import { downAfterMs, stateMailPauseMs, type FeedName } from './rates.rules.ts';
import { rateFeeds } from './rates.tables.ts';

const { name, source, claimedAt, succeededAt, retryAt, lastError, failingSince } = rateFeeds;
const { downMailedAt, backMailedAt } = rateFeeds;

/**
 * Key of the row of one source, such as `prices:kraken`; `prices` and `fx` alone are the rows of all sources together.
 */
export const feedOf = (feed: FeedName, sourceName: string): string => `${feed}:${sourceName}`;

type Claim = { feed: string; of: string; pauseSeconds: number; everySeconds: number };

const claim = first((db: Drizzle, { feed, of, pauseSeconds, everySeconds }: Blanks<Claim>) => {
  const hasRested = sql`(${claimedAt} <= now() - make_interval(secs => ${pauseSeconds})
    or ${claimedAt} > now() + interval '1 minute')`;
  const isOld = sql`(${succeededAt} is null or ${succeededAt} <= now() - make_interval(secs => ${everySeconds})
    or ${succeededAt} > now() + interval '1 minute')`;
  const mayAsk = sql`(${retryAt} is null or ${retryAt} <= now() or ${retryAt} > now() + interval '2 days')`;
  return db
    .insert(rateFeeds)
    .values({ name: feed, source: of, claimedAt: now })
    .onConflictDoUpdate({
      target: name,
      set: { claimedAt: now },
      setWhere: sql`${hasRested} and ${isOld} and ${mayAsk}`,
    })
    .returning({ claimedAt });
});

/**
 * Claims the right of one process to ask a source now: returns the moment of the claim, undefined if another process
 * asked lately.
 */
export const claimFeed = async (...[tx, claimValues]: Parameters<typeof claim>): Promise<Date | undefined> =>
  (await claim(tx, claimValues))?.claimedAt;

type Result = { feed: string; of: string; error: string | null; retryAfterSeconds: number | null };

/**
 * Records the result of a round; `error` is null for a good one. The source is not asked again for `retryAfterSeconds`.
 * The row of all sources together lists them in `of`.
 */
export const recordFeedResult = sent((db: Drizzle, { feed, of, error, retryAfterSeconds }: Blanks<Result>) => {
  const isGood = sql`${error}::text is null`;
  const retry = sql`now() + make_interval(secs => ${retryAfterSeconds}::float8)`;
  return db
    .insert(rateFeeds)
    .values({
      name: feed,
      source: of,
      claimedAt: now,
      lastError: error,
      succeededAt: sql`case when ${isGood} then now() end`,
      failingSince: sql`case when not ${isGood} then now() end`,
      retryAt: retry,
    })
    .onConflictDoUpdate({
      target: name,
      set: {
        ...placeholderValues({ lastError: error, source: of }),
        succeededAt: sql`case when ${isGood} then now() else ${succeededAt} end`,
        failingSince: sql`case when not ${isGood} then coalesce(${failingSince}, now()) end`,
        retryAt: retry,
      },
    });
});

/**
 * Locks a feed without a success for at least `seconds`, or without any, unless that was reported since (within a day
 * without any). Returns its last success; undefined if there is nothing to report.
 */
export const lockUnreportedStop = first(
  (db: Drizzle, { feed, seconds }: Blanks<{ feed: FeedName; seconds: number }>) => {
    const reportedFailures = db
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
      .where(and(eq(name, feed), isOld, notExists(reportedFailures)))
      .for('update');
  },
);

const timeAgo = (ms: number) => sql.raw(`now() - interval '${ms / 1000} seconds'`);
const isDown = sql`${failingSince} <= ${timeAgo(downAfterMs)}`;
const isReported = sql`${downMailedAt} >= ${failingSince}`;
const hasRestedSince = (mailedAt: typeof downMailedAt) =>
  sql`(${mailedAt} is null or ${mailedAt} <= ${timeAgo(stateMailPauseMs)})`;
const mustReportDown = sql`(${isDown} and ${isReported} is not true and ${hasRestedSince(downMailedAt)})`;
const mustReportBack = sql`(${failingSince} is null and ${downMailedAt} is not null
  and (${backMailedAt} is null or ${backMailedAt} < ${downMailedAt}) and ${hasRestedSince(backMailedAt)})`;

/** The named sources of which a mail is due: that they are down, or that they are back. */
export const lockUnreportedStates = rows((db: Drizzle, { feeds }: Blanks<{ feeds: readonly string[] }>) =>
  db
    .select({ name, source, failingSince, lastError, isDown: sql`${mustReportDown}`.mapWith(Boolean) })
    .from(rateFeeds)
    .where(and(isOneOf(name, feeds), or(mustReportDown, mustReportBack)))
    .orderBy(name)
    .for('update'),
);

/** Notes that the mails are on their way. */
export const recordStateMails = sent((db: Drizzle, { feeds }: Blanks<{ feeds: readonly string[] }>) =>
  db
    .update(rateFeeds)
    .set({
      downMailedAt: sql`case when ${failingSince} is null then ${downMailedAt} else now() end`,
      backMailedAt: sql`case when ${failingSince} is null then now() else ${backMailedAt} end`,
    })
    .where(isOneOf(name, feeds)),
);

/**
 * Prices and currency rates with how long ago (ms) one was last made, null for never, and why none was the last time.
 */
export const readFeeds = rows((db: Reads) =>
  db
    .select({
      name: sql`${name}`.mapWith((value: FeedName) => value),
      source,
      ageMs: sql`(extract(epoch from now() - ${succeededAt}) * 1000)::float8`.mapWith(numberOrNull),
      lastError,
    })
    .from(rateFeeds)
    .where(inArray(name, ['prices', 'fx'])),
);

/** The row of each source that was ever asked. */
export const readSources = rows((db: Reads) =>
  db
    .select({
      name,
      source,
      lastOkAt: succeededAt,
      failingSince: sql`${failingSince}`.mapWith(momentOrNull),
      isDown: sql`coalesce(${isDown}, false)`.mapWith(Boolean),
      lastError,
    })
    .from(rateFeeds)
    .where(or(like(name, 'prices:%'), like(name, 'fx:%'))),
);
