import { call } from '#client/lib/api/call.ts';
import { useSend, useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

export type PayoutAccount = Api['GET /api/payout-accounts']['output'][number];

/** The saved payout accounts, last used first. */
export const payoutAccountsQuery = apiQuery('GET /api/payout-accounts', {});

/** Saves an account for the next sale; saving the same account again adds no second one. */
export const useSaveAccount = () => useSend('POST /api/payout-accounts', 'GET /api/payout-accounts');

/** Removes a saved account; orders keep their own copy of the details. */
export const useRemoveAccount = () =>
  useWrite((id: string) => call('DELETE /api/payout-accounts/:id', { params: { id } }), 'GET /api/payout-accounts');
