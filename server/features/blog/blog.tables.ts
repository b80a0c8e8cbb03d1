import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { idColumn, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';
import type { BlogCategory } from '#shared/blog/blog.rules.ts';
import { languageCodes } from '#shared/reference/languages.ts';

/** Blog posts. A published one with a future date is scheduled: readers see it from that moment on. */
export const blogPosts = pgTable(
  'blog_posts',
  {
    id: idColumn('post'),
    title: text('title').notNull(),
    /** Markdown, as it was written: it is rendered and sanitised when it is read. */
    content: text('content').notNull(),
    excerpt: text('excerpt').notNull().default(''),
    /** Language of the text, for readers and screen readers. */
    language: text('language', { enum: languageCodes }).notNull().default('en'),
    category: text('category').$type<BlogCategory>().notNull(),
    tags: text('tags').array().notNull().default([]),
    status: text('status', { enum: ['draft', 'published'] }).notNull(),
    featured: boolean('featured').notNull().default(false),
    featuredImage: text('featured_image'),
    publishDate: moment('publish_date'),
    authorName: text('author_name').notNull(),
    readMinutes: integer('read_minutes').notNull(),
    /** Title, excerpt, tags and content in lower case, for the search. */
    search: text('search').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull().default(now),
    updatedAt: moment('updated_at').notNull().default(now),
  },
  (t) => [
    index('blog_posts_published')
      .on(t.publishDate.desc().nullsFirst(), t.id)
      .where(sql`${t.status} = 'published'`),
    index('blog_posts_created').on(t.createdAt.desc().nullsFirst(), t.id),
    index('blog_posts_image').on(t.featuredImage),
    index('blog_posts_search').using('gin', t.search.op('gin_trgm_ops')),
    check('blog_posts_status', sql`${t.status} in ('draft', 'published')`),
    check('blog_posts_date', sql`${t.status} = 'draft' or ${t.publishDate} is not null`),
  ],
);

/** When the shipped articles were published here, so that deleted ones do not reappear. */
export const blogSeedings = pgTable('blog_seedings', {
  name: text('name').primaryKey(),
  at: moment('at').notNull().default(now),
});
