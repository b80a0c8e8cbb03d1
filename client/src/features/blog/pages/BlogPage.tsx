import { useQuery } from '@tanstack/react-query';
import { Newspaper } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { enumParam, useListParams, type ListParamsConfig } from '#client/lib/browser/useListParams.ts';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { EmptyState, LoadedQuery } from '#client/ui/feedback/States.tsx';
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
  const { filters, page, change, goTo } = useListParams(params);
  const { q, category: topic } = filters;
  const { language } = useArticleLanguage();
  const posts = useQuery(postsQuery({ q: q || undefined, category: topic, page, pageSize, language }));
  const search = useCallback((text: string) => change({ q: text }), [change]);
  const isFiltered = q !== '' || topic !== 'all';
  const isFront = !isFiltered && page === 1;
  const featured = useQuery({ ...featuredQuery(language), enabled: isFront });
  const featuredPosts = isFront ? (featured.data?.items ?? []) : [];
  const otherPosts = posts.data?.items.filter(({ id }) => !featuredPosts.some((post) => post.id === id)) ?? [];
  // Waits for the featured posts above: they must not push the list down.
  const isReady = !isFront || !featured.isPending;
  const label = isFront ? t('latest') : t('found');
  return (
    <Page title={t('title')} lede={t('lede')}>
      <div className="flex flex-col gap-4">
        <div className="max-w-[560px]">
          <SearchBox id="blog-search" label={t('search')} value={q} onChange={search} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <FilterChips
            single
            staying
            label={t('filter')}
            options={topics.map((value) => ({ value, text: t(`topics.${value}`) }))}
            chosen={[topic]}
            onChange={([category = 'all']) => change({ category })}
          />
          <output className="min-h-5 text-sm text-muted figures max-sm:w-full">
            {posts.data && t('count', { count: posts.data.total })}
          </output>
        </div>
      </div>
      {featuredPosts.length > 0 && (
        <section className="flex flex-col gap-4">
          <h2 className="text-xl">{t('featured')}</h2>
          <FeaturedPosts posts={featuredPosts} label={t('featured')} />
        </section>
      )}
      <section className="flex flex-col gap-4" aria-busy={posts.isFetching || undefined}>
        <LoadedQuery query={{ ...posts, data: isReady ? posts.data : undefined }} skeleton={skeleton}>
          {({ total }) =>
            total === 0 ? (
              <EmptyState
                icon={<Newspaper className="size-8" strokeWidth={1.5} />}
                title={t('none')}
                text={isFiltered ? t('noneFiltered') : t('noneYet')}
                action={
                  isFiltered ? (
                    <Button onClick={() => change({ q: '', category: 'all' })}>{t('clear')}</Button>
                  ) : undefined
                }
              />
            ) : (
              <>
                <h2 className="text-xl">{label}</h2>
                <PostList posts={otherPosts} label={label} />
                {total > pageSize && <Pagination page={page} pageSize={pageSize} total={total} onPage={goTo} />}
              </>
            )
          }
        </LoadedQuery>
      </section>
    </Page>
  );
}

const skeleton = Array<string>(6).fill('h-36 rounded-card');

const params: ListParamsConfig<{ q: string; category: Topic }> = {
  item: 'post',
  read: (search) => ({
    q: (search.get('q') ?? '').slice(0, 100),
    category: enumParam(search, 'category', topics) ?? 'all',
  }),
  write: ({ q, category }) => ({ q, category: category === 'all' ? undefined : category }),
};
