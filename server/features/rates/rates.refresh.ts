import type { FxProvider } from '#server/adapters/rates/fx.ts';
import type { PriceProvider, RefusedOffer } from '#server/adapters/rates/prices.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { enqueue } from '#server/features/jobs/jobs.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import type { Reporter } from '#server/lib/log.ts';
import { hourMs } from '#server/lib/time.ts';
import { decimal, toText } from '#shared/kernel/money.ts';
import { coins } from '#shared/reference/coins.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import { claimFeed, lockUnreportedStop, recordFeedResult, type FeedName } from './rates.feeds.queries.ts';
import {
  insertHeldRateRow,
  supersedeHeldRates,
  type HeldKind,
  type NewHeldRate,
  type NewRate,
} from './rates.held.queries.ts';
import * as queries from './rates.queries.ts';
import {
  coinStaleAfterMs,
  feedPauseSeconds,
  fxTableMaxAgeMs,
  mustHoldCoin,
  mustHoldCurrency,
  staleAfterMs,
  type HoldReason,
  type Reference,
} from './rates.rules.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'rates.refresh': object;
  }
}

export type RefreshDeps = {
  db: Db;
  inTx: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  log: Reporter;
  prices: PriceProvider;
  fx: FxProvider;
  /** Recipient of admin notices. */
  env: { admin: { email: string } };
};

/**
 * Puts in the coins that ship with the product and sees to it that there are rates: sample ones at once, live ones by
 * a job. Safe in every process at every start; called once before requests are served.
 */
export async function initializeRates(deps: RefreshDeps): Promise<void> {
  await deps.inTx((tx) => queries.insertCoins(tx, coins));
  if (!deps.prices.live) await refreshPrices(deps);
  if (!deps.fx.live) await refreshFx(deps);
  if (deps.prices.live || deps.fx.live) {
    await deps.inTx((tx) => enqueue(tx, 'rates.refresh', {}, { key: 'rates.refresh', priority: -1 }));
  }
}

/** Fetches the due sources and stores plausible rates. One process at a time; a failing source changes nothing. */
export async function refreshRates(deps: RefreshDeps): Promise<void> {
  await Promise.all([refreshPrices(deps), refreshFx(deps)]);
}

/** The clock starts a round each minute, a moment early or late: the interval must not miss it by that moment. */
async function claimRound(deps: RefreshDeps, feed: FeedName): Promise<Date | undefined> {
  const { source, everySeconds } = deps[feed];
  const restSeconds = Math.max(everySeconds - feedPauseSeconds, 0);
  return deps.inTx((tx) => claimFeed(tx, { feed, source, pauseSeconds: feedPauseSeconds, everySeconds: restSeconds }));
}

async function refreshPrices(deps: RefreshDeps): Promise<void> {
  const { prices, inTx } = deps;
  const claimedAt = await claimRound(deps, 'prices');
  if (!claimedAt) return;
  const coinIds = (await queries.readCoins(deps.db)).map(({ id }) => id);
  const batch = await fetchBatch(deps, 'prices', () => prices.fetchPrices(coinIds));
  if (!batch) return;
  // A stalled source still responds: only its timestamp shows it.
  const isOld = (seenAt: Date | undefined) => seenAt && claimedAt.getTime() - seenAt.getTime() > coinStaleAfterMs;
  const old = batch.offers.filter(({ seenAt }) => isOld(seenAt));
  const refused = [...batch.refused, ...old.map(({ coinId }) => ({ subject: coinId, reason: 'is an old price' }))];
  logRefused(deps.log, 'prices', refused);
  if (old.length === batch.offers.length)
    return recordFailure(deps, 'prices', new FeedError('every price in the answer is old'));
  const rates = batch.offers
    .filter((offer) => !old.includes(offer))
    .map(({ coinId, priceUsd, change24h }) => ({ subject: coinId, value: priceUsd, change24h }));

  await inTx(async (tx) => {
    const { source, live } = prices;
    const { good, held } = await sort(tx, deps, { kind: 'coin', rates, source, live, at: claimedAt });
    await queries.storePrices(tx, good, claimedAt, source);
    await queries.deleteOldHistory(tx);
    await recordFeedResult(tx, { feed: 'prices', error: null, retryAfterSeconds: null });
    if (good.length + held > 0) await publish(tx, { kind: 'rates_changed' });
  });
}

async function refreshFx(deps: RefreshDeps): Promise<void> {
  const { fx, inTx } = deps;
  const claimedAt = await claimRound(deps, 'fx');
  if (!claimedAt) return;
  const batch = await fetchBatch(deps, 'fx', () => fx.fetchRates(payoutCurrencies.map(({ code }) => code)));
  if (!batch) return;
  const tableAgeMs = batch.asOf ? claimedAt.getTime() - batch.asOf.getTime() : 0;
  if (fx.live && tableAgeMs > fxTableMaxAgeMs)
    return recordFailure(deps, 'fx', new FeedError(`the table is ${Math.floor(tableAgeMs / hourMs)} hours old`));
  logRefused(deps.log, 'fx', batch.refused);
  const rates = batch.offers.map(({ currency, unitsPerUsd }) => ({ subject: currency, value: unitsPerUsd }));
  // The table that ships with the product is as old as its date, whenever it is read.
  const at = fx.live ? claimedAt : (batch.asOf ?? claimedAt);

  await inTx(async (tx) => {
    const { good, held } = await sort(tx, deps, { kind: 'currency', rates, source: fx.source, live: fx.live, at });
    await queries.storeFx(tx, good, at, fx.source);
    await recordFeedResult(tx, { feed: 'fx', error: null, retryAfterSeconds: null });
    if (good.length + held > 0) await publish(tx, { kind: 'rates_changed' });
  });
}

