import i18next from 'i18next';
import { QueryClient } from '@tanstack/react-query';
import { forgetKeptAnswers } from './call.ts';

/** Stale at once, no retry, no refetch on focus: a screen that wants otherwise says so. Writes are never repeated by themselves. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: true, staleTime: 0 },
    mutations: { retry: false },
  },
});

// Answers with words that the server chose by the language are asked for again.
i18next.on('languageChanged', () => {
  void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.['worded'] === true });
});

/** Drops every answer of the person who leaves. */
export function forgetAnswers(): void {
  queryClient.clear();
  forgetKeptAnswers();
}
