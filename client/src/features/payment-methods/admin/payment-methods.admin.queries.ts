import { call } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

export type AdminPaymentMethod = Api['GET /api/admin/payment-methods']['output'][number];
export type NewMethod = Api['POST /api/admin/payment-methods']['body'];
export type MethodChange = Api['PUT /api/admin/payment-methods/:id']['body'];

/** The currencies in the administrator's order: those of receiving accounts and exchanges. */
export const adminCurrenciesQuery = apiQuery('GET /api/admin/fiat-currencies', {});

export const methodsQuery = (currency: string | undefined) =>
  apiQuery('GET /api/admin/payment-methods', { query: { currency } });

/** One change of the payment methods, as its dialog carries it out. */
export type MethodAction =
  | { kind: 'create'; body: NewMethod }
  | { kind: 'change'; id: string; body: MethodChange }
  | { kind: 'delete'; id: string }
  | { kind: 'seed' };

function sendAction(action: MethodAction): Promise<unknown> {
  if (action.kind === 'create') return call('POST /api/admin/payment-methods', { body: action.body });
  if (action.kind === 'seed') return call('POST /api/admin/seed-payment-methods');
  const params = { id: action.id };
  if (action.kind === 'delete') return call('DELETE /api/admin/payment-methods/:id', { params });
  return call('PUT /api/admin/payment-methods/:id', { params, body: action.body });
}

/** Carries out an action, and fetches the list again. */
export const useMethodAction = () => useWrite(sendAction, 'GET /api/admin/payment-methods');
