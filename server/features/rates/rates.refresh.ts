import type { RateSource } from '#server/adapters/rates/prices.ts';
import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { enqueue } from '#server/features/jobs/jobs.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { coins } from '#shared/reference/coins.ts';
import { sampleSource } from '#shared/reference/fx-sample.ts';
import { joinedSources } from '#shared/reference/rate-sources.ts';
import { claimFeed, feedOf, lockUnreportedStop, recordFeedResult } from './rates.feeds.queries.ts';
import type { NewRate } from './rates.held.queries.ts';
import { holdImplausible } from './rates.holds.ts';
import type { RatesDeps } from './rates.ports.ts';
import * as queries from './rates.queries.ts';
import { askCurrencies, askPrices, storeCurrencies, storeCoins, type Answer } from './rates.rounds.ts';
import { areLive, feedPauseSeconds, staleAfterMs, type FeedName } from './rates.rules.ts';
import { readSourceRates, readSourcePrices } from './rates.source-prices.queries.ts';
import { marketOfSources, pricesBySubject, percentSince } from './rates.source-prices.ts';
import { reportSources } from './rates.states.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'rates.refresh': object;
  }
}

/**
 * Stores the coins that ship with the product and makes sure that there are rates: sample ones at once, live ones by a
 * job. Safe in every process at every start; called once before requests are served.
 */
export async function initializeRates(deps: RatesDeps): Promise<void> {
  await deps.inTx((tx) => queries.insertCoins(tx, coins));
  if (!areLive(deps.prices)) await refreshPrices(deps);
  if (!areLive(deps.fx)) await refreshFx(deps);
  if (areLive(deps.prices) || areLive(deps.fx)) {
    await deps.inTx((tx) => enqueue(tx, 'rates.refresh', {}, { key: 'rates.refresh', priority: -1 }));
  }
}

/**
 * Asks the due sources and stores the rates that result from all. One process at a time asks a source; rates that a
 * source fails to give come from the others.
 */
export async function refreshRates(deps: RatesDeps): Promise<void> {
  await Promise.all([refreshPrices(deps), refreshFx(deps)]);
  await deps.inTx((tx) => reportSources(tx, deps));
}

type ClaimedSource<Source> = { provider: Source; askedAt: Date };

/**
 * The clock starts a round each minute, a moment early or late: the tolerance keeps such a round from being skipped.
 */
async function claimSources<Source extends RateSource>(
  { inTx }: RatesDeps,
  feed: FeedName,
  providers: readonly Source[],
): Promise<ClaimedSource<Source>[]> {
  return inTx(async (tx) => {
    const claimedSources: ClaimedSource<Source>[] = [];
    // Several sources are always locked in the order of their names.
    for (const provider of providers.toSorted((a, b) => a.source.localeCompare(b.source))) {
      const everySeconds = Math.max(provider.everySeconds - feedPauseSeconds, 0);
      const claim = { feed: feedOf(feed, provider.source), of: provider.source, pauseSeconds: feedPauseSeconds };
      const askedAt = await claimFeed(tx, { ...claim, everySeconds });
      if (askedAt) claimedSources.push({ provider, askedAt });
    }
    return claimedSources;
  });
}

async function refreshPrices(deps: RatesDeps): Promise<void> {
  const claimedPrices = await claimSources(deps, 'prices', deps.prices);
  if (claimedPrices.length === 0) return;
  const coinIds = (await queries.readCoins(deps.db)).map(({ id }) => id);
  const answers = await Promise.all(claimedPrices.map((item) => askPrices(item, coinIds)));
  await deps.inTx(async (tx) => {
    // Rounds that overlap come one after the other from here on, each with the newest prices.
    const lastGood = await queries.lockLastGood(tx, 'coin');
    await storeCoins(tx, deps.prices, answers);
    const rates = await makeRates(tx, deps, 'prices', lastGood);
    const yesterday = new Map((await queries.readPricesOfYesterday(tx)).map((row) => [row.subject, row.priceUsd]));
    const changedRates = rates.map((rate) => withChange(rate, yesterday.get(rate.subject)));
    const { good, held } = await holdImplausible(tx, deps, { kind: 'coin', rates: changedRates, lastGood });
    await queries.storePrices(tx, good);
    await queries.deleteOldHistory(tx);
    await recordRound(tx, deps, 'prices', { answers, made: rates.length });
    if (good.length + held > 0) await publish(tx, { kind: 'rates_changed' });
  });
}

