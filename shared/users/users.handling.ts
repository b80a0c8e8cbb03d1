import { z } from 'zod';
import { idOf } from '#shared/kernel/fields.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { reason } from '#shared/kernel/reason.ts';

/** Maximum number of tags of an order or a user, and maximum length of a tag. */
export const maxTags = 10;
const maxTagLength = 24;

/** Maximum length of a tag as it is typed or pasted, with the `#` that its stored form does not have. */
export const maxTypedTagLength = maxTagLength + 1;

/** Returns a tag as it is stored and looked up: NFKC, lower case, hyphens for spaces, no leading `#`. */
export function normalizeTag(input: string): string {
  return input
    .slice(0, 200)
    .normalize('NFKC')
    .trim()
    .replace(/^#+/, '')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/gu, '-');
}

/** Letters and digits of any script, with single hyphens between them. */
const tagShape = /^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u;

/** One tag, in its stored form. */
export const tag = z
  .string(reason('tag_invalid'))
  .transform(normalizeTag)
  .refine((value) => tagShape.test(value), reason('tag_invalid'))
  .refine((value) => value.length <= maxTagLength, reason('tag_invalid'));

/** A tag as it is typed to be added. */
export const oneTag = z.object({ tag });

/** All tags of an order or a user, each once and in the order of the alphabet. */
export const tagsInput = z.object({
  tags: z
    .array(tag)
    .max(100)
    .transform((tags) => [...new Set(tags)].toSorted())
    .pipe(z.array(z.string()).max(maxTags)),
});

/** The new assignee; null for none. */
export const assigneeInput = z.object({ userId: idOf('user').nullable() });

export const memberName = z.object({ id: idOf('user'), name: z.string() });

/** The assignee and the tags of an order or a user. Never shown to customers. */
export const handling = { tags: z.array(z.string()), assignee: memberName.nullable() };

/** Filters by assignee and tag: `me` is the caller, `none` is unassigned. */
export const handlingFilters = {
  assignee: z.union([z.literal(['me', 'none']), idOf('user')], reason('id_invalid')).optional(),
  tag: tag.optional(),
};

/** The filters of a list; `me` is resolved to the caller's id. */
export type HandlingFilter = { assigneeId: Id<'user'> | null; isUnassigned: boolean; tag: string | null };

/** Resolves the filters for the caller: `me` is their id, `none` is unassigned. */
export function handlingFilterOf(
  { assignee, tag: tagFilter }: { assignee?: string | undefined; tag?: string | undefined },
  callerId: Id<'user'>,
): HandlingFilter {
  const isUnassigned = assignee === 'none';
  const assigneeId = assignee === undefined || isUnassigned ? null : assignee === 'me' ? callerId : assignee;
  return { assigneeId, isUnassigned, tag: tagFilter ?? null };
}
