import { useQuery } from '@tanstack/react-query';
import type { DOMNode } from 'html-react-parser';
import { ArrowLeft } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { cryptoAssetsQuery, offeredAssets, useGuessedCurrency } from '#client/features/rates/rates.queries.ts';
import { sellEstimateQuery } from '#client/features/sell/sell.estimate.queries.ts';
import { useTimeZone } from '#client/lib/browser/useHydrated.ts';
import { formatDate, formatPercent, formatRate } from '#client/lib/format/format.ts';
import { DottedRow, DottedRows, PerforatedEdge, Slip, SlipNote, SlipTotal } from '#client/ui/brand/Slip.tsx';
import { SkeletonLine } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState, LoadedQuery } from '#client/ui/feedback/States.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { Contents } from '#client/ui/layout/Contents.tsx';
import { Page, PageTitle } from '#client/ui/layout/Page.tsx';
import { dayMs } from '#shared/reference/units-of-time.ts';
import { postQuery, type Post } from '../blog.queries.ts';
import { isElement, readArticle } from '../components/blog.rich-text.ts';
import { Picture } from '../components/Picture.tsx';
import { PostList, Topic } from '../components/PostList.tsx';
import { PostMeta } from '../components/PostMeta.tsx';
import { RichText } from '../components/RichText.tsx';

/** Shows one post, or that it no longer exists. */
export function ArticlePage() {
  const { t } = useTranslation('blog');
  const { id = '' } = useParams();
  const post = useQuery(postQuery(id));
  if (post.data) return <Article post={post.data} />;
  return (
    <Page title={post.data === null ? t('gone.title') : t('title')} width="text">
      <LoadedQuery query={post} skeleton={['h-5 w-64', 'h-80 w-full']}>
        {() => (
          <EmptyState
            title={t('gone.heading')}
            text={t('gone.text')}
            action={<ButtonLink to="/blog">{t('all')}</ButtonLink>}
          />
        )}
      </LoadedQuery>
    </Page>
  );
}

function Article({ post }: { post: Post }) {
  const { t } = useTranslation('blog');
  const article = useMemo(() => readArticle(post.content), [post.content]);
  const [blocksBefore, blocksAfter] = splitForSlip(article.blocks);
  const timeZone = useTimeZone();
  const isUpdated = Date.parse(post.updatedAt) - Date.parse(post.publishDate) > dayMs;
  return (
    <div className="wrap grid gap-10 py-8 md:py-12 lg:grid-cols-[minmax(0,65ch)_240px] lg:justify-between">
      <article className="flex min-w-0 flex-col gap-6">
        <header className="flex flex-col gap-3">
          <BackToAll />
          <Topic post={post} />
          <PageTitle title={post.title} description={post.excerpt} className="text-2xl wrap-anywhere md:text-3xl">
            <span lang={post.language} dir="auto" className="block">
              {post.title}
            </span>
          </PageTitle>
          {post.excerpt && (
            <p lang={post.language} dir="auto" className="text-lg text-muted wrap-anywhere">
              {post.excerpt}
            </p>
          )}
          <PostMeta post={post} />
          {isUpdated && (
            <p className="text-sm text-faint">{t('updated', { date: formatDate(post.updatedAt, { timeZone }) })}</p>
          )}
        </header>
        {post.featuredImage && <Picture src={post.featuredImage} alt="" className="w-full" />}
        <div className="flex flex-col gap-4">
          <Passage nodes={blocksBefore} language={post.language} />
          <SellSlip />
          <Passage nodes={blocksAfter} language={post.language} />
        </div>
        {post.tags.length > 0 && <Tags tags={post.tags} language={post.language} />}
        {post.related.length > 0 && (
          <section className="no-print mt-4 flex flex-col gap-4">
            <h2 className="text-xl">{t('related')}</h2>
            <PostList posts={post.related} label={t('related')} />
          </section>
        )}
      </article>
      {article.headings.length > 1 && (
        <Contents
          label={t('contents')}
          parts={article.headings.map(({ id, text }) => ({ id, text: <bdi lang={post.language}>{text}</bdi> }))}
        />
      )}
    </div>
  );
}

/** A part of the article in its own language and direction, which may differ from those of the page. */
function Passage({ nodes, language }: { nodes: DOMNode[]; language: string }) {
  return (
    <div lang={language} dir="auto" className="contents">
      <RichText nodes={nodes} />
    </div>
  );
}

/**
 * Shows the offer to sell after the second section of an article, or at its end, so that the reader has read something
 * first.
 */
function splitForSlip(blocks: readonly DOMNode[]): [DOMNode[], DOMNode[]] {
  const sectionStarts = blocks.flatMap((block, index) => (isElement(block) && block.name === 'h2' ? [index] : []));
  const introEnd = sectionStarts[2] ?? blocks.length;
  return [blocks.slice(0, introEnd), blocks.slice(introEnd)];
}

function BackToAll() {
  const { t } = useTranslation('blog');
  return (
    <Link to="/blog" className="no-print inline-flex min-h-11 items-center gap-2 self-start text-link font-medium">
      <ArrowLeft className="size-4 rtl:-scale-x-100" strokeWidth={2} />
      {t('all')}
    </Link>
  );
}

function Tags({ tags, language }: { tags: readonly string[]; language: string }) {
  const { t } = useTranslation('blog');
  return (
    <ul aria-label={t('tags')} className="no-print flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag}>
          <Link
            to={`/blog?q=${encodeURIComponent(tag)}`}
            className="inline-flex min-h-8 items-center rounded-control border border-line-strong px-3 text-sm text-muted wrap-anywhere hover:border-ink hover:text-ink pointer-coarse:min-h-11"
          >
            <bdi lang={language}>{tag}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}

// An amount that a new customer may sell without ID.
const amount = '0.02';

/** Shows the present payout of a sale inside an article about it; nothing without a rate. */
function SellSlip() {
  const { t } = useTranslation('blog');
  const { data: assets } = useQuery(cryptoAssetsQuery);
  const coins = assets && offeredAssets(assets);
  const coin = coins?.[0];
  const currency = useGuessedCurrency();
  const terms = coin && currency ? { cryptoId: coin.id, cryptoAmount: amount, targetCurrency: currency } : undefined;
  const { data: estimate, error } = useQuery(sellEstimateQuery(terms));
  if (error || estimate?.buyingRate === 0 || coins?.length === 0) return null;
  if (!coin || !estimate) return <SkeletonLine className="h-72 w-full max-w-[424px] rounded-card" />;
  const amountText = `${amount} ${coin.symbol}`;
  return (
    <aside aria-label={t('slip.label')} className="no-print my-2 max-w-[424px]">
      <Slip seed="Landfall" title={t('slip.title')}>
        <DottedRows className="mt-3 mb-2">
          <DottedRow label={t('slip.send')}>{amountText}</DottedRow>
          <DottedRow label={t('slip.rate')}>
            {formatRate(coin.symbol, estimate.currency, estimate.buyingRate)}
          </DottedRow>
          <DottedRow label={t('slip.fee')}>{formatPercent(estimate.feePercent)}</DottedRow>
        </DottedRows>
        <PerforatedEdge />
        <SlipTotal label={t('slip.get')} amount={estimate.netAmount} currency={estimate.currency} />
        <ButtonLink variant="filled" wide to={`/sell?crypto=${coin.id}&amount=${amount}&currency=${estimate.currency}`}>
          {t('slip.sell', { what: amountText })}
        </ButtonLink>
        <SlipNote>{t('slip.note')}</SlipNote>
      </Slip>
    </aside>
  );
}
