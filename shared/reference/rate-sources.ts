/** The places that answer live prices of coins, in the order that screens list them. */
export const priceSources = ['kraken', 'coinbase', 'bitstamp', 'binance', 'coingecko'] as const;
export type PriceSource = (typeof priceSources)[number];

/** The places that answer live currency rates. */
export const fxSources = ['open-er-api', 'ecb'] as const;
export type FxSource = (typeof fxSources)[number];

/** Sources that answer only callers with an API key. */
export const keyedSources: readonly PriceSource[] = ['coingecko'];

/**
 * Sources that price in Tether: they price nothing alone, because others have to provide the value of Tether in
 * dollars.
 */
export const tetherSources: readonly PriceSource[] = ['binance'];

/** The sources of a rate as they are stored and shown: `kraken+coinbase`. */
export const joinedSources = (sources: readonly string[]): string => sources.join('+');

/** Returns the sources in a stored text such as `kraken+coinbase`. */
export const sourcesIn = (sourceNames: string): string[] => sourceNames.split('+');
