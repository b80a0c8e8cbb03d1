import type { z } from 'zod';
import type { blogPostSummary, deskBlogPostView } from '#shared/blog/blog.contract.ts';
import { topicOf } from '#shared/blog/blog.rules.ts';
import { fillFacts } from './blog.facts.ts';
import type { BlogPostRow, PublishedRow } from './blog.queries.ts';

export type BlogPostSummary = z.input<typeof blogPostSummary>;
export type DeskBlogPost = z.input<typeof deskBlogPostView>;

/** A published post as lists show it, with the facts of the settings filled in. */
export function presentSummary(row: PublishedRow, facts: Record<string, string>): BlogPostSummary {
  const { id, title, excerpt, category, tags, featured, featuredImage, authorName, readMinutes } = row;
  return {
    id,
    category,
    tags,
    featured,
    featuredImage,
    title: fillFacts(title, facts),
    excerpt: fillFacts(excerpt, facts),
    topic: topicOf(category),
    author: authorName,
    readTime: readMinutes,
    publishDate: row.publishDate.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** A post as the desk keeps it. */
export function presentPost(row: BlogPostRow): DeskBlogPost {
  const { readMinutes: _, ...shown } = row;
  return {
    ...shown,
    publishDate: row.publishDate?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
