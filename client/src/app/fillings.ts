import type { QueryClient } from '@tanstack/react-query';
import type { Ask, DrawnPage } from '#shared/kernel/drawing.ts';
import { frontQueries, postQuery, type Post } from '#client/features/blog/blog.api.ts';
import { cryptoAssetsQuery, type CryptoAsset } from '#client/features/rates/rates.api.ts';
import { sellFiguresQuery, type SaleTerms } from '#client/features/sell/sell-figures.api.ts';
import { settingsQuery } from '#client/features/settings/settings.api.ts';
import { brandName } from '#client/lib/prepared.ts';

/** What a page is drawn from. */
export interface PageNeeds {
  client: QueryClient;
  ask: Ask;
  path: string;
  currency: string | null;
}

/** Asks for what the screen at this path shows. False where it would show that nothing is there. */
export async function fill(routePath: string | undefined, needs: PageNeeds): Promise<boolean> {
  if (routePath === '/') await fillSale(needs, { amount: '0.05', currency: needs.currency });
  if (routePath === '/blog') await fillFront(needs);
  if (routePath === '/blog/:id') return fillArticle(needs);
  return true;
}

/** The coins with their prices, and what selling some of the first one pays. */
async function fillSale({ client, ask }: PageNeeds, sale: { amount: string; currency: string | null }): Promise<void> {
  const coins = await client.fetchQuery({
    ...cryptoAssetsQuery,
    queryFn: async () => (await ask('GET /api/crypto-assets')) as CryptoAsset[],
  });
  const [coin] = coins;
  if (!coin || sale.currency === null) return;
  const terms: SaleTerms = { cryptoId: coin.id, cryptoAmount: sale.amount, targetCurrency: sale.currency };
  const figures = await ask('POST /api/calculate-sell-amount', { body: terms });
  if (figures) client.setQueryData(sellFiguresQuery(terms).queryKey, figures as never);
}

async function fillFront({ client, ask }: PageNeeds): Promise<void> {
  for (const query of frontQueries) {
    const { queryKey } = query;
    client.setQueryData(queryKey, (await ask('GET /api/blog-posts', { query: queryKey[2] })) as never);
  }
}

async function fillArticle(needs: PageNeeds): Promise<boolean> {
  const id = idIn(needs.path);
  const post = (await needs.ask('GET /api/blog-posts/:id', { params: { id } })) as Post | null;
  needs.client.setQueryData(postQuery(id).queryKey, post);
  if (!post) return false;
  await fillSale(needs, { amount: '0.1', currency: 'USD' });
  return true;
}

function idIn(path: string): string {
  return path.split('/')[2] ?? '';
}

type Facts = Pick<DrawnPage, 'facts' | 'image' | 'article'>;

/** What a page is, in the words of schema.org, and as previews of links show it. */
export function factsOfPage(routePath: string | undefined, needs: PageNeeds, publicUrl: string): Facts {
  const { client, path } = needs;
  const settings = client.getQueryData(settingsQuery.queryKey);
  const publisher = { '@type': 'Organization', name: settings?.brand.operator ?? brandName(), url: `${publicUrl}/` };
  const post = routePath === '/blog/:id' ? client.getQueryData(postQuery(idIn(path)).queryKey) : undefined;
  if (post) return factsOfPost(post, publicUrl, publisher);
  const site = {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: brandName(),
    url: `${publicUrl}/`,
    publisher,
  };
  return { facts: routePath === '/' ? [site] : [], image: null, article: null };
}

function factsOfPost(post: Post, publicUrl: string, publisher: object): Facts {
  const url = `${publicUrl}/blog/${post.id}`;
  const image = post.featuredImage && new URL(post.featuredImage, publicUrl).href;
  const posting = {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
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
    facts: [posting],
    image,
    article: { published: post.publishDate, changed: post.updatedAt, author: post.author },
  };
}
