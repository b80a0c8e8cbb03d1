import type { z } from 'zod';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { deleteFiles, filesOlderThan, insertFile, uploadCommand } from '#server/features/files/files.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { StagedFile } from '#server/http/uploads.ts';
import { Invalid, NotFound, wrongField } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/blog/blog.contract.ts';
import { readingMinutes } from '#shared/blog/blog.rules.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import { isNestedTooDeep, renderMarkdown } from './blog.markdown.ts';
import { articleVariables, interpolateVariables, presentPost, type AdminBlogPost } from './blog.present.ts';
import * as queries from './blog.queries.ts';

type ListQuery = z.output<(typeof contract.adminListBlogPosts)['query']>;

/** A page of all posts, drafts and scheduled ones too. */
export async function adminPosts(
  { db }: Pick<Platform, 'db'>,
  { page, pageSize, ...filter }: ListQuery,
): Promise<{ items: AdminBlogPost[]; total: number }> {
  const { rows, total } = await queries.listPosts(db, filter, { limit: pageSize, offset: (page - 1) * pageSize });
  return { items: rows.map(presentPost), total };
}

/** Returns a post in any state. Refuses with not_found. */
export async function adminPost({ db }: Pick<Platform, 'db'>, id: Id<'post'>): Promise<AdminBlogPost> {
  const row = await queries.findPost(db, id);
  if (!row) throw new NotFound('post_not_found');
  return presentPost(row);
}

/** Renders Markdown as readers will see it. */
export async function previewPost(
  { settings }: SettingsPorts,
  content: string,
): Promise<z.input<(typeof contract.previewBlogPost)['response']>> {
  assertRenderable(content);
  const variables = articleVariables(settingsOf({ settings }));
  return {
    html: await renderMarkdown(interpolateVariables(content, variables)),
    minutes: readingMinutes(content),
    variables,
  };
}

/**
 * Stores a picture for a post that will name it; one that none names within a day is swept. Refuses with file_missing.
 */
export async function addImage(
  deps: Pick<Platform, 'db' | 'inTx' | 'storage'>,
  actor: Actor,
  stagedFiles: readonly StagedFile[],
): Promise<{ featuredImage: string }> {
  const [image] = stagedFiles;
  if (!image) throw wrongField('image', 'picture_required', 'file_missing');
  return uploadCommand(deps, { files: [image], purpose: 'blog', ownerId: null }, async (tx, [storedPicture]) => {
    const { id, filename } = await insertFile(tx, storedPicture);
    await recordAudit(tx, actor, 'blog_image.uploaded', { type: 'file', id });
    return { featuredImage: `${contract.blogImagesPath}/${filename}` };
  });
}

const graceMs = dayMs;

/** Removes pictures that no post names a day after they were uploaded. */
export async function deleteUnusedImages({ db, inTx, now }: Pick<Platform, 'db' | 'inTx' | 'now'>): Promise<void> {
  const oldFiles = await filesOlderThan(db, { purpose: 'blog', before: new Date(now().getTime() - graceMs) });
  await inTx(async (tx) => {
    const unusedFilenames: string[] = [];
    for (const { id, filename } of oldFiles) {
      if (!(await queries.isUsedImage(tx, `${contract.blogImagesPath}/${filename}`))) unusedFilenames.push(id);
    }
    await deleteFiles(tx, unusedFilenames);
  });
}

/** Refuses with invalid_input for a text whose quotes or lists are nested too deep to be rendered. */
export function assertRenderable(content: string): void {
  const reason = 'post_nested_too_deep';
  if (isNestedTooDeep(content)) throw new Invalid('invalid_input', reason, { fields: { content: reason } });
}
