import type { DataTag, QueryClient } from '@tanstack/react-query';
import { frontQueries, postQuery, type Post } from '#client/features/blog/blog.queries.ts';
import { offerLinkQuery } from '#client/features/offers/offers.link.queries.ts';
import { cryptoAssetsQuery, offeredAssets } from '#client/features/rates/rates.queries.ts';
import { startingAmount } from '#client/features/sell/components/sell.round-amounts.ts';
import { sellEstimateQuery, type SellTerms } from '#client/features/sell/sell.estimate.queries.ts';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { brandName } from '#client/lib/api/initial-data.ts';
import type { ApiKey } from '#client/lib/api/query.ts';
import type { SiteMetadata } from '#client/ui/layout/Metadata.tsx';
import type { CallApi } from '#shared/kernel/ssr.ts';
import { languageCodes } from '#shared/reference/languages.ts';

/** The data and calls that a page is rendered from. */
export interface PrefetchContext {
  client: QueryClient;
  callApi: CallApi;
  path: string;
  language: string;
  currency: string | null;
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

/** Fetches the data of the screen at this path. False if the screen would be empty. */
export async function prefetchPage(routePath: string | undefined, context: PrefetchContext): Promise<boolean> {
  if (routePath === '/') await prefetchEstimate(context);
  if (routePath === '/blog') await prefetchBlog(context);
  if (routePath === '/blog/:id') return prefetchArticle(context);
  if (routePath === '/o/:code') return prefetchOffer(context);
  return true;
}

/** Prefetches the coins with their prices, and an estimate for the first offered coin. */
async function prefetchEstimate(context: PrefetchContext): Promise<void> {
  const { currency } = context;
  const [coin] = offeredAssets((await prefetchQuery(context, cryptoAssetsQuery)) ?? []);
  const settings = context.client.getQueryData(settingsQuery.queryKey);
  if (!coin || !settings || currency === null) return;
  const cryptoAmount = startingAmount(coin, settings.limits.kycUsd);
  const terms: SellTerms = { cryptoId: coin.id, cryptoAmount, targetCurrency: currency };
  await prefetchQuery(context, sellEstimateQuery(terms));
}

async function prefetchBlog(context: PrefetchContext): Promise<void> {
  const language = languageCodes.find((code) => code === context.language);
  for (const query of frontQueries(language)) await prefetchQuery(context, query);
}

async function prefetchArticle(context: PrefetchContext): Promise<boolean> {
  const id = idIn(context.path);
  if (!(await prefetchQuery(context, postQuery(id)))) {
    context.client.setQueryData(postQuery(id).queryKey, null);
    return false;
  }
  return true;
}

async function prefetchOffer(context: PrefetchContext): Promise<boolean> {
  const query = offerLinkQuery(idIn(context.path));
  if (await prefetchQuery(context, query)) return true;
  context.client.setQueryData(query.queryKey, null);
  return false;
}

/** Returns the language of a page: of an offer that of its customer, else that of the visitor. */
export function languageOfPage(routePath: string | undefined, { client, path }: PrefetchContext): string | undefined {
  if (routePath !== '/o/:code') return undefined;
  return client.getQueryData(offerLinkQuery(idIn(path)).queryKey)?.language ?? undefined;
}

const idIn = (path: string): string => path.split('/')[2] ?? '';

type PageMetadata = Pick<SiteMetadata, 'image' | 'article'> & { structuredData: readonly object[] };

/** A page's metadata: schema.org data and link previews. */
export function metadataOfPage(
  routePath: string | undefined,
  context: PrefetchContext,
  publicUrl: string,
): PageMetadata {
  const { client, path } = context;
  const settings = client.getQueryData(settingsQuery.queryKey);
  const publisher = { '@type': 'Organization', name: settings?.brand.operator ?? brandName(), url: `${publicUrl}/` };
  const post = routePath === '/blog/:id' ? client.getQueryData(postQuery(idIn(path)).queryKey) : undefined;
  if (post) return metadataOfPost(post, publicUrl, publisher);
  const site = {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: brandName(),
    url: `${publicUrl}/`,
    publisher,
  };
  return { structuredData: routePath === '/' ? [site] : [], image: null, article: null };
}

function metadataOfPost(post: Post, publicUrl: string, publisher: object): PageMetadata {
  const url = `${publicUrl}/blog/${post.id}`;
  const image = post.featuredImage && new URL(post.featuredImage, publicUrl).href;
  const posting = {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    inLanguage: post.language,
    headline: post.title,
    description: post.excerpt,
    datePublished: post.publishDate,
    dateModified: post.updatedAt,
    author: { '@type': 'Person', name: post.author },
    publisher,
    mainEntityOfPage: url,
    url,
    ...(image ? { image } : {}),
  };
  return {
    structuredData: [posting],
    image,
    article: { published: post.publishDate, changed: post.updatedAt, author: post.author },
  };
}
