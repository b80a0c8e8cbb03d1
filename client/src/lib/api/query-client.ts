import { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { persister } from '../storage/persisted-queries.ts';
import { clearResponseCache } from './call.ts';
import { getInitialData } from './initial-data.ts';

/** Stale at once, no retry, no refetch on focus, unless a query opts in; without a network a call fails at once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      staleTime: 0,
      persister,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

// Responses with localized server texts are refetched.
i18next.on('languageChanged', () => {
  void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.['localized'] === true });
});

/** Drops every cached response of the user who signs out, except the public data that the server sent with the page. */
export function clearUserQueries(): void {
  const publicQueries = new Set((getInitialData()?.queries.queries ?? []).map(({ queryHash }) => queryHash));
  queryClient.removeQueries({ predicate: ({ queryHash }) => !publicQueries.has(queryHash) });
  queryClient.getMutationCache().clear();
  clearResponseCache();
}
