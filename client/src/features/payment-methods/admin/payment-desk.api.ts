import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call } from '#client/lib/call.ts';
import { deskCall, mayPass } from '#client/lib/desk.ts';

export type DeskMethod = Api['GET /api/admin/payment-methods']['output'][number];
export type NewMethod = Api['POST /api/admin/payment-methods']['body'];
export type MethodChange = Api['PUT /api/admin/payment-methods/:id']['body'];

const key = ['admin-payment-methods'] as const;

/** The desk's accounts, of one currency or of all. */
export const methodsQuery = (currency: string | undefined) =>
  queryOptions({
    queryKey: [...key, currency ?? 'all'],
    queryFn: ({ signal }) => call('GET /api/admin/payment-methods', { query: { currency }, signal, ...deskCall }),
    retry: mayPass,
  });

/** The currencies an account can be in, in the desk's order. */
export const methodCurrenciesQuery = queryOptions({
  queryKey: ['admin-exchange', 'currencies'],
  queryFn: ({ signal }) => call('GET /api/admin/fiat-currencies', { signal, ...deskCall }),
  retry: mayPass,
});

/** One change of the desk's accounts, as the step-up dialog carries it out. */
export type Deed =
  | { kind: 'create'; body: NewMethod }
  | { kind: 'change'; id: string; body: MethodChange }
  | { kind: 'delete'; id: string }
  | { kind: 'seed' };

function carryOut(deed: Deed, stepUp: string): Promise<unknown> {
  const options = { stepUp, ...deskCall };
  if (deed.kind === 'create') return call('POST /api/admin/payment-methods', { body: deed.body, ...options });
  if (deed.kind === 'seed') return call('POST /api/admin/seed-payment-methods', options);
  const params = { id: deed.id };
  if (deed.kind === 'delete') return call('DELETE /api/admin/payment-methods/:id', { params, ...options });
  return call('PUT /api/admin/payment-methods/:id', { params, body: deed.body, ...options });
}

/** Does a deed with the token that proves the password, and reads the list afresh. */
export function useMethodDeed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ deed, stepUp }: { deed: Deed; stepUp: string }) => carryOut(deed, stepUp),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
