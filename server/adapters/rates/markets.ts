import type { PriceSource } from '#shared/reference/rate-sources.ts';
import rows from './markets.json' with { type: 'json' };

/**
 * By source, which of its markets is a coin's, as the public documentation of each names them; which of the coins each
 * lists is unverified until it is asked. A coin without a line is not asked for.
 */
export const markets: Record<PriceSource, Partial<Record<string, string>>> = rows;
