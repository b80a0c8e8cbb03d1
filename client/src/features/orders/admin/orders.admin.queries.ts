import { isOpen, type OpenStatus } from '#shared/orders/orders.lifecycle.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call, callPage } from '#client/lib/api/call.ts';
import { adminCall, shouldRetry } from '#client/lib/api/admin-call.ts';

export type AdminOrder = Api['GET /api/admin/transactions']['output'][number];
export type AdminOrderDetails = Api['GET /api/admin/transactions/:id']['output'];
export type AdminOrderFile = AdminOrder['paymentProofFiles'][number];
export type QueueQuery = NonNullable<Api['GET /api/admin/transactions']['query']>;
export type DecisionBody = Api['PUT /api/admin/transactions/:id/status']['body'];

export interface QueuePage {
  items: AdminOrder[];
  total: number;
}

export const queuePageSize = 25;
const pollMs = 5_000;

/** Everything the desk knows of orders; a decision or news makes all of it stale. */
export const adminOrdersKey = ['admin-orders'] as const;

/** One page of the order book, asked every 5 s while the tab is seen; an unchanged one costs a 304. */
export const queueQuery = (query: QueueQuery) =>
  queryOptions({
    queryKey: [...adminOrdersKey, 'list', query],
    queryFn: ({ signal }) =>
      callPage('GET /api/admin/transactions', { query, signal, conditionalGet: true, ...adminCall }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
    refetchOnWindowFocus: 'always',
    retry: shouldRetry,
  });

/** How many orders stand at this status. */
export const countQuery = (status: OpenStatus) =>
  queryOptions({
    queryKey: [...adminOrdersKey, 'count', status],
    queryFn: async ({ signal }) => {
      const query = { status, pageSize: 1 };
      return (await callPage('GET /api/admin/transactions', { query, signal, conditionalGet: true, ...adminCall }))
        .total;
    },
    refetchInterval: pollMs,
    retry: shouldRetry,
  });

/**
 * One order with proof, history, customer and warnings. While it stands in the queue beside it, the queue's own poll
 * tells when it has changed; an open order that is not `inQueue` is asked for itself.
 */
export const adminOrderQuery = (id: string, inQueue = false) =>
  queryOptions({
    queryKey: [...adminOrdersKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/admin/transactions/:id', { params: { id }, signal, ...adminCall }),
    refetchInterval: ({ state }) => (inQueue || (state.data && !isOpen(state.data)) ? false : pollMs),
    refetchOnWindowFocus: 'always',
    retry: shouldRetry,
  });

/** Whether completing an order needs evidence at this desk. */
export const evidenceRuleQuery = queryOptions({
  queryKey: ['admin-settings'],
  queryFn: ({ signal }) => call('GET /api/admin/settings', { signal, ...adminCall }),
  select: ({ rules }) => rules.payoutEvidenceRequired,
  retry: shouldRetry,
});

export interface SentDecision {
  id: string;
  decision: DecisionBody;
  /** Payout screenshots; with any, the decision goes as a form. */
  files: readonly File[];
  idempotencyKey: string;
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** The review panel's door: evidence travels with the decision, and one key never decides twice. */
export function sendReview({ id, decision, files, idempotencyKey, signal, onProgress }: SentDecision) {
  return call('PATCH /api/admin/transactions/:id/status', {
    params: { id },
    form: { fields: decision, files: { payoutFiles: files } },
    idempotencyKey,
    signal,
    ...(files.length > 0 && { onUploadProgress: onProgress }),
    ...adminCall,
  });
}

/** The row's door: what is on record or sent along decides. Screenshots need the other door. */
export function sendQuick(sent: SentDecision) {
  if (sent.files.length > 0) return sendReview(sent);
  return call('PUT /api/admin/transactions/:id/status', {
    params: { id: sent.id },
    body: sent.decision,
    signal: sent.signal,
    ...adminCall,
  });
}