async function refreshFx(deps: RatesDeps): Promise<void> {
  const claimedRates = await claimSources(deps, 'fx', deps.fx);
  if (claimedRates.length === 0) return;
  const answers = await Promise.all(claimedRates.map((item) => askCurrencies(item)));
  await deps.inTx(async (tx) => {
    const lastGood = await queries.lockLastGood(tx, 'currency');
    await storeCurrencies(tx, answers);
    const rates = await makeRates(tx, deps, 'fx', lastGood);
    const { good, held } = await holdImplausible(tx, deps, { kind: 'currency', rates, lastGood });
    await queries.storeFx(tx, good);
    await recordRound(tx, deps, 'fx', { answers, made: rates.length });
    if (good.length + held > 0) await publish(tx, { kind: 'rates_changed' });
  });
}

/** The rate of each coin or currency that the stored prices of the named sources make now. */
async function makeRates(
  tx: Tx,
  deps: RatesDeps,
  feed: FeedName,
  lastGood: readonly queries.LastGood[],
): Promise<NewRate[]> {
  const sources = deps[feed].map(({ source }) => source);
  const { at: now } = await queries.readTime(tx);
  const rows = await (feed === 'prices' ? readSourcePrices : readSourceRates)(tx, { sources });
  const rules = settingsOf(deps).offer.sources;
  return [...pricesBySubject(feed, sources, rows)].flatMap(([subject, prices]) => {
    const liveValue = queries.liveValueOf(lastGood.find((row) => row.subject === subject));
    const { value, change24h, seenAt, used } = marketOfSources({ feed, prices, rules, now, lastGood: liveValue });
    if (!value || !seenAt) return [];
    return [{ subject, value, change24h, at: seenAt, source: joinedSources(used) }];
  });
}

/** If no source gives a change, it is computed from our own price of a day ago. */
function withChange(rate: NewRate, dayAgo: string | undefined): NewRate {
  if (rate.change24h || dayAgo === undefined || rate.source === sampleSource) return rate;
  return { ...rate, change24h: percentSince(dayAgo, rate.value) };
}

type Round = { answers: readonly Answer[]; made: number };

/**
 * Records how each source did, and all of them together; while none of them makes a rate, the last good ones stay until
 * they are too old, and then one mail reports it.
 */
async function recordRound(tx: Tx, deps: RatesDeps, feed: FeedName, { answers, made }: Round): Promise<void> {
  const { log, env } = deps;
  for (const { source, failure, refused } of answers) {
    if (refused.length > 0) log.warn({ feed, source, refused }, 'a source of rates offered what cannot be believed');
    if (failure) {
      const { message: reason, retryAfterSeconds } = failure;
      log.warn({ feed, source, reason, retryAfterSeconds }, 'a source of rates failed');
    }
    const retryAfterSeconds = failure?.retryAfterSeconds ?? null;
    const name = feedOf(feed, source);
    await recordFeedResult(tx, { feed: name, of: source, error: failure?.message ?? null, retryAfterSeconds });
  }
  const source = joinedSources(deps[feed].map((item) => item.source));
  const reason = made > 0 ? null : reasonOf(answers);
  await recordFeedResult(tx, { feed, of: source, error: reason, retryAfterSeconds: null });
  const newStop = reason && (await lockUnreportedStop(tx, { feed, seconds: staleAfterMs[feed] / 1000 }));
  if (!newStop) return;
  const since = newStop.succeededAt && `${newStop.succeededAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  log.warn({ feed, source, since, reason }, 'rates have stopped: what needs them is not quoted');
  await recordAudit(tx, 'system', 'rates.stopped', { type: 'feed', id: feed }, { source, since, reason });
  const to = { userId: null, email: env.admin.email, language: 'en' };
  await sendMail(tx, { template: 'rates_stopped_notice', to, data: { source, since, reason } });
}

function reasonOf(answers: readonly Answer[]): string {
  const failedSources = answers.flatMap(({ source, failure }) =>
    failure ? [{ source, reason: failure.message }] : [],
  );
  if (failedSources.length === 1 && answers.length === 1) return failedSources[0]?.reason ?? '';
  const failureText = failedSources.map(({ source, reason }) => `${source}: ${reason}`).join('; ');
  return failureText || 'the sources answered, and no rate could be made of it';
}