/** What the source answers; undefined, noted and logged when it fails as a whole. Anything else is our bug and is thrown. */
async function fetchBatch<Batch extends { offers: readonly unknown[]; refused: readonly RefusedOffer[] }>(
  deps: RefreshDeps,
  feed: FeedName,
  question: () => Promise<Batch>,
): Promise<Batch | undefined> {
  try {
    const batch = await question();
    if (batch.offers.length > 0) return batch;
    logRefused(deps.log, feed, batch.refused);
    throw new FeedError('the answer holds nothing that we asked for');
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    await recordFailure(deps, feed, error);
    return undefined;
  }
}

/** Records a failed round; the last good rates stay until they are too old, and then one mail reports it. */
async function recordFailure(deps: RefreshDeps, feed: FeedName, failure: FeedError): Promise<void> {
  const { inTx, log, env } = deps;
  const { message: reason, retryAfterSeconds } = failure;
  log.warn(
    { feed, reason, retryAfterSeconds },
    'a source of rates failed; the last good ones stay until they are too old',
  );
  await inTx(async (tx) => {
    await recordFeedResult(tx, { feed, error: reason, retryAfterSeconds: retryAfterSeconds ?? null });
    const stopped = await lockUnreportedStop(tx, { feed, seconds: staleAfterMs[feed] / 1000 });
    if (!stopped) return;
    const source = deps[feed].source;
    const since = stopped.succeededAt && `${stopped.succeededAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    log.warn({ feed, source, since, reason }, 'a source of rates has stopped: what needs it is not quoted');
    await recordAudit(tx, 'system', 'rates.stopped', { type: 'feed', id: feed }, { source, since, reason });
    const to = { userId: null, email: env.admin.email, language: 'en' };
    await sendMail(tx, { template: 'rates_stopped_notice', to, data: { source, since, reason } });
  });
}

function logRefused(log: Reporter, feed: FeedName, refused: readonly RefusedOffer[]): void {
  if (refused.length > 0) log.warn({ feed, refused }, 'a source of rates offered what cannot be believed');
}

type Round = { kind: HeldKind; rates: readonly NewRate[]; source: string; live: boolean; at: Date };

/** Separates plausible offers from those that need review, and holds the latter. Locks the last good ones. */
async function sort(
  tx: Tx,
  deps: RefreshDeps,
  { kind, rates, source, live, at }: Round,
): Promise<{ good: NewRate[]; held: number }> {
  const lastGood = new Map((await queries.lockLastGood(tx, kind)).map((row) => [row.subject, row]));
  const mustHold = kind === 'coin' ? mustHoldCoin : mustHoldCurrency;
  const good: NewRate[] = [];
  for (const rate of rates) {
    const before = referenceOf(lastGood.get(rate.subject), source);
    // What ships with the product is trusted: a new version may have a new table.
    const reason = live ? mustHold(rate.subject, before, rate.value) : undefined;
    if (reason) await holdRateForReview(tx, deps, { kind, lastGood: before?.lastGood, rate, source, at }, reason);
    else good.push(rate);
  }
  await supersedeHeldRates(tx, kind, good);
  return { good, held: rates.length - good.length };
}

/** Holds one offer, reports it once: log, audit and mail. */
async function holdRateForReview(
  tx: Tx,
  { log, env }: RefreshDeps,
  insertHeld: NewHeldRate,
  reason: HoldReason,
): Promise<void> {
  const { isNew, shouldNotify } = await insertHeldRateRow(tx, insertHeld);
  if (!isNew) return;
  const { kind, rate, source } = insertHeld;
  const lastGood = insertHeld.lastGood ? toText(insertHeld.lastGood) : null;
  const amounts = { lastGood, offered: toText(rate.value), source };
  log.warn({ kind, subject: rate.subject, ...amounts, reason }, 'a rate is held back for the administrator');
  await recordAudit(tx, 'system', 'rates.held', { type: kind, id: rate.subject }, { ...amounts, reason });
  if (!shouldNotify) return;
  const to = { userId: null, email: env.admin.email, language: 'en' };
  await sendMail(tx, { template: 'held_rate_notice', to, data: { subject: rate.subject, ...amounts } });
}

/** A rate of another source (such as a sample) is no reference for this one. */
function referenceOf(row: queries.LastGood | undefined, source: string): Reference | undefined {
  if (!row?.value || row.source !== source) return undefined;
  const { value, lowest, highest } = row;
  return {
    lastGood: decimal(value),
    ...(lowest && { lowest: decimal(lowest) }),
    ...(highest && { highest: decimal(highest) }),
  };
}
