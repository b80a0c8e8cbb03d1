import { useQuery } from '@tanstack/react-query';
import type { Catalogue } from './catalogue-file.ts';
import { fetchCatalogue } from './catalogues.ts';

/** The texts of a namespace in any language, not only that of the page; undefined until they are loaded. */
export function useCatalogue(language: string, namespace: string): Catalogue | undefined {
  const queryKey = ['catalogue', language, namespace];
  return useQuery({ queryKey, queryFn: () => fetchCatalogue(language, namespace), staleTime: Infinity }).data;
}
