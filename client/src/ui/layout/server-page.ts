import type { DataTag, QueryClient } from '@tanstack/react-query';
import type { ApiKey } from '#client/lib/api/query.ts';
import type { CallApi } from '#shared/kernel/ssr.ts';
import type { SiteMetadata } from './Metadata.tsx';

/** The data and calls that a page is rendered from. */
export interface PrefetchContext {
  client: QueryClient;
  callApi: CallApi;
  path: string;
  language: string;
  currency: string | null;
}

/** Schema.org data and link previews. */
export type PageMetadata = Pick<SiteMetadata, 'image' | 'article'> & { structuredData: readonly object[] };

/** The names that structured data gives the site and who runs it. */
export interface Site {
  publicUrl: string;
  brand: string;
  publisher: object;
}

/** How the server draws a page: each feature declares its own, and app/ssr.pages.ts lists them. */
export interface ServerPage {
  /** Fetches the data; false if the screen would be empty. */
  prefetch: (context: PrefetchContext) => Promise<boolean>;
  /** The language of the page where it is not that of the visitor. */
  languageOf?: (context: PrefetchContext) => string | undefined;
  metadataOf?: (context: PrefetchContext, site: Site) => PageMetadata | undefined;
  /** True if link previews may read it and search engines may not index it. */
  isPrivate?: true;
}

/** Fetches the data of a query and caches it under the query's key; null if the server has no such row. */
export async function prefetchQuery<Data>(
  { client, callApi }: Pick<PrefetchContext, 'client' | 'callApi'>,
  { queryKey }: { queryKey: DataTag<ApiKey, Data, Error> },
): Promise<Data | null> {
  const [route, args] = queryKey;
  // The key names the route, whose contract has parsed this answer.
  const data = (await callApi(route, args)) as Data | null;
  if (data !== null) client.setQueryData(queryKey, data);
  return data;
}

/** Fetches the row that a page is about, and caches that there is none; false then. */
export async function prefetchRow(
  context: PrefetchContext,
  query: { queryKey: DataTag<ApiKey, unknown, Error> },
): Promise<boolean> {
  if ((await prefetchQuery(context, query)) !== null) return true;
  context.client.setQueryData(query.queryKey, null);
  return false;
}

/** The id or code in the address of a page, such as `/blog/:id`. */
export const idIn = (path: string): string => path.split('/')[2] ?? '';
