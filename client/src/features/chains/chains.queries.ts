import { apiQuery } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

export type AdminChain = Api['GET /api/admin/chains']['output'][number];

/** How the readers of the chains are. */
export const chainsQuery = apiQuery('GET /api/admin/chains', {}, { refetchInterval: 10_000 });
