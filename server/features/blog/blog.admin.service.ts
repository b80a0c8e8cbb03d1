import type { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { deleteFiles, filesOlderThan, insertFile, uploadCommand } from '#server/features/files/files.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { StagedFile } from '#server/http/uploads.ts';
import { Conflict, Invalid, NotFound, wrongField } from '#server/lib/refusal.ts';
import { dayMs } from '#server/lib/time.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/blog/blog.contract.ts';
import { readingMinutes } from '#shared/blog/blog.rules.ts';
import { isNestedTooDeep, renderMarkdown } from './blog.markdown.ts';
import { articleVariables, interpolateVariables, presentPost, type AdminBlogPost } from './blog.present.ts';
import * as queries from './blog.queries.ts';

type ListQuery = z.output<(typeof contract.adminListBlogPosts)['query']>;
type NewPost = z.output<(typeof contract.createBlogPost)['body']>;
type Change = z.output<(typeof contract.updateBlogPost)['body']>;
type BlogDeps = Pick<Platform, 'inTx' | 'now'> & SettingsPorts;

/** A page of all posts, drafts and scheduled ones too. */
export async function adminPosts(
  { db }: Pick<Platform, 'db'>,
  { page, pageSize, ...filter }: ListQuery,
): Promise<{ items: AdminBlogPost[]; total: number }> {
  const { rows, total } = await queries.listPosts(db, filter, { limit: pageSize, offset: (page - 1) * pageSize });
  return { items: rows.map(presentPost), total };
}

export async function adminPost({ db }: Pick<Platform, 'db'>, id: string): Promise<AdminBlogPost> {
  const row = await queries.findPost(db, id);
  if (!row) throw new NotFound('post_not_found');
  return presentPost(row);
}

/** Writes a post; without a status it is a draft, without a date a published one is published now. */
export async function createPost(deps: BlogDeps, actor: Actor, post: NewPost): Promise<AdminBlogPost> {
  const written = completed(deps, {
    ...post,
    excerpt: post.excerpt ?? '',
    category: post.category ?? 'Company News',
    tags: post.tags ?? [],
    status: post.status ?? 'draft',
    authorName: post.authorName || settingsOf(deps).brand.name,
  });
  return deps.inTx(async (tx) => {
    const row = await queries.insertPost(tx, written);
    await recordPostAction(tx, actor, 'created', row);
    return presentPost(row);
  });
}

/** Changes what is named. Throws Conflict when the post has another version than the one the change was made from. */
export async function changePost(deps: BlogDeps, actor: Actor, id: string, change: Change): Promise<AdminBlogPost> {
  const { version, ...named } = change;
  return deps.inTx(async (tx) => {
    const before = await queries.lockPost(tx, id);
    if (!before) throw new NotFound('post_not_found');
    if (version !== undefined && version !== before.version) throw changedMeanwhile(before);
    const given = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) as Change;
    const next = { ...before, ...given, authorName: given.authorName || before.authorName };
    const written = { ...completed(deps, next), version: before.version + 1, updatedAt: deps.now() };
    const row = await queries.writePost(tx, id, written);
    await recordPostAction(tx, actor, actionOf(before, row), row);
    return presentPost(row);
  });
}

const changedMeanwhile = ({ version, updatedAt }: queries.BlogPostRow) =>
  new Conflict('conflict', 'post_changed', { version, updatedAt: updatedAt.toISOString() });

function actionOf(before: queries.BlogPostRow, after: queries.BlogPostRow): 'changed' | 'published' | 'unpublished' {
  if (before.status === after.status) return 'changed';
  return after.status === 'published' ? 'published' : 'unpublished';
}

/** Deletes a post. Its uploaded picture is unreferenced from now on, and deleted a day later. */
export async function removePost({ inTx }: Pick<Platform, 'inTx'>, actor: Actor, id: string): Promise<void> {
  await inTx(async (tx) => {
    const row = await queries.lockPost(tx, id);
    if (!row) throw new NotFound('post_not_found');
    await queries.deletePost(tx, { id });
    await recordPostAction(tx, actor, 'deleted', row);
  });
}

/** Markdown as readers will get it. */
export function previewPost(
  { settings }: SettingsPorts,
  content: string,
): z.input<(typeof contract.previewBlogPost)['response']> {
  requireRenderable(content);
  const variables = articleVariables(settingsOf({ settings }));
  return {
    html: renderMarkdown(interpolateVariables(content, variables)),
    minutes: readingMinutes(content),
    variables,
  };
}

/** Stores a picture for a post that will name it; one that none names within a day is swept. */
export async function addImage(
  deps: Pick<Platform, 'db' | 'inTx' | 'storage'>,
  actor: Actor,
  staged: readonly StagedFile[],
): Promise<{ featuredImage: string }> {
  const [image] = staged;
  if (!image) throw wrongField('image', 'picture_required', 'file_missing');
  return uploadCommand(deps, { files: [image], purpose: 'blog', ownerId: null }, async (tx, [stored]) => {
    const { id, filename } = await insertFile(tx, stored);
    await recordAudit(tx, actor, 'blog_image.uploaded', { type: 'file', id });
    return { featuredImage: `${contract.blogImagesPath}/${filename}` };
  });
}

const graceMs = dayMs;

/** Removes pictures that no post names a day after they came. */
export async function deleteUnusedImages({ db, inTx, now }: Pick<Platform, 'db' | 'inTx' | 'now'>): Promise<void> {
  const old = await filesOlderThan(db, { purpose: 'blog', before: new Date(now().getTime() - graceMs) });
  await inTx(async (tx) => {
    const unused: string[] = [];
    for (const { id, filename } of old) {
      if (!(await queries.isUsedImage(tx, `${contract.blogImagesPath}/${filename}`))) unused.push(id);
    }
    await deleteFiles(tx, unused);
  });
}

type Written = Pick<
  queries.NewBlogPost,
  'title' | 'content' | 'language' | 'category' | 'status' | 'authorName' | 'featured' | 'featuredImage'
> & {
  excerpt: string;
  tags: string[];
  publishDate?: string | Date | null | undefined;
};

/** What follows from the rest: reading time, the text that is searched, the moment of publishing. */
function completed({ now }: Pick<Platform, 'now'>, post: Written): queries.NewBlogPost {
  const { title, content, excerpt, tags, status, publishDate } = post;
  requireRenderable(content);
  const date = publishDate ? new Date(publishDate) : null;
  return {
    ...post,
    publishDate: date ?? (status === 'published' ? now() : null),
    readMinutes: readingMinutes(content),
    search: [title, excerpt, tags.join(' '), content].join('\n').toLowerCase(),
  };
}

type PostAction = 'created' | 'changed' | 'published' | 'unpublished' | 'deleted';

async function recordPostAction(tx: Tx, actor: Actor, verb: PostAction, row: queries.BlogPostRow): Promise<void> {
  const { id, title, status, version, publishDate } = row;
  await recordAudit(tx, actor, `blog_post.${verb}`, { type: 'blog_post', id }, { title, status, version, publishDate });
}

/** Refuses with invalid_input what readers could not be shown. */
function requireRenderable(content: string): void {
  const reason = 'post_nested_too_deep';
  if (isNestedTooDeep(content)) throw new Invalid('invalid_input', reason, { fields: { content: reason } });
}
