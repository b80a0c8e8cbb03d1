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

/** The mutations above fetch these again. */
export const methodRoutes = ['GET /api/admin/payment-methods'] as const;
