import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callFile } from '#client/lib/api/call.ts';
import { useStoredWrite } from '#client/lib/api/mutations.ts';
import { apiQuery, invalidateRoutes } from '#client/lib/api/query.ts';
import { useUpload } from '#client/lib/api/useUpload.ts';
import { imageForReview } from '#client/lib/browser/files.ts';
import { saveFile } from '#client/lib/browser/save-file.ts';
import type { Api } from '#shared/api.ts';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { redactDetails, redactPage } from './orders.offline.ts';

/** An order as its customer reads it. */
export type OwnOrder = Api['GET /api/transactions']['output'][number];
/** An order as every reader gets it. */
export type Order = Omit<OwnOrder, 'needs' | 'refundAddress'>;
export type OrderDetails = Api['GET /api/transactions/:id']['output'];
export type OrderFile = Order['paymentProofFiles'][number];
export type ListQuery = NonNullable<Api['GET /api/transactions']['query']>;

/** Routes that show a customer's own orders: stale as soon as one of them has changed. */
export const orderRoutes = ['GET /api/transactions', 'GET /api/transactions/:id'] as const;
export const adminOrderRoutes = [
  'GET /api/admin/transactions',
  'GET /api/admin/transactions/:id',
  'GET /api/admin/transactions/:id/notes',
  'GET /api/admin/books/orders/:id',
] as const;

export const pageSize = 5;
const busyMs = 5_000;
const idleMs = minuteMs;

export interface OrderPage {
  items: OwnOrder[];
  total: number;
}

type Options = Parameters<typeof apiQuery<'GET /api/transactions', OrderPage>>[2];

const orderPageQuery = (query: ListQuery, options?: Options) => apiQuery('GET /api/transactions', { query }, options);

/** One page of the customer's orders: fetched every 5 s while one is open, else each minute, and only while visible. */
export const ordersQuery = (query: ListQuery) =>
  orderPageQuery(query, {
    conditionalGet: true,
    meta: { persist: redactPage, copyFirst: true },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isOpen) ? busyMs : idleMs),
    refetchOnWindowFocus: 'always',
  });

/** The orders of the home: those that need the customer, those on their way, and the last finished ones. */
export const homeOrdersQuery = ordersQuery({ page: 1, pageSize: 20, sort: 'needs' });

/** The filters and the range that an export takes over from the list. */
export type ExportQuery = Omit<ListQuery, 'page' | 'pageSize' | 'sort'>;

/** Number of orders in an export. */
export const countQuery = (query: ExportQuery) =>
  queryOptions({ ...orderPageQuery({ ...query, page: 1, pageSize: 1 }), select: ({ total }) => total });

const exportTimeoutMs = 10 * minuteMs;
/** In a shorter time a busy button only flickers. */
const minBusyMs = 1_000;

/** Makes an export and saves it under the name the server gave; returns that name. */
export function useExport() {
  return useMutation({
    mutationFn: async (query: ExportQuery & { format: 'pdf' | 'csv' }) => {
      const busyLongEnough = new Promise((resolve) => {
        setTimeout(resolve, minBusyMs);
      });
      const [{ blob, name }] = await Promise.all([
        callFile('GET /api/transactions/export', { query, timeoutMs: exportTimeoutMs }),
        busyLongEnough,
      ]);
      saveFile({ blob, name });
      return name;
    },
  });
}

/** Downloads the PDF receipt of an order. */
export async function saveReceipt(id: string): Promise<void> {
  const { blob, name } = await callFile('GET /api/transactions/:id/receipt', { params: { id }, timeoutMs: minuteMs });
  saveFile({ blob, name });
}

export type CheckedReceipt = Api['GET /api/receipts/:code']['output'];

/** The receipt that a verification code names, for anyone who has the code. */
export const receiptQuery = (code: string) => apiQuery('GET /api/receipts/:code', { params: { code } });

/** One order of the customer; refetched while it is open, and stored offline without its payout details. */
export const orderQuery = (id: string) =>
  apiQuery(
    'GET /api/transactions/:id',
    { params: { id } },
    {
      meta: { persist: redactDetails },
      refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? busyMs : false),
    },
  );

/**
 * Sends the proof of an exchange's payment. `onSent` is called even when the screen has changed because the order has.
 */
export function useSendProof(id: string, onSent: () => void) {
  const client = useQueryClient();
  return useUpload({
    prepare: (file: File) => imageForReview(file),
    send: (proof, context) =>
      call('POST /api/fiat-exchange/upload-proof/:transactionId', {
        params: { transactionId: id },
        form: { fields: {}, files: { paymentProof: proof } },
        ...context,
      }),
    onSuccess: ({ transaction }) => {
      onSent();
      client.setQueryData(orderQuery(transaction.id).queryKey, transaction);
      return invalidateRoutes(client, ...orderRoutes);
    },
  });
}

/** Cancels an exchange that nothing was paid for. */
export const useCancelOrder = () =>
  useStoredWrite(
    ({ id }) => orderQuery(id).queryKey,
    (id: string) => call('POST /api/transactions/:id/cancel', { params: { id } }),
    ...orderRoutes,
  );
