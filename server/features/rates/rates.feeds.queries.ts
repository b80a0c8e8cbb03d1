import { column, orNull } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';

/** Where rates come from: coin prices, and currency rates. */
export type FeedName = 'prices' | 'fx';

/** The right to ask a source now, for one process: the moment of the claim, or undefined when another asked lately. */
export const claimFeed = writeStatement({ claimedAt: column.moment }).value<
  [feed: FeedName, source: string, pauseSeconds: number, everySeconds: number]
>()`
  insert into rate_feeds as feed (name, source, claimed_at) values ($1, $2, now())
  on conflict (name) do update set claimed_at = now(), source = excluded.source
  where feed.source <> excluded.source or (
    (feed.claimed_at <= now() - make_interval(secs => $3) or feed.claimed_at > now() + interval '1 minute')
    and (feed.succeeded_at is null or feed.succeeded_at <= now() - make_interval(secs => $4)
      or feed.succeeded_at > now() + interval '1 minute')
    and (feed.retry_at is null or feed.retry_at <= now() or feed.retry_at > now() + interval '2 days'))
  returning claimed_at as "claimedAt"`;

/** Notes how a round went; `error` is null for a good one. The source is not asked again for `retryAfterSeconds`. */
export const recordFeedResult = writeStatement({}).send<
  [name: FeedName, error: string | null, retryAfterSeconds: number | null]
>()`
  update rate_feeds set succeeded_at = case when $2::text is null then now() else succeeded_at end, last_error = $2,
    retry_at = now() + make_interval(secs => $3::float8)
  where name = $1`;

/** The last success of a source without one for so many seconds, unless that was reported; undefined otherwise. */
export const lockUnreportedStop = writeStatement({ succeededAt: orNull(column.moment) }).first<
  [feed: FeedName, seconds: number]
>()`
  select succeeded_at as "succeededAt" from rate_feeds f
  where name = $1 and (succeeded_at is null or succeeded_at <= now() - make_interval(secs => $2)) and not exists (
    select from audit_log l where l.action = 'rates.stopped' and l.subject_id = f.name
      and l.at > coalesce(f.succeeded_at, now() - interval '1 day'))
  for update`;

const feedRow = {
  name: column.oneOf(['prices', 'fx']),
  source: column.text,
  ageMs: orNull(column.float),
  lastError: orNull(column.text),
};

/** Each source with how long ago (ms) it last answered, null for never, and why it did not the last time. */
export const readFeeds = readStatement(feedRow).rows()`
  select name, source, (extract(epoch from now() - succeeded_at) * 1000)::float8 as "ageMs", last_error as "lastError"
  from rate_feeds`;
