import type { z } from 'zod';
import type { adminBlogPostView, blogPostSummary } from '#shared/blog/blog.contract.ts';
import { topicOf } from '#shared/blog/blog.rules.ts';
import type { BlogPostRow, PublishedRow } from './blog.queries.ts';
import { interpolateVariables } from './blog.variables.ts';

export type BlogPostSummary = z.input<typeof blogPostSummary>;
export type AdminBlogPost = z.input<typeof adminBlogPostView>;

/** A published post as lists show it, with the settings' values interpolated. */
export function presentSummary(row: PublishedRow, variables: Record<string, string>): BlogPostSummary {
  const { id, title, excerpt, language, category, tags, featured, featuredImage, authorName, readMinutes } = row;
  return {
    id,
    language,
    category,
    tags,
    featured,
    featuredImage,
    title: interpolateVariables(title, variables),
    excerpt: interpolateVariables(excerpt, variables),
    topic: topicOf(category),
    author: authorName,
    readTime: readMinutes,
    publishDate: row.publishDate.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function presentPost(row: BlogPostRow): AdminBlogPost {
  const { readMinutes: _, ...shown } = row;
  return {
    ...shown,
    publishDate: row.publishDate?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
