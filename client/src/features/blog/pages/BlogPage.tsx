import { useQuery } from '@tanstack/react-query';
import { Newspaper } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { Skeleton, SkeletonLine } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState } from '#client/ui/feedback/States.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { FilterChips } from '#client/ui/form/FilterChips.tsx';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { Page } from '#client/ui/layout/Page.tsx';
import { featuredQuery, pageSize, postsQuery } from '../blog.queries.ts';
import { FeaturedPosts, PostList } from '../components/PostList.tsx';
import { useArticleLanguage } from '../components/useArticleLanguage.ts';

const topics = ['all', 'news', 'guide', 'market', 'security'] as const;
type Topic = (typeof topics)[number];

/** All articles: search, filter, and, while unfiltered, the featured ones. */
export function BlogPage() {
  const { t } = useTranslation(['blog', 'common']);
  const list = useListState();
  const { q, topic, page } = list;
  const { language } = useArticleLanguage();
  const posts = useQuery(postsQuery({ q: q || undefined, category: topic, page, pageSize, language }));
  const isFront = topic === 'all' && !q && page === 1;
  const featured = useQuery({ ...featuredQuery(language), enabled: isFront });
  const shownFeatured = isFront ? (featured.data?.items ?? []) : [];
  const listed = posts.data?.items.filter(({ id }) => !shownFeatured.some((post) => post.id === id)) ?? [];
  // Waits for the featured posts above: they must not push the list down.
  const isReady = !isFront || !featured.isPending;
  return (
    <Page title={t('title')} lede={t('lede')}>
      <div className="flex flex-col gap-4">
        <div className="max-w-[560px]">
          <SearchBox id="blog-search" label={t('search')} value={q} onChange={list.search} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <FilterChips
            single
            staying
            label={t('filter')}
            options={topics.map((value) => ({ value, text: t(`topics.${value}`) }))}
            chosen={[topic]}
            onChange={([chosen]) => list.choose(chosen ?? 'all')}
          />
          <output className="min-h-5 text-sm text-muted figures max-sm:w-full">
            {posts.data && t('count', { count: posts.data.total })}
          </output>
        </div>
      </div>
      {shownFeatured.length > 0 && (
        <section className="flex flex-col gap-4">
          <h2 className="text-xl">{t('featured')}</h2>
          <FeaturedPosts posts={shownFeatured} label={t('featured')} />
        </section>
      )}
      {isReady ? (
        <section className="flex flex-col gap-4" aria-busy={posts.isFetching || undefined}>
          {posts.data?.total !== 0 && <h2 className="text-xl">{isFront ? t('latest') : t('found')}</h2>}
          {posts.data ? (
            posts.data.total > 0 ? (
              <>
                <PostList posts={listed} label={isFront ? t('latest') : t('found')} />
                {posts.data.total > pageSize && (
                  <Pagination page={page} pageSize={pageSize} total={posts.data.total} onPage={list.goTo} />
                )}
              </>
            ) : (
              <EmptyState
                icon={<Newspaper className="size-8" strokeWidth={1.5} />}
                title={t('none')}
                text={list.isFiltered ? t('noneFiltered') : t('noneYet')}
                action={list.isFiltered ? <Button onClick={list.clear}>{t('clear')}</Button> : undefined}
                level={2}
              />
            )
          ) : posts.error ? (
            <ErrorState error={posts.error} onRetry={() => void posts.refetch()} retrying={posts.isFetching} />
          ) : (
            <ListSkeleton />
          )}
        </section>
      ) : (
        <ListSkeleton />
      )}
    </Page>
  );
}

function ListSkeleton() {
  return (
    <Skeleton className="flex flex-col gap-4">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <SkeletonLine key={row} className="h-36 rounded-card" />
      ))}
    </Skeleton>
  );
}

function useListState() {
  const [search, setSearch] = useSearchParams();
  const q = (search.get('q') ?? '').slice(0, 100);
  const topic: Topic = topics.find((one) => one === search.get('category')) ?? 'all';
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1);
  const write = (change: { q?: string; category?: Topic; page?: number }, replace: boolean) => {
    const next = { q, category: topic, page: 1, ...change };
    const made = new URLSearchParams();
    if (next.q) made.set('q', next.q);
    if (next.category !== 'all') made.set('category', next.category);
    if (next.page > 1) made.set('page', String(next.page));
    setSearch(made, { replace, preventScrollReset: replace });
  };
  return {
    q,
    topic,
    page,
    isFiltered: q !== '' || topic !== 'all',
    search: (text: string) => write({ q: text }, true),
    choose: (category: Topic) => write({ category }, true),
    goTo: (to: number) => write({ page: to }, false),
    clear: () => write({ q: '', category: 'all' }, true),
  };
}
