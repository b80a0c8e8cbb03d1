import type { z } from 'zod';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { openPicture } from '#server/features/files/files.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { FileAnswer } from '#server/http/reply.ts';
import { NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { blogImagesPath, type blogPostView, type listBlogPosts } from '#shared/blog/blog.contract.ts';
import { categoriesOf, readingMinutes, type BlogCategory } from '#shared/blog/blog.rules.ts';
import type { Id } from '#shared/kernel/ids.ts';
import shippedArticles from '#shared/reference/blog-articles.json' with { type: 'json' };
import { dayMs } from '#shared/reference/units-of-time.ts';
import { renderMarkdown } from './blog.markdown.ts';
import { articleVariables, interpolateVariables, presentSummary, type BlogPostSummary } from './blog.present.ts';
import * as queries from './blog.queries.ts';
import { beginSeeding, insertPost } from './blog.queries.ts';

export { articleVariables, interpolateVariables } from './blog.present.ts';
export { findPost, lockPost, type BlogPostRow } from './blog.queries.ts';

type Reader = Pick<Platform, 'db'> & SettingsPorts;
type ListQuery = z.output<(typeof listBlogPosts)['query']>;

const relatedPosts = 3;

/** A page of published posts, newest first: in the reader's language, or in every language if there is none in it. */
export async function publishedPosts(
  { db, settings }: Reader,
  { q, category, featured, language: wantedLanguage, page, pageSize }: ListQuery,
): Promise<{ items: BlogPostSummary[]; total: number }> {
  const categories = category === 'all' ? undefined : categoriesOf(category);
  const language = wantedLanguage && (await queries.hasPublishedIn(db, wantedLanguage)) ? wantedLanguage : undefined;
  const slice = { limit: pageSize, offset: (page - 1) * pageSize };
  const filter = { q, categories, featured: featured === '1', language };
  const { rows, total } = await queries.listPublished(db, filter, slice);
  const variables = articleVariables(settingsOf({ settings }));
  return { items: rows.map((row) => presentSummary(row, variables)), total };
}

/** One post, rendered and sanitised on read, with further posts to read. Refuses with not_found, for a draft too. */
export async function publishedPost({ db, settings }: Reader, id: Id<'post'>): Promise<z.input<typeof blogPostView>> {
  const row = await queries.findPublished(db, id);
  if (!row) throw new NotFound('article_not_found');
  const variables = articleVariables(settingsOf({ settings }));
  const relatedRows = await queries.findRelated(db, row, relatedPosts);
  return {
    ...presentSummary(row, variables),
    content: await renderMarkdown(interpolateVariables(row.content, variables)),
    related: relatedRows.map((post) => presentSummary(post, variables)),
  };
}

/** Addresses of published posts, newest first, as many as one sitemap takes. */
export async function publishedAddresses({ db }: Pick<Platform, 'db'>): Promise<{ path: string; updatedAt: Date }[]> {
  const posts = await queries.listPublishedIds(db, 45_000);
  return posts.map(({ id, updatedAt }) => ({ path: `/blog/${id}`, updatedAt }));
}

/**
 * An uploaded picture: of a published post for every caller, of any other for members who write posts. Refuses with
 * not_found.
 */
export async function blogImage(
  deps: Pick<Platform, 'db' | 'storage'>,
  actor: Actor | null,
  filename: string,
): Promise<{ picture: FileAnswer; isPublic: boolean }> {
  const isPublic = await queries.isPublishedImage(deps.db, `${blogImagesPath}/${filename}`);
  if (!isPublic && !actor?.may.includes('content.write')) throw new NotFound('picture_not_found');
  return { picture: await openPicture(deps, filename, 'blog'), isPublic };
}

type Article = {
  title: string;
  excerpt: string;
  category: BlogCategory;
  tags: string[];
  featured: boolean;
  /** Its age when the product starts for the first time. */
  daysOld: number;
  /** Paragraphs of Markdown; {{names}} are values of the settings, filled in when it is read. */
  content: string[];
};
// JSON gives codes as text.
const articles = shippedArticles as Article[];

/** Writes the shipped articles once per installation: drafts in production, where no one has reviewed them. */
export async function seedArticles(deps: Pick<Platform, 'inTx' | 'now' | 'env'> & SettingsPorts): Promise<void> {
  const { name: authorName } = settingsOf(deps).brand;
  await deps.inTx(async (tx) => {
    if (!(await beginSeeding(tx, { name: 'articles' }))) return;
    for (const { daysOld, content: paragraphs, ...article } of articles) {
      const { title, excerpt, tags } = article;
      const content = paragraphs.join('\n\n');
      const at = new Date(deps.now().getTime() - daysOld * dayMs);
      const { id } = await insertPost(tx, {
        ...article,
        content,
        authorName,
        status: deps.env.production ? 'draft' : 'published',
        publishDate: deps.env.production ? null : at,
        createdAt: at,
        updatedAt: at,
        readMinutes: readingMinutes(content),
        search: [title, excerpt, tags.join(' '), content].join('\n').toLowerCase(),
      });
      await recordAudit(tx, 'system', 'blog_post.seeded', { type: 'blog_post', id }, { title });
    }
  });
}
