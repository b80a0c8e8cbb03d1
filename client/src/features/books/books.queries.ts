import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { call, callFile, type Route } from '#client/lib/api/call.ts';
import { createIdempotencyKeys } from '#client/lib/api/idempotency-keys.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import { saveFile } from '#client/lib/browser/save-file.ts';
import type { Api } from '#shared/api.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';

export type Entry = Api['GET /api/admin/books/journal']['output'][number];
export type Position = Api['GET /api/admin/books/positions']['output'][number];
export type Profit = Api['GET /api/admin/books/profit']['output'][number];
export type Reconciliation = Api['GET /api/admin/books/reconciliation']['output'];
export type Period = Api['GET /api/admin/books/periods/:month']['output'];
export type ManualEntryInput = Api['POST /api/admin/books/entries']['body'];
type JournalQuery = Api['GET /api/admin/books/journal']['query'];
type ExportQuery = Api['GET /api/admin/books/journal/export']['query'];

export const journalPageSize = 50;

/** One page of the journal; the page before stays until the next one is loaded. */
export const journalQuery = (query: JournalQuery) =>
  apiQuery('GET /api/admin/books/journal', { query }, { placeholderData: keepPreviousData });
/** The positions at the end of a day, or now without one; the earlier ones stay until the next are loaded. */
export const positionsQuery = (at: string | undefined) =>
  apiQuery('GET /api/admin/books/positions', { query: at ? { at } : {} }, { placeholderData: keepPreviousData });
/** The profit of a range; the earlier figures stay until the next are loaded. */
export const profitQuery = (query: Api['GET /api/admin/books/profit']['query']) =>
  apiQuery('GET /api/admin/books/profit', { query }, { placeholderData: keepPreviousData });
export const reconciliationQuery = apiQuery('GET /api/admin/books/reconciliation', {});
export const periodsQuery = apiQuery('GET /api/admin/books/periods', {});
/** One month of the books with everything that prevents its close. */
export const periodQuery = (month: string) => apiQuery('GET /api/admin/books/periods/:month', { params: { month } });

/** The accounts that hold money of an order. */
export const orderBookQuery = (id: string) => apiQuery('GET /api/admin/books/orders/:id', { params: { id } });

/** Screens read these again after a month was closed or opened. */
export const periodRoutes: readonly Route[] = ['GET /api/admin/books/periods', 'GET /api/admin/books/periods/:month'];
/** Screens read these again after the book has changed. */
export const bookRoutes: readonly Route[] = [
  'GET /api/admin/books/journal',
  'GET /api/admin/books/positions',
  'GET /api/admin/books/profit',
  'GET /api/admin/books/reconciliation',
  ...periodRoutes,
];

/** Saves the entries of a month as a file. */
export async function saveJournal(query: ExportQuery): Promise<void> {
  saveFile(await callFile('GET /api/admin/books/journal/export', { query, timeoutMs: 30 * minuteMs }));
}

/** A change of the book, which is applied once however often it is sent. */
function useBookChange<Input, Output>(
  send: (input: Input, idempotencyKey: string) => Promise<Output>,
  routes: readonly Route[] = bookRoutes,
) {
  const [keys] = useState(createIdempotencyKeys);
  return useWrite((input: Input) => send(input, keys.keyOf(input)), ...routes);
}

/** Enters a manual entry; a repeat with the same key is stored once. */
export const useManualEntry = () =>
  useBookChange((body: ManualEntryInput, idempotencyKey) =>
    call('POST /api/admin/books/entries', { body, idempotencyKey }),
  );

interface RateInput {
  params: Api['PUT /api/admin/books/rates/:day/:unit']['params'];
  body: Api['PUT /api/admin/books/rates/:day/:unit']['body'];
}

/** Sets the value of a unit on a day. */
export const useBookRate = () =>
  useBookChange((rate: RateInput, idempotencyKey) =>
    call('PUT /api/admin/books/rates/:day/:unit', { ...rate, idempotencyKey }),
  );

/** Enters the sales in the file of an exchange. */
export const useDisposals = () =>
  useBookChange((form: Api['POST /api/admin/books/disposals']['form'], idempotencyKey) =>
    call('POST /api/admin/books/disposals', { form, idempotencyKey }),
  );

/** Closes a month of the books; a repeat with the same key closes it once. */
export const useClosePeriod = (month: string) =>
  useBookChange(
    (body: Api['POST /api/admin/books/periods/:month/close']['body'], idempotencyKey) =>
      call('POST /api/admin/books/periods/:month/close', { params: { month }, body, idempotencyKey }),
    periodRoutes,
  );
