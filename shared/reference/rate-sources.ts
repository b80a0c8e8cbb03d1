/** The places that answer live prices of coins, in the order that screens list them. */
export const priceSources = ['kraken', 'coinbase', 'bitstamp', 'binance', 'coingecko'] as const;
export type PriceSource = (typeof priceSources)[number];

/** The places that answer live currency rates. */
export const fxSources = ['open-er-api', 'ecb'] as const;
export type FxSource = (typeof fxSources)[number];

/** Sources that answer only who has a key of theirs. */
export const keyedSources: readonly PriceSource[] = ['coingecko'];

/**
 * Sources that price in Tether: they price nothing alone, because others have to say what Tether is worth in dollars.
 */
export const tetherSources: readonly PriceSource[] = ['binance'];

/** The sources that a rate is made from, as they are stored and shown: `kraken+coinbase`. */
export const joinedSources = (sources: readonly string[]): string => sources.join('+');

/** The sources in such a name. */
export const sourcesIn = (sourceNames: string): string[] => sourceNames.split('+');
