import type { PriceSource } from '#shared/reference/rate-sources.ts';
import rows from './markets.json' with { type: 'json' };

/**
 * The market of each coin at each source, by the sources' public documentation; no source was asked whether it lists
 * them. A coin without a line is not requested.
 */
export const markets: Record<PriceSource, Partial<Record<string, string>>> = rows;
