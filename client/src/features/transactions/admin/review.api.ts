import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call, callPage } from '#client/lib/call.ts';
import { deskCall, mayPass } from '#client/lib/desk.ts';

export type DeskOrder = Api['GET /api/admin/transactions']['output'][number];
export type DeskDetails = Api['GET /api/admin/transactions/:id']['output'];
export type DeskFile = DeskOrder['paymentProofFiles'][number];
export type QueueQuery = NonNullable<Api['GET /api/admin/transactions']['query']>;
export type DecisionBody = Api['PUT /api/admin/transactions/:id/status']['body'];

export interface QueuePage {
  items: DeskOrder[];
  total: number;
}

export const queuePageSize = 25;
const pollMs = 5_000;

/** Everything the desk knows of orders; a decision or news makes all of it stale. */
export const deskKey = ['admin-transactions'] as const;

/** One page of the order book, asked every 5 s while the tab is seen; an unchanged one costs a 304. */
export const queueQuery = (query: QueueQuery) =>
  queryOptions({
    queryKey: [...deskKey, 'list', query],
    queryFn: ({ signal }) => callPage('GET /api/admin/transactions', { query, signal, keep: true, ...deskCall }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
    refetchOnWindowFocus: 'always',
    retry: mayPass,
  });

/** How many orders stand at this status. */
export const countQuery = (status: 'pending' | 'processing') =>
  queryOptions({
    queryKey: [...deskKey, 'count', status],
    queryFn: async ({ signal }) => {
      const query = { status, pageSize: 1 };
      return (await callPage('GET /api/admin/transactions', { query, signal, keep: true, ...deskCall })).total;
    },
    refetchInterval: pollMs,
    retry: mayPass,
  });

/**
 * One order with proof, history, customer and warnings. While it stands in the queue beside it, the queue's own poll
 * tells when it has changed; an open order that is not `inQueue` is asked for itself.
 */
export const deskOrderQuery = (id: string, inQueue = false) =>
  queryOptions({
    queryKey: [...deskKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/admin/transactions/:id', { params: { id }, signal, ...deskCall }),
    refetchInterval: ({ state }) => (inQueue || (state.data && !isOpen(state.data)) ? false : pollMs),
    refetchOnWindowFocus: 'always',
    retry: mayPass,
  });

/** Whether completing an order needs evidence at this desk. */
export const evidenceRuleQuery = queryOptions({
  queryKey: ['admin-settings'],
  queryFn: ({ signal }) => call('GET /api/admin/settings', { signal, ...deskCall }),
  select: ({ rules }) => rules.payoutEvidenceRequired,
  retry: mayPass,
});

/** Whether the desk can still decide about an order. */
export function isOpen({ status }: Pick<DeskOrder, 'status'>): boolean {
  return status === 'pending' || status === 'processing';
}

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
    ...deskCall,
  });
}

/** The row's door: what is on record or sent along decides. Screenshots need the other door. */
export function sendQuick(sent: SentDecision) {
  if (sent.files.length > 0) return sendReview(sent);
  return call('PUT /api/admin/transactions/:id/status', {
    params: { id: sent.id },
    body: sent.decision,
    signal: sent.signal,
    ...deskCall,
  });
}
