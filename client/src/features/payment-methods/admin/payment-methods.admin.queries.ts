import { call, CallError, hasCode } from '#client/lib/api/call.ts';
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

/** The mutations above fetch these again. */
export const methodRoutes = ['GET /api/admin/payment-methods'] as const;

const sendOrWait = (id: string, body: MethodChange) =>
  call('PUT /api/admin/payment-methods/:id', { params: { id }, body }).catch((error: unknown) => {
    if (error instanceof CallError && hasCode(error, 'approval_pending')) return error;
    throw error;
  });

/** Changes several accounts, one after the other. Those that wait for a second member do not stop the others. */
export const useReplaceSamples = () =>
  useWrite(
    async (changes: readonly { id: string; body: MethodChange }[]) => {
      const outcomes = [];
      for (const { id, body } of changes) outcomes.push(await sendOrWait(id, body));
      const waiting = outcomes.find((outcome) => outcome instanceof CallError);
      if (waiting) throw waiting;
    },
    ...methodRoutes,
    'GET /api/admin/approvals',
  );
