import { call } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import { withStepUp } from '#client/lib/session/step-up.ts';
import type { Api } from '#shared/api.ts';

export type AdminRate = Api['GET /api/admin/fiat-exchange-rates']['output'][number];
export type AdminCurrency = Api['GET /api/admin/fiat-currencies']['output'][number];
type NewRate = Api['POST /api/admin/fiat-exchange-rates']['body'];
type RateChange = Api['PUT /api/admin/fiat-exchange-rates/:id']['body'];
type CurrencyChange = Api['PUT /api/admin/fiat-currencies/:id']['body'];

export const adminRatesQuery = apiQuery('GET /api/admin/fiat-exchange-rates', {});

type Proof = { stepUp?: string };

/** A change, after the password was asked for again, after which rates and currencies are fetched again. */
const useChange = <Input, Output>(write: (input: Input, proof: Proof) => Promise<Output>) =>
  useWrite(
    (input: Input) => withStepUp((proof) => write(input, proof)),
    'GET /api/admin/fiat-exchange-rates',
    'GET /api/admin/fiat-currencies',
  );

export const useAddRate = () =>
  useChange((body: NewRate, proof) => call('POST /api/admin/fiat-exchange-rates', { body, ...proof }));

export const useChangeRate = (id: string) =>
  useChange((body: RateChange, proof) =>
    call('PUT /api/admin/fiat-exchange-rates/:id', { params: { id }, body, ...proof }),
  );

export const useDeleteRate = () =>
  useChange((id: string, proof) => call('DELETE /api/admin/fiat-exchange-rates/:id', { params: { id }, ...proof }));

/** Adds a currency, or changes the one of this id. */
export const useSaveCurrency = (id: string | undefined) =>
  useChange((body: Api['POST /api/admin/fiat-currencies']['body'], proof) =>
    id ? changeCurrency(id, body, proof) : call('POST /api/admin/fiat-currencies', { body, ...proof }),
  );

export const useSwitchCurrency = (id: string) =>
  useChange((isActive: boolean, proof) => changeCurrency(id, { isActive }, proof));

const changeCurrency = (id: string, body: CurrencyChange, proof: Proof) =>
  call('PUT /api/admin/fiat-currencies/:id', { params: { id }, body, ...proof });

export const useDeleteCurrency = () =>
  useChange((id: string, proof) => call('DELETE /api/admin/fiat-currencies/:id', { params: { id }, ...proof }));

export const useSeedCurrencies = () =>
  useChange((_: void, proof) => call('POST /api/admin/seed-fiat-currencies', proof));

/** Puts the currencies into this order: those whose place changes are written, one after the other. */
export const useOrderCurrencies = () =>
  useChange(async (inOrder: readonly AdminCurrency[], proof) => {
    for (const [index, { id, sortOrder }] of inOrder.entries())
      if (sortOrder !== index + 1) await changeCurrency(id, { sortOrder: index + 1 }, proof);
  });
