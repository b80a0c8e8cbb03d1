import type { FxBatch, FxProvider } from '#server/adapters/rates/fx.ts';
import type { CoinPrice, PriceProvider, RateBatch, RefusedPrice } from '#server/adapters/rates/prices.ts';
import type { Tx } from '#server/db/connection.ts';
import { FeedError, UnknownMarketError } from '#server/lib/feed-error.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import { hourMs } from '#shared/reference/units-of-time.ts';
import { readTime } from './rates.queries.ts';
import { priceStaleAfterMs } from './rates.rules.ts';
import * as sourcePrices from './rates.source-prices.queries.ts';
import { fxRowsOf, inDollars, pricesBySubject, priceRowsOf, tetherPriceOf } from './rates.source-prices.ts';

/** The result of one source in one round. An answer with prices counts as a failure if all of them are old. */
export type Answer<Batch = unknown> = {
  source: string;
  askedAt: Date;
  batch: Batch | undefined;
  refused: readonly RefusedPrice[];
  failure: FeedError | undefined;
};

type AskedProvider<Provider> = { provider: Provider; askedAt: Date };

/** Asks one source for all coins; a failure is an answer. Anything but a FeedError is our bug and is thrown. */
export async function askPrices(
  { provider, askedAt }: AskedProvider<PriceProvider>,
  coinIds: readonly string[],
): Promise<Answer<RateBatch<CoinPrice>>> {
  const { source } = provider;
  const staleAfterMs = priceStaleAfterMs('prices', source);
  const isOld = ({ seenAt }: CoinPrice) => seenAt && askedAt.getTime() - seenAt.getTime() > staleAfterMs;
  const problemOf = ({ prices: givenPrices }: RateBatch<CoinPrice>) =>
    givenPrices.every(isOld) ? 'every price in the answer is old' : undefined;
  return askProvider({ source, askedAt }, () => provider.fetchPrices(coinIds), problemOf);
}

/** Asks one source for all payout currencies; returns a failure if the answer as a whole is one. */
export async function askCurrencies({ provider, askedAt }: AskedProvider<FxProvider>): Promise<Answer<FxBatch>> {
  const { source } = provider;
  const codes = payoutCurrencies.map(({ code }) => code);
  const problemOf = ({ asOf = askedAt }: FxBatch) => {
    const ageMs = askedAt.getTime() - asOf.getTime();
    const isOld = ageMs > priceStaleAfterMs('fx', source);
    return isOld ? `the table is ${Math.floor(ageMs / hourMs)} hours old` : undefined;
  };
  return askProvider({ source, askedAt }, () => provider.fetchRates(codes), problemOf);
}

async function askProvider<Batch extends RateBatch<unknown>>(
  answer: Pick<Answer, 'source' | 'askedAt'>,
  question: () => Promise<Batch>,
  problemOf: (batch: Batch) => string | undefined,
): Promise<Answer<Batch>> {
  try {
    const batch = await question();
    // A coin that a source does not list is known of it; one that it lists and cannot be read is worth a line in the
    // log.
    const brokenPrices = batch.refused.filter(({ why }) => why === 'broken');
    // An empty answer does not prove that the source lists nothing.
    if (batch.prices.length === 0) throw new FeedError('the answer holds nothing that we asked for');
    const problem = problemOf(batch);
    return {
      ...answer,
      batch,
      refused: brokenPrices,
      failure: problem === undefined ? undefined : new FeedError(problem),
    };
  } catch (failure) {
    if (!(failure instanceof FeedError)) throw failure;
    return { ...answer, batch: undefined, refused: [], failure };
  }
}

/** A source that was refused for one market keeps its prices: it answers in halves from now on. */
const mustBreak = ({ batch, failure }: Answer) => !batch && !(failure instanceof UnknownMarketError);

/** Stores the coin prices of the sources; those that price in Tether are last, because the others give its price. */
export async function storeCoins(
  tx: Tx,
  providers: readonly PriceProvider[],
  answers: readonly Answer<RateBatch<CoinPrice>>[],
): Promise<void> {
  const inTether = providers.filter(({ quotedIn }) => quotedIn === 'usdt').map(({ source }) => source);
  const orderedAnswers = [
    ...answers.filter(({ source }) => !inTether.includes(source)),
    ...answers.filter(({ source }) => inTether.includes(source)),
  ];
  for (const answer of orderedAnswers) {
    const { source, askedAt, batch } = answer;
    const provider = providers.find((item) => item.source === source);
    if (mustBreak(answer)) await sourcePrices.breakSourcePrices(tx, { source, askedAt });
    if (!batch || !provider) continue;
    const tether = provider.quotedIn === 'usdt' ? await readTether(tx, providers) : null;
    const pricedBatch = inDollars(provider, batch, tether);
    await sourcePrices.storeSourcePrices(
      tx,
      sourcePrices.sourcePriceLists(priceRowsOf({ source, askedAt }, pricedBatch)),
    );
  }
}

/** Returns the present price of Tether by the sources that price in dollars. */
export async function readTether(
  db: Parameters<typeof sourcePrices.readSourcePrices>[0],
  providers: readonly PriceProvider[],
) {
  const sources = providers.filter(({ quotedIn }) => quotedIn === 'usd').map(({ source }) => source);
  const { at: now } = await readTime(db);
  const rows = await sourcePrices.readSourcePrices(db, { sources });
  return tetherPriceOf(pricesBySubject('prices', sources, rows), now);
}

/** Stores the currency rates of the sources. */
export async function storeCurrencies(tx: Tx, answers: readonly Answer<FxBatch>[]): Promise<void> {
  for (const answer of answers) {
    const { source, askedAt, batch } = answer;
    if (mustBreak(answer)) await sourcePrices.breakSourceRates(tx, { source, askedAt });
    if (!batch) continue;
    await sourcePrices.storeSourceRates(tx, sourcePrices.sourceRateLists(fxRowsOf({ source, askedAt }, batch)));
  }
}
