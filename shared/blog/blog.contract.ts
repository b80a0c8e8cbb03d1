import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { fileErrors } from '#shared/kernel/error.ts';
import { idOf, text, timestamp } from '#shared/kernel/fields.ts';
import { pageQuery } from '#shared/kernel/paging.ts';
import { reason } from '#shared/kernel/reason.ts';
import { languageCodes } from '#shared/reference/languages.ts';
import { maxSearchLength } from '#shared/reference/search-lengths.ts';
import { blogCategories, blogTopics, tagsOf } from './blog.rules.ts';

/** A post in a list, as readers see it. */
export const blogPostSummary = z.object({
  id: idOf('post'),
  title: z.string(),
  excerpt: z.string(),
  /** The language of title and text. */
  language: z.enum(languageCodes),
  category: z.enum(blogCategories),
  topic: z.enum(blogTopics),
  tags: z.array(z.string()),
  author: z.string(),
  publishDate: timestamp,
  updatedAt: timestamp,
  /** Minutes. */
  readTime: z.number().int(),
  featured: z.boolean(),
  /** An https or http address, or a picture of this site. */
  featuredImage: z.string().nullable(),
});

/** A post to read; `content` is sanitised HTML. */
export const blogPostView = blogPostSummary.extend({
  content: z.string(),
  related: z.array(blogPostSummary),
});

const status = z.enum(['draft', 'published']);

/** A post in the admin view; `content` is Markdown. A published post with a future date is scheduled. */
export const adminBlogPostView = z.object({
  id: idOf('post'),
  title: z.string(),
  content: z.string(),
  excerpt: z.string(),
  language: z.enum(languageCodes),
  category: z.enum(blogCategories),
  tags: z.array(z.string()),
  status,
  featured: z.boolean(),
  featuredImage: z.string().nullable(),
  publishDate: timestamp.nullable(),
  authorName: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** Grows with every change. A change may name the version that it is based on. */
  version: z.number().int(),
});

export const listBlogPosts = endpoint('GET /api/blog-posts', {
  access: 'public',
  summary:
    'Published posts, newest first: search, filter, page. With `language`, those in that language, where there are any; else all',
  query: pageQuery.extend({
    q: text(maxSearchLength).optional(),
    category: z.enum(['all', ...blogTopics]).default('all'),
    featured: z.enum(['1']).optional(),
    language: z.enum(languageCodes).optional(),
  }),
  response: z.array(blogPostSummary),
  paged: true,
});

export const getBlogPost = endpoint('GET /api/blog-posts/:id', {
  access: 'public',
  summary: 'One published post with what to read next',
  response: blogPostView,
  errors: ['not_found'],
});

/** Base path of uploaded blog pictures. */
export const blogImagesPath = '/api/blog-images';

export const getBlogImage = endpoint(`GET ${blogImagesPath}/:filename`, {
  access: 'public',
  summary: 'A picture of a published post; of any other post only for the administrator',
  params: z.object({ filename: z.string().max(200) }),
  response: 'file',
  errors: ['not_found'],
});

export const adminListBlogPosts = endpoint('GET /api/admin/blog-posts', {
  may: 'content.write',
  summary: 'All posts: search, filter, sort, page',
  query: pageQuery.extend({
    q: text(maxSearchLength).optional(),
    status: z.enum(['draft', 'published', 'scheduled']).optional(),
    category: z.enum(blogCategories).optional(),
    sort: z.enum(['newest', 'oldest', 'title']).default('newest'),
  }),
  response: z.array(adminBlogPostView),
  paged: true,
});

export const adminGetBlogPost = endpoint('GET /api/admin/blog-posts/:id', {
  may: 'content.write',
  summary: 'One post as the administrator sees it',
  response: adminBlogPostView,
  errors: ['not_found'],
});

const requiredReason = reason('title_and_content_required');
const ownImage = new RegExp(`^${blogImagesPath}/[0-9a-f-]{36}\\.(jpg|png|webp)$`);

/** Host, port, path and query; no user name before an @, no character that could end an attribute. */
const webImage = /^https?:\/\/[\p{L}\p{N}.-]+(:\d{1,5})?([/?][^\s"'<>\\]*)?$/iu;

/** Longest texts of a post, in characters, and the most tags. */
export const postLimits = { title: 160, excerpt: 400, authorName: 80, tag: 40, tags: 12 } as const;

const tag = text(postLimits.tag, { min: 1 });
const tagList = z
  .union([z.array(text(postLimits.tag)), text(1000).transform(tagsOf)], reason('tags_malformed'))
  .transform((tags) => [...new Set(tags)].filter(Boolean))
  .pipe(z.array(tag).max(postLimits.tags, reason('too_many_tags')));

const post = z.object({
  title: text(postLimits.title, { min: 1, error: requiredReason }),
  content: text(100_000, { min: 1, error: requiredReason }),
  excerpt: text(postLimits.excerpt),
  language: z.enum(languageCodes),
  category: z.enum(blogCategories, reason('category_required')),
  tags: tagList,
  status,
  featured: z.boolean(),
  featuredImage: z
    .union([text(2000), z.null()])
    .transform((value) => value || null)
    .refine((value) => value === null || ownImage.test(value) || webImage.test(value), reason('web_address_malformed')),
  publishDate: timestamp.nullable(),
  authorName: text(postLimits.authorName),
});

const onPost = { on: 'blog_post', may: 'content.write', ownCase: 'allowed' } as const;

export const createBlogPost = action('POST /api/admin/blog-posts', {
  ...onPost,
  summary: 'Write a post: as a draft, published at once, or published at a date to come',
  status: 201,
  body: post.partial().extend({ title: post.shape.title, content: post.shape.content }),
  response: adminBlogPostView,
  audit: 'blog_post.created',
});

export const updateBlogPost = action('PUT /api/admin/blog-posts/:id', {
  ...onPost,
  summary: 'Change what is named. With `version`, only if nobody has changed the post since',
  body: post.partial().extend({ version: z.number().int().min(1).optional() }),
  response: adminBlogPostView,
  audit: ['blog_post.changed', 'blog_post.published', 'blog_post.unpublished'],
});

export const deleteBlogPost = action('DELETE /api/admin/blog-posts/:id', {
  ...onPost,
  summary: 'Delete a post',
  response: 'empty',
  audit: 'blog_post.deleted',
});

export const previewBlogPost = endpoint('POST /api/admin/blog-preview', {
  may: 'content.write',
  summary: 'Markdown as readers will get it, and the values of the settings that a text may name',
  body: z.object({ content: text(100_000) }),
  response: z.object({ html: z.string(), minutes: z.number().int(), variables: z.record(z.string(), z.string()) }),
  limit: 'read',
});

export const uploadBlogImage = endpoint('POST /api/admin/blog-images', {
  may: 'content.write',
  summary: 'Upload a picture for a post; it is shown to readers once a published post uses it',
  status: 201,
  form: { fields: z.object({}), files: { image: { accept: 'image', maxCount: 1 } } },
  response: z.object({ featuredImage: z.string() }),
  errors: [...fileErrors],
  limit: 'upload',
});
