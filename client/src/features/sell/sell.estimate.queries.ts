import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/call.ts';

/** What is sold for what; the amount as plain decimal text. */
export interface SellTerms {
  cryptoId: string;
  cryptoAmount: string;
  targetCurrency: string;
}

/** The live figure while typing: the last one stays until the next is there, an overtaken request is stopped. */
export function sellEstimateQuery(terms: SellTerms | undefined) {
  return queryOptions({
    queryKey: ['sell-estimate', terms],
    queryFn: ({ signal }) =>
      terms ? call('POST /api/calculate-sell-amount', { body: terms, signal }) : Promise.resolve(null),
    enabled: terms !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    refetchInterval: 60_000,
  });
}
