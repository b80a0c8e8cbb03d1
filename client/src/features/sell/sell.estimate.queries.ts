import { keepPreviousData } from '@tanstack/react-query';
import { apiQuery } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

/** Coin, currency and amount of a sale; the amount as plain decimal text. */
export type SellTerms = Api['POST /api/sell-quotes']['body'];
type EstimateTerms = Api['POST /api/calculate-sell-amount']['body'];

const noTerms: EstimateTerms = { cryptoId: '', cryptoAmount: '0', targetCurrency: '' };

/** The live estimate of a sale, every 30 s; the last one stays until the next, and an outdated request is aborted. */
export const sellEstimateQuery = (terms: EstimateTerms | undefined) =>
  apiQuery(
    'POST /api/calculate-sell-amount',
    { body: terms ?? noTerms },
    { enabled: terms !== undefined, placeholderData: keepPreviousData, staleTime: 15_000, refetchInterval: 30_000 },
  );
