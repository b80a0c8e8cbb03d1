import { act, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { auditRecord } from '#server/features/audit/audit.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { Conflict } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/blog/blog.contract.ts';
import { readingMinutes } from '#shared/blog/blog.rules.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { givenOf } from '#shared/kernel/records.ts';
import { assertRenderable } from './blog.admin.service.ts';
import { presentPost, type AdminBlogPost } from './blog.present.ts';
import * as queries from './blog.queries.ts';
import type { BlogPostRow } from './blog.queries.ts';

type BlogDeps = Pick<Platform, 'inTx' | 'now'> & SettingsPorts;

const postRow: ActionRow<BlogDeps, BlogPostRow, AdminBlogPost, { id: Id<'post'> }> = {
  lock: (tx, { id }) => queries.lockPost(tx, id),
  missing: 'post_not_found',
  version: {
    of: ({ version }) => version,
    changed: ({ version, updatedAt }) =>
      new Conflict('conflict', 'post_changed', { version, updatedAt: updatedAt.toISOString() }),
  },
  present: presentPost,
};

/** All posts: a new one has no row before it is written. */
const postList: ActionRow<BlogDeps, true, never, undefined> = {
  lock: async () => true,
  missing: 'post_not_found',
  present: () => {
    throw new Error('A list is not shown after an action.');
  },
};

/** Writes a post; without a status it is a draft, without a date a published one is published now. */
const createPost = act(contract.createBlogPost, postList, {
  apply: async ({ tx, deps, body: post }) => {
    const postFields = completePost(deps, {
      ...post,
      excerpt: post.excerpt ?? '',
      category: post.category ?? 'Company News',
      tags: post.tags ?? [],
      status: post.status ?? 'draft',
      authorName: post.authorName || settingsOf(deps).brand.name,
    });
    const row = await queries.insertPost(tx, postFields);
    return { answer: presentPost(row), details: auditedOf(row), subjectId: row.id };
  },
});

/** Changes the named fields. Refuses with conflict a post of another version than the one the change was made from. */
const changePost = act(contract.updateBlogPost, postRow, {
  apply: async ({ tx, deps, row: before, body, now }) => {
    const { version: _, ...fields } = body;
    const givenFields = givenOf(fields);
    const nextPost = { ...before, ...givenFields, authorName: givenFields.authorName || before.authorName };
    const postFields = { ...completePost(deps, nextPost), version: before.version + 1, updatedAt: now };
    const row = await queries.writePost(tx, before.id, postFields);
    return { row, entries: [{ record: auditRecord(`blog_post.${verbOf(before, row)}`, auditedOf(row)) }] };
  },
});

function verbOf(before: BlogPostRow, after: BlogPostRow): 'changed' | 'published' | 'unpublished' {
  if (before.status === after.status) return 'changed';
  return after.status === 'published' ? 'published' : 'unpublished';
}

/** Deletes a post. Its uploaded picture is unreferenced from now on, and deleted a day later. */
const deletePost = act(contract.deleteBlogPost, postRow, {
  apply: async ({ tx, row }) => {
    await queries.deletePost(tx, { id: row.id });
    return { answer: undefined, details: auditedOf(row) };
  },
});

const auditedOf = ({ title, status, version, publishDate }: BlogPostRow) => ({ title, status, version, publishDate });

type Written = Pick<
  queries.NewBlogPost,
  'title' | 'content' | 'language' | 'category' | 'status' | 'authorName' | 'featured' | 'featuredImage'
> & {
  excerpt: string;
  tags: string[];
  publishDate?: string | Date | null | undefined;
};

/** Computes the reading time, the search text and the time of publishing. */
function completePost({ now }: Pick<Platform, 'now'>, post: Written): queries.NewBlogPost {
  const { title, content, excerpt, tags, status, publishDate } = post;
  assertRenderable(content);
  const date = publishDate ? new Date(publishDate) : null;
  return {
    ...post,
    publishDate: date ?? (status === 'published' ? now() : null),
    readMinutes: readingMinutes(content),
    search: [title, excerpt, tags.join(' '), content].join('\n').toLowerCase(),
  };
}

/** Each action of the team on posts, except the upload of a picture. */
export const blogActions: ActionsOf<BlogDeps, 'content.write'> = [createPost, changePost, deletePost];
