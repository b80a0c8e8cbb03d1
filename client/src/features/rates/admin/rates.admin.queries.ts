import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/call.ts';
import { useSend, useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

export type HeldRate = Api['GET /api/admin/held-rates']['output'][number];
export type HeldRatesQuery = NonNullable<Api['GET /api/admin/held-rates']['query']>;
export type Decision = Api['POST /api/admin/held-rates/:id']['body']['decision'];

export const heldPageSize = 50;

/** One page of the rates that wait for a decision, then of the decided ones. */
export const heldRatesQuery = (query: HeldRatesQuery) =>
  apiQuery('GET /api/admin/held-rates', { query }, { refetchInterval: 30_000, placeholderData: keepPreviousData });

/**
 * The number of waiting rates: counted on the first page, which has them first, so that badge and screen always agree.
 */
export const waitingRatesQuery = queryOptions({
  ...heldRatesQuery({ page: 1, pageSize: heldPageSize }),
  select: ({ items }) => items.filter(({ status }) => status === 'waiting').length,
});

/** Accepts or refuses a held rate. */
export const useDecideRate = () =>
  useWrite(
    ({ id, decision }: { id: string; decision: Decision }) =>
      call('POST /api/admin/held-rates/:id', { params: { id }, body: { decision } }),
    'GET /api/admin/held-rates',
  );

export type PriceSource = Api['GET /api/admin/price-sources']['output'][number];

/** The state of each price source, fetched every half minute while the screen is open. */
export const priceSourcesQuery = apiQuery('GET /api/admin/price-sources', {}, { refetchInterval: 30_000 });

/** Asks one source once; nothing is stored. */
export const useTestSource = () =>
  useWrite((source: PriceSource['source']) =>
    call('POST /api/admin/price-sources/:source/test', { params: { source } }),
  );

export type Pause = Api['GET /api/admin/pauses']['output']['active'][number];

export const pausesQuery = apiQuery('GET /api/admin/pauses', {});
const pauseRoutes = [
  'GET /api/admin/pauses',
  'GET /api/settings',
  'GET /api/crypto-assets',
  'GET /api/payout-currencies',
] as const;

/** Pauses a subject at once, without asking for the password, so that a member who stops sales loses no time. */
export const usePause = () => useSend('POST /api/admin/pauses', ...pauseRoutes);

/** Resumes prices or payouts that were paused. */
export const useResume = () =>
  useWrite(
    ({ what, subject }: Pick<Pause, 'what' | 'subject'>) =>
      call('POST /api/admin/pauses/resume', { body: { what, subject } }),
    ...pauseRoutes,
  );
