import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call } from '#client/lib/call.ts';
import { deskCall, mayPass } from '#client/lib/desk.ts';

export type DeskRate = Api['GET /api/admin/fiat-exchange-rates']['output'][number];
export type DeskCurrency = Api['GET /api/admin/fiat-currencies']['output'][number];
export type NewRate = Api['POST /api/admin/fiat-exchange-rates']['body'];
export type RateChange = Api['PUT /api/admin/fiat-exchange-rates/:id']['body'];
export type NewCurrency = Api['POST /api/admin/fiat-currencies']['body'];
export type CurrencyChange = Api['PUT /api/admin/fiat-currencies/:id']['body'];

export const ratesQuery = queryOptions({
  queryKey: ['admin-exchange', 'rates'],
  queryFn: ({ signal }) => call('GET /api/admin/fiat-exchange-rates', { signal, ...deskCall }),
  retry: mayPass,
});

export const currenciesQuery = queryOptions({
  queryKey: ['admin-exchange', 'currencies'],
  queryFn: ({ signal }) => call('GET /api/admin/fiat-currencies', { signal, ...deskCall }),
  retry: mayPass,
});

/** A write of the desk, after which rates and currencies are read afresh. Never tried twice by itself. */
function useDeskWrite<Input, Output>(write: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: () => client.invalidateQueries({ queryKey: ['admin-exchange'] }),
  });
}

export const useAddRate = () =>
  useDeskWrite((body: NewRate) => call('POST /api/admin/fiat-exchange-rates', { body, ...deskCall }));

export const useChangeRate = () =>
  useDeskWrite(({ id, body }: { id: string; body: RateChange }) =>
    call('PUT /api/admin/fiat-exchange-rates/:id', { params: { id }, body, ...deskCall }),
  );

export const useDeleteRate = () =>
  useDeskWrite((id: string) => call('DELETE /api/admin/fiat-exchange-rates/:id', { params: { id }, ...deskCall }));

export const useCreateCurrency = () =>
  useDeskWrite((body: NewCurrency) => call('POST /api/admin/fiat-currencies', { body, ...deskCall }));

export const useChangeCurrency = () =>
  useDeskWrite(({ id, body }: { id: string; body: CurrencyChange }) =>
    call('PUT /api/admin/fiat-currencies/:id', { params: { id }, body, ...deskCall }),
  );

export const useDeleteCurrency = () =>
  useDeskWrite((id: string) => call('DELETE /api/admin/fiat-currencies/:id', { params: { id }, ...deskCall }));

export const useSeedCurrencies = () =>
  useDeskWrite(() => call('POST /api/admin/seed-fiat-currencies', { ...deskCall }));

/** Puts the currencies into this order: those whose place changes are written, one after the other. */
export const useOrderCurrencies = () =>
  useDeskWrite(async (inOrder: readonly DeskCurrency[]) => {
    for (const [index, { id, sortOrder }] of inOrder.entries()) {
      if (sortOrder === index + 1) continue;
      await call('PUT /api/admin/fiat-currencies/:id', { params: { id }, body: { sortOrder: index + 1 }, ...deskCall });
    }
  });
