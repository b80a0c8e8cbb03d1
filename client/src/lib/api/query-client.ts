import { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { persister } from '../storage/persisted-queries.ts';
import { clearResponseCache } from './call.ts';
import { getInitialData } from './initial-data.ts';

/**
 * Stale at once, no retry, no refetch on focus: a screen that wants otherwise says so. Writes are never repeated by
 * themselves. Without a network a call fails at once instead of waiting to be sent behind everybody's back.
 */
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

/**
 * Drops every answer of the user who leaves. What the server sent along with the page is nobody's: parts of it that are
 * not hydrated yet still need it.
 */
export function clearUserQueries(): void {
  const publicQueries = new Set((getInitialData()?.queries.queries ?? []).map(({ queryHash }) => queryHash));
  queryClient.removeQueries({ predicate: ({ queryHash }) => !publicQueries.has(queryHash) });
  queryClient.getMutationCache().clear();
  clearResponseCache();
}
