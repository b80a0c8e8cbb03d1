import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/api/call.ts';
import { apiQuery, invalidateRoutes } from '#client/lib/api/query.ts';
import { withStepUp } from '#client/lib/session/step-up.ts';
import type { Api } from '#shared/api.ts';

export type AdminRate = Api['GET /api/admin/fiat-exchange-rates']['output'][number];
export type AdminCurrency = Api['GET /api/admin/fiat-currencies']['output'][number];
export type NewRate = Api['POST /api/admin/fiat-exchange-rates']['body'];
export type RateChange = Api['PUT /api/admin/fiat-exchange-rates/:id']['body'];
export type NewCurrency = Api['POST /api/admin/fiat-currencies']['body'];
export type CurrencyChange = Api['PUT /api/admin/fiat-currencies/:id']['body'];

export const adminRatesQuery = apiQuery('GET /api/admin/fiat-exchange-rates', {});

type Options = { stepUp?: string };

/** A mutation, after the password was asked for again, after which rates and currencies are fetched again. Never retried by itself. */
function useFiatExchangeMutation<Input, Output>(write: (input: Input, options: Options) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => withStepUp((proof) => write(input, { ...proof })),
    onSettled: () => invalidateRoutes(client, 'GET /api/admin/fiat-exchange-rates', 'GET /api/admin/fiat-currencies'),
  });
}

export const useAddRate = () =>
  useFiatExchangeMutation((body: NewRate, options) =>
    call('POST /api/admin/fiat-exchange-rates', { body, ...options }),
  );

export const useChangeRate = () =>
  useFiatExchangeMutation(({ id, body }: { id: string; body: RateChange }, options) =>
    call('PUT /api/admin/fiat-exchange-rates/:id', { params: { id }, body, ...options }),
  );

export const useDeleteRate = () =>
  useFiatExchangeMutation((id: string, options) =>
    call('DELETE /api/admin/fiat-exchange-rates/:id', { params: { id }, ...options }),
  );

export const useCreateCurrency = () =>
  useFiatExchangeMutation((body: NewCurrency, options) =>
    call('POST /api/admin/fiat-currencies', { body, ...options }),
  );

export const useChangeCurrency = () =>
  useFiatExchangeMutation(({ id, body }: { id: string; body: CurrencyChange }, options) =>
    call('PUT /api/admin/fiat-currencies/:id', { params: { id }, body, ...options }),
  );

export const useDeleteCurrency = () =>
  useFiatExchangeMutation((id: string, options) =>
    call('DELETE /api/admin/fiat-currencies/:id', { params: { id }, ...options }),
  );

export const useSeedCurrencies = () =>
  useFiatExchangeMutation((_: void, options) => call('POST /api/admin/seed-fiat-currencies', options));

/** Puts the currencies into this order: those whose place changes are written, one after the other. */
export const useOrderCurrencies = () =>
  useFiatExchangeMutation(async (inOrder: readonly AdminCurrency[], options) => {
    for (const [index, { id, sortOrder }] of inOrder.entries()) {
      if (sortOrder === index + 1) continue;
      await call('PUT /api/admin/fiat-currencies/:id', {
        params: { id },
        body: { sortOrder: index + 1 },
        ...options,
      });
    }
  });
