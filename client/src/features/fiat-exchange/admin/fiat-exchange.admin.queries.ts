import { call } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

export type AdminRate = Api['GET /api/admin/fiat-exchange-rates']['output'][number];
export type AdminCurrency = Api['GET /api/admin/fiat-currencies']['output'][number];
type NewRate = Api['POST /api/admin/fiat-exchange-rates']['body'];
type RateChange = Api['PUT /api/admin/fiat-exchange-rates/:id']['body'];
type CurrencyChange = Api['PUT /api/admin/fiat-currencies/:id']['body'];

export const adminRatesQuery = apiQuery('GET /api/admin/fiat-exchange-rates', {});

/** Rates and currencies, fetched again after each change. */
export const fiatExchangeRoutes = ['GET /api/admin/fiat-exchange-rates', 'GET /api/admin/fiat-currencies'] as const;

const useChange = <Input, Output>(write: (input: Input) => Promise<Output>) => useWrite(write, ...fiatExchangeRoutes);

/** Adds the rate of a currency pair. */
export const useAddRate = () => useChange((body: NewRate) => call('POST /api/admin/fiat-exchange-rates', { body }));

/** Changes the rate of a currency pair. */
export const useChangeRate = (id: string) =>
  useChange((body: RateChange) => call('PUT /api/admin/fiat-exchange-rates/:id', { params: { id }, body }));

/** Switches these rates off, one after the other: a refusal leaves the later ones as they are. */
export const useSwitchOffRates = () =>
  useChange(async (ids: readonly string[]) => {
    for (const id of ids)
      await call('PUT /api/admin/fiat-exchange-rates/:id', { params: { id }, body: { isActive: false } });
  });

/** Adds a currency, or changes the one of this id. */
export const useSaveCurrency = (id: string | undefined) =>
  useChange((body: Api['POST /api/admin/fiat-currencies']['body']) =>
    id ? changeCurrency(id, body) : call('POST /api/admin/fiat-currencies', { body }),
  );

/** Turns a currency on or off. */
export const useSwitchCurrency = (id: string) => useChange((isActive: boolean) => changeCurrency(id, { isActive }));

const changeCurrency = (id: string, body: CurrencyChange) =>
  call('PUT /api/admin/fiat-currencies/:id', { params: { id }, body });

/** Puts the currencies into this order: those whose place changes are written, one after the other. */
export const useOrderCurrencies = () =>
  useChange(async (inOrder: readonly AdminCurrency[]) => {
    for (const [index, { id, sortOrder }] of inOrder.entries())
      if (sortOrder !== index + 1) await changeCurrency(id, { sortOrder: index + 1 });
  });
