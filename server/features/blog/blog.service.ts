import type { z } from 'zod';
import { openPicture } from '#server/features/files/files.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { FileAnswer } from '#server/http/serving/send-file.ts';
import { NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { blogImagesPath, type blogPostView, type listBlogPosts } from '#shared/blog/blog.contract.ts';
import { categoriesOf } from '#shared/blog/blog.rules.ts';
import { renderMarkdown } from './blog.markdown.ts';
import { presentSummary, type BlogPostSummary } from './blog.present.ts';
import * as queries from './blog.queries.ts';
import { articleVariables, interpolateVariables } from './blog.variables.ts';

export { seedArticles } from './blog.seeds.ts';

type Reader = Pick<Platform, 'db'> & SettingsPorts;
type ListQuery = z.output<(typeof listBlogPosts)['query']>;

const relatedPosts = 3;

/** A page of what is published by now, newest first: in the reader's language, or all of it where that has nothing. */
export async function publishedPosts(
  { db, settings }: Reader,
  { q, category, featured, language: wanted, page, pageSize }: ListQuery,
): Promise<{ items: BlogPostSummary[]; total: number }> {
  const categories = category === 'all' ? undefined : categoriesOf(category);
  const language = wanted && (await queries.hasPublishedIn(db, wanted)) ? wanted : undefined;
  const slice = { limit: pageSize, offset: (page - 1) * pageSize };
  const filter = { q, categories, featured: featured === '1', language };
  const { rows, total } = await queries.listPublished(db, filter, slice);
  const variables = articleVariables(settingsOf({ settings }));
  return { items: rows.map((row) => presentSummary(row, variables)), total };
}

/** One post, rendered and sanitised on read, with further posts to read. A draft is answered like a missing post. */
export async function publishedPost({ db, settings }: Reader, id: string): Promise<z.input<typeof blogPostView>> {
  const row = await queries.findPublished(db, id);
  if (!row) throw new NotFound('article_not_found');
  const variables = articleVariables(settingsOf({ settings }));
  const related = await queries.findRelated(db, row, relatedPosts);
  return {
    ...presentSummary(row, variables),
    content: renderMarkdown(interpolateVariables(row.content, variables)),
    related: related.map((post) => presentSummary(post, variables)),
  };
}

/** Addresses of what is published, newest first, as many as one sitemap takes. */
export async function publishedAddresses({ db }: Pick<Platform, 'db'>): Promise<{ path: string; updatedAt: Date }[]> {
  const posts = await queries.listPublishedIds(db, 45_000);
  return posts.map(({ id, updatedAt }) => ({ path: `/blog/${id}`, updatedAt }));
}

/** An uploaded picture: of a published post for every caller, of any other for administrators alone. */
export async function blogImage(
  deps: Pick<Platform, 'db' | 'storage'>,
  actor: Actor | null,
  filename: string,
): Promise<{ picture: FileAnswer; isPublic: boolean }> {
  const isPublic = await queries.isPublishedImage(deps.db, `${blogImagesPath}/${filename}`);
  if (!isPublic && !actor?.may.includes('content.write')) throw new NotFound('picture_not_found');
  return { picture: await openPicture(deps, filename, 'blog'), isPublic };
}
