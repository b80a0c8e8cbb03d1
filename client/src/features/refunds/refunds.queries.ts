import { useQueryClient } from '@tanstack/react-query';
import { call, hasCode } from '#client/lib/api/call.ts';
import { useChange } from '#client/lib/api/mutations.ts';
import { apiQuery, invalidateRoutes } from '#client/lib/api/query.ts';
import { useRefreshOn } from '#client/lib/realtime/useRefreshOn.ts';
import type { Api } from '#shared/api.ts';

export type Refund = Api['GET /api/refunds']['output'][number];
export type AdminRefund = Api['GET /api/admin/refunds']['output'][number];
export type RefundTarget = Api['POST /api/refunds/:id/address']['body'];

const pollMs = 30_000;

/** The signed-in customer's own refunds. */
export const refundsQuery = () => apiQuery('GET /api/refunds', {}, { refetchInterval: pollMs });

const ownRoutes = ['GET /api/refunds', 'GET /api/transactions/:id/deposit'] as const;

/** Names the address of the coins: without a code one is mailed, with it the address is stored. */
export function useNameAddress({ id, orderId }: Pick<Refund, 'id' | 'orderId'>) {
  const client = useQueryClient();
  return useChange({
    mutationFn: (body: RefundTarget) =>
      orderId === null
        ? call('POST /api/refunds/:id/address', { params: { id }, body })
        : call('POST /api/transactions/:id/refund-address', { params: { id: orderId }, body }),
    onSuccess: (_refund, { code }) => (code === undefined ? undefined : invalidateRoutes(client, ...ownRoutes)),
    // The team was faster: the screen shows the new state.
    onError: (error) => (hasCode(error, 'already_decided') ? invalidateRoutes(client, ...ownRoutes) : undefined),
  });
}

export const refundsPageSize = 20;

/** The queue of refunds. */
export const refundQueueQuery = (query: Api['GET /api/admin/refunds']['query']) =>
  apiQuery('GET /api/admin/refunds', { query }, { refetchInterval: pollMs });

/** Fetches the queue again when it changes. */
export const useRefundChanges = () => useRefreshOn('unmatched_changed', 'GET /api/admin/refunds');

/** Screens fetch these again after a refund has changed. */
export const refundRoutes = ['GET /api/admin/refunds', 'GET /api/admin/approvals', 'GET /api/admin/unmatched'] as const;

/** Returns the name under which this device stores that a code was mailed for the address of a refund. */
export const refundCodeOf = (refundId: string): string => `refund-code-${refundId}`;
