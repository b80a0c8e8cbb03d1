import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call } from '#client/lib/api/call.ts';
import { adminCall, shouldRetry } from '#client/lib/api/admin-call.ts';

export type AdminPaymentMethod = Api['GET /api/admin/payment-methods']['output'][number];
export type NewMethod = Api['POST /api/admin/payment-methods']['body'];
export type MethodChange = Api['PUT /api/admin/payment-methods/:id']['body'];

const key = ['admin-payment-methods'] as const;

/** The desk's accounts, of one currency or of all. */
export const methodsQuery = (currency: string | undefined) =>
  queryOptions({
    queryKey: [...key, currency ?? 'all'],
    queryFn: ({ signal }) => call('GET /api/admin/payment-methods', { query: { currency }, signal, ...adminCall }),
    retry: shouldRetry,
  });

/** The currencies an account can be in, in the desk's order. */
export const methodCurrenciesQuery = queryOptions({
  queryKey: ['admin-fiat-exchange', 'currencies'],
  queryFn: ({ signal }) => call('GET /api/admin/fiat-currencies', { signal, ...adminCall }),
  retry: shouldRetry,
});

/** One change of the desk's accounts, as the step-up dialog carries it out. */
export type MethodAction =
  | { kind: 'create'; body: NewMethod }
  | { kind: 'change'; id: string; body: MethodChange }
  | { kind: 'delete'; id: string }
  | { kind: 'seed' };

function sendAction(action: MethodAction, stepUp: string): Promise<unknown> {
  const options = { stepUp, ...adminCall };
  if (action.kind === 'create') return call('POST /api/admin/payment-methods', { body: action.body, ...options });
  if (action.kind === 'seed') return call('POST /api/admin/seed-payment-methods', options);
  const params = { id: action.id };
  if (action.kind === 'delete') return call('DELETE /api/admin/payment-methods/:id', { params, ...options });
  return call('PUT /api/admin/payment-methods/:id', { params, body: action.body, ...options });
}

/** Does a deed with the token that proves the password, and reads the list afresh. */
export function useMethodAction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, stepUp }: { action: MethodAction; stepUp: string }) => sendAction(action, stepUp),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
