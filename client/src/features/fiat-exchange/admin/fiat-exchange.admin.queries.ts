import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call } from '#client/lib/api/call.ts';
import { adminCall, shouldRetry } from '#client/lib/api/admin-call.ts';

export type AdminRate = Api['GET /api/admin/fiat-exchange-rates']['output'][number];
export type AdminCurrency = Api['GET /api/admin/fiat-currencies']['output'][number];
export type NewRate = Api['POST /api/admin/fiat-exchange-rates']['body'];
export type RateChange = Api['PUT /api/admin/fiat-exchange-rates/:id']['body'];
export type NewCurrency = Api['POST /api/admin/fiat-currencies']['body'];
export type CurrencyChange = Api['PUT /api/admin/fiat-currencies/:id']['body'];

export const adminRatesQuery = queryOptions({
  queryKey: ['admin-fiat-exchange', 'rates'],
  queryFn: ({ signal }) => call('GET /api/admin/fiat-exchange-rates', { signal, ...adminCall }),
  retry: shouldRetry,
});

export const adminCurrenciesQuery = queryOptions({
  queryKey: ['admin-fiat-exchange', 'currencies'],
  queryFn: ({ signal }) => call('GET /api/admin/fiat-currencies', { signal, ...adminCall }),
  retry: shouldRetry,
});

/** A write of the desk, after which rates and currencies are read afresh. Never tried twice by itself. */
function useFiatExchangeMutation<Input, Output>(write: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: () => client.invalidateQueries({ queryKey: ['admin-fiat-exchange'] }),
  });
}

export const useAddRate = () =>
  useFiatExchangeMutation((body: NewRate) => call('POST /api/admin/fiat-exchange-rates', { body, ...adminCall }));

export const useChangeRate = () =>
  useFiatExchangeMutation(({ id, body }: { id: string; body: RateChange }) =>
    call('PUT /api/admin/fiat-exchange-rates/:id', { params: { id }, body, ...adminCall }),
  );

export const useDeleteRate = () =>
  useFiatExchangeMutation((id: string) =>
    call('DELETE /api/admin/fiat-exchange-rates/:id', { params: { id }, ...adminCall }),
  );

export const useCreateCurrency = () =>
  useFiatExchangeMutation((body: NewCurrency) => call('POST /api/admin/fiat-currencies', { body, ...adminCall }));

export const useChangeCurrency = () =>
  useFiatExchangeMutation(({ id, body }: { id: string; body: CurrencyChange }) =>
    call('PUT /api/admin/fiat-currencies/:id', { params: { id }, body, ...adminCall }),
  );

export const useDeleteCurrency = () =>
  useFiatExchangeMutation((id: string) =>
    call('DELETE /api/admin/fiat-currencies/:id', { params: { id }, ...adminCall }),
  );

export const useSeedCurrencies = () =>
  useFiatExchangeMutation(() => call('POST /api/admin/seed-fiat-currencies', { ...adminCall }));

/** Puts the currencies into this order: those whose place changes are written, one after the other. */
export const useOrderCurrencies = () =>
  useFiatExchangeMutation(async (inOrder: readonly AdminCurrency[]) => {
    for (const [index, { id, sortOrder }] of inOrder.entries()) {
      if (sortOrder === index + 1) continue;
      await call('PUT /api/admin/fiat-currencies/:id', {
        params: { id },
        body: { sortOrder: index + 1 },
        ...adminCall,
      });
    }
  });
