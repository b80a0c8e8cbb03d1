import { wireForm } from '#client/ui/form/contract-schemas.ts';
import { createBlogPost } from '#shared/blog/blog.contract.ts';
import { blogCategories, tagsOf, type BlogCategory } from '#shared/blog/blog.rules.ts';
import { languageCodes, type LanguageCode } from '#shared/reference/languages.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import type { AdminPost } from './blog.admin.queries.ts';

/** A post as it is being typed. */
export interface PostDraft {
  title: string;
  excerpt: string;
  content: string;
  language: LanguageCode;
  category: BlogCategory;
  /** Commas separate them. */
  tags: string;
  featured: boolean;
  featuredImage: string;
  /** The value of a field of date and time: local, without a zone; empty means "at publication". */
  publishDate: string;
  authorName: string;
}

/** The editor's initial values: the stored post, or empty. */
export function draftOf(post: AdminPost | undefined): PostDraft {
  return {
    title: post?.title ?? '',
    excerpt: post?.excerpt ?? '',
    content: post?.content ?? '',
    language: post?.language ?? 'en',
    category: post?.category ?? blogCategories[0],
    tags: post?.tags.join(', ') ?? '',
    featured: post?.featured ?? false,
    featuredImage: post?.featuredImage ?? '',
    publishDate: post?.publishDate ? localTime(post.publishDate) : '',
    authorName: post?.authorName ?? '',
  };
}

/** A draft from browser storage, which users can edit: undefined unless it is complete. */
export function parseStoredDraft(storedText: unknown): PostDraft | undefined {
  if (typeof storedText !== 'object' || storedText === null) return undefined;
  const defaultDraft = draftOf(undefined);
  const hasFieldTypes = Object.entries(defaultDraft).every(
    ([key, value]) => typeof Reflect.get(storedText, key) === typeof value,
  );
  // Each field has the type of its default; the two choices are checked below.
  const draft = storedText as PostDraft;
  const hasKnownOptions = blogCategories.includes(draft.category) && languageCodes.includes(draft.language);
  return hasFieldTypes && hasKnownOptions ? draft : undefined;
}

/** Returns the draft of a post as the server takes it: trimmed, with its tags as a list. */
export function bodyOf(draft: PostDraft) {
  const { title, excerpt, content, language, category, featured, featuredImage, authorName } = draft;
  return {
    title: title.trim(),
    excerpt: excerpt.trim(),
    content,
    language,
    category,
    tags: tagsOf(draft.tags),
    featured,
    featuredImage: featuredImage.trim() || null,
    publishDate: draft.publishDate ? new Date(draft.publishDate).toISOString() : null,
    ...(authorName.trim() && { authorName: authorName.trim() }),
  };
}

/** Parses the fields as a new post; a change has the same fields. */
export const postForm = wireForm(createBlogPost.body, bodyOf);

/** True if nothing is left to save. */
export const isSame = (a: PostDraft, b: PostDraft): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The status of a post for its readers: `scheduled` is published at a later moment. */
export function publishStateOf({ status, publishDate }: Pick<AdminPost, 'status' | 'publishDate'>) {
  const isScheduled = publishDate !== null && Date.parse(publishDate) > Date.now();
  return status === 'published' && isScheduled ? 'scheduled' : status;
}

function localTime(instant: string): string {
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * minuteMs).toISOString().slice(0, 16);
}
