import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#client/lib/api/call.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import type { UploadContext } from '#client/lib/api/useUpload.ts';
import { localDays } from '#client/lib/browser/local-days.ts';
import type { Api } from '#shared/api.ts';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import type { OrderWork } from '#shared/orders/orders.work.ts';

export type AdminOrder = Api['GET /api/admin/transactions']['output'][number];
export type AdminOrderDetails = Api['GET /api/admin/transactions/:id']['output'];
/** The order in the pane: the data of the queue until its details are loaded. */
export type OpenOrder = Omit<AdminOrderDetails, 'customer'> & Partial<Pick<AdminOrderDetails, 'customer'>>;
export type AdminOrderFile = AdminOrder['paymentProofFiles'][number];
export type QueueQuery = NonNullable<Api['GET /api/admin/transactions']['query']>;
export type DecisionBody = Api['PUT /api/admin/transactions/:id/status']['body'];

export interface QueuePage {
  items: AdminOrder[];
  total: number;
}

export const queuePageSize = 25;
const pollMs = 5_000;
const newestOrdersPollMs = 15_000;

/** One page of all orders, fetched every 5 s while the tab is visible; an unchanged one costs a 304. */
const orderPageQuery = (query: QueueQuery) =>
  apiQuery('GET /api/admin/transactions', { query }, { conditionalGet: true, refetchInterval: pollMs });

/** One page of the queue; its days are those of the reader. */
export const queueQuery = (query: QueueQuery) =>
  queryOptions({
    ...orderPageQuery({ ...query, ...localDays(query) }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  });

/** Midnight in the reader's time zone. */
export function startOfToday(): string {
  const midnight = new Date();
  midnight.setHours(0, 0, 0, 0);
  return midnight.toISOString();
}

/** Number of orders with this work; undefined until known, and if not enabled. */
export function useWorkCount(work: OrderWork, enabled = true): number | undefined {
  const since = work === 'done' ? startOfToday() : undefined;
  return useQuery({ ...orderPageQuery({ work, since, pageSize: 1 }), select: ({ total }) => total, enabled }).data;
}

/** The newest orders of one user, or those with this work, fetched every 15 s. */
export const newestOrdersQuery = (user: string, pageSize: number, work?: OrderWork) =>
  queryOptions({
    ...orderPageQuery({ user, pageSize, work }),
    select: ({ items }) => items,
    refetchInterval: newestOrdersPollMs,
  });

export type Amendment = Api['POST /api/admin/transactions/:id/amendments']['form']['fields'];

/** Adds to a decided order; one key never adds twice. */
export function sendAmendment(
  { id, fields, files }: { id: string; fields: Amendment; files: readonly File[] },
  { onUploadProgress, ...context }: UploadContext,
) {
  return call('POST /api/admin/transactions/:id/amendments', {
    params: { id },
    form: { fields, files: { payoutFiles: files } },
    ...context,
    ...(files.length > 0 && { onUploadProgress }),
  });
}

/** One order with all its details. The queue's poll shows its changes; one not `inQueue` is polled by itself. */
export const adminOrderQuery = (id: string, inQueue = false) =>
  apiQuery(
    'GET /api/admin/transactions/:id',
    { params: { id } },
    {
      refetchInterval: ({ state }) => (inQueue || (state.data && !isOpen(state.data)) ? false : pollMs),
      refetchOnWindowFocus: 'always',
    },
  );

export interface SentDecision {
  id: string;
  decision: DecisionBody;
  /** Payout screenshots; with any, the decision goes as a form. */
  files: readonly File[];
}

/** The review panel's endpoint: evidence is sent with the decision, and one key never decides twice. */
export function sendReview({ id, decision, files }: SentDecision, { onUploadProgress, ...context }: UploadContext) {
  return call('PATCH /api/admin/transactions/:id/status', {
    params: { id },
    form: { fields: decision, files: { payoutFiles: files } },
    ...context,
    ...(files.length > 0 && { onUploadProgress }),
  });
}

/** The row's endpoint: stored or sent evidence decides. Screenshots need the other endpoint. */
export function sendQuick(sent: SentDecision, context: UploadContext) {
  if (sent.files.length > 0) return sendReview(sent, context);
  return call('PUT /api/admin/transactions/:id/status', {
    params: { id: sent.id },
    body: sent.decision,
    signal: context.signal,
  });
}

/** Approves an order whose payout then waits for a batch; one key never approves twice. */
export function sendForPayout(id: string, body: { version: number; reason?: string }, idempotencyKey: string) {
  return call('POST /api/admin/transactions/:id/payout', {
    params: { id },
    body: { kind: 'order', ...body },
    idempotencyKey,
  });
}
