import { useState } from 'react';
import { call, type Route } from '#client/lib/api/call.ts';
import { createIdempotencyKeys } from '#client/lib/api/idempotency-keys.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import { useRefreshOn } from '#client/lib/realtime/useRefreshOn.ts';
import type { Api } from '#shared/api.ts';

type ChoiceInput = Api['POST /api/transactions/:id/choice']['body'];
export type SettlementState = Api['GET /api/admin/transactions/:id/settlement']['output'];
export type UnmatchedTransfer = Api['GET /api/admin/unmatched']['output'][number];

const pollMs = 30_000;

/** Fetches these routes again when a deposit of this user has changed. */
export const useDepositChanges = (...routes: readonly Route[]) => useRefreshOn('deposit_changed', ...routes);

/** Sends the choice; sending it again changes nothing. */
export function useChoose(id: string) {
  const [keys] = useState(createIdempotencyKeys);
  return useWrite(
    (body: ChoiceInput) =>
      call('POST /api/transactions/:id/choice', { params: { id }, body, idempotencyKey: keys.keyOf(body) }),
    'GET /api/transactions',
    'GET /api/transactions/:id',
    'GET /api/transactions/:id/deposit',
    'GET /api/refunds',
  );
}

/** The transfers of a sale and its payout, for the team, with the ids of the counted transfers. */
export const settlementQuery = (id: string, transferIds: readonly string[] = []) =>
  apiQuery(
    'GET /api/admin/transactions/:id/settlement',
    { params: { id }, query: transferIds.length > 0 ? { transferIds: transferIds.join(',') } : {} },
    { refetchInterval: pollMs, around: async (load) => ({ ...(await load()), named: transferIds }) },
  );

/** The screen fetches these again after a settlement. */
export const settlementRoutes: readonly Route[] = [
  'GET /api/admin/transactions/:id/settlement',
  'GET /api/admin/transactions',
  'GET /api/admin/transactions/:id',
  'GET /api/admin/approvals',
];

export const unmatchedPageSize = 20;

/** Transfers that arrived without an order. */
export const unmatchedQuery = (query: Api['GET /api/admin/unmatched']['query']) =>
  apiQuery('GET /api/admin/unmatched', { query }, { refetchInterval: pollMs });

/** Sums of all transfers by coin and by state. */
export const sumsQuery = () => apiQuery('GET /api/admin/unmatched/sums', {});

/** The screen fetches these again after a decision about a transfer. */
export const unmatchedRoutes: readonly Route[] = [
  'GET /api/admin/unmatched',
  'GET /api/admin/unmatched/sums',
  'GET /api/admin/refunds',
  'GET /api/admin/overview',
  'GET /api/admin/approvals',
];

/** Fetches the queue again when it changes. */
export const useUnmatchedChanges = () => useRefreshOn('unmatched_changed', ...unmatchedRoutes);
