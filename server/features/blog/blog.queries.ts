import { and, asc, desc, eq, getTableColumns, inArray, like, lte, ne, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { containsPattern } from '#server/db/like.ts';
import { exists, sent, firstRow, type Blanks, type Drizzle } from '#server/db/query.ts';
import type { BlogCategory } from '#shared/blog/blog.rules.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { LanguageCode } from '#shared/reference/languages.ts';
import { blogPosts, blogSeedings } from './blog.tables.ts';

export type BlogPostRow = Omit<typeof blogPosts.$inferSelect, 'search'>;
/** Columns that lists show to readers: everything but the text itself. */
export type PublishedRow = Omit<BlogPostRow, 'content' | 'publishDate'> & { publishDate: Date };
export type NewBlogPost = typeof blogPosts.$inferInsert;

export type Slice = { limit: number; offset: number };
export type PageOfPosts<Row> = { rows: Row[]; total: number };

const { search: _search, ...allColumns } = getTableColumns(blogPosts);
const { content: _content, ...shortColumns } = allColumns;

const isPublic = and(eq(blogPosts.status, 'published'), lte(blogPosts.publishDate, sql`now()`));

export type PublicFilter = {
  q?: string | undefined;
  categories?: BlogCategory[] | undefined;
  featured?: boolean;
  language?: LanguageCode | undefined;
};

const hasSome = async (db: Db, condition: SQL | undefined): Promise<boolean> =>
  (await db.select({ id: blogPosts.id }).from(blogPosts).where(condition).limit(1)).length > 0;

/** True if any post is published in this language. */
export const hasPublishedIn = (db: Db, language: LanguageCode) =>
  hasSome(db, and(isPublic, eq(blogPosts.language, language)));

/** Returns a page of published posts, newest first. */
export async function listPublished(db: Db, filter: PublicFilter, slice: Slice): Promise<PageOfPosts<PublishedRow>> {
  const { q, categories, featured, language } = filter;
  const condition = and(
    isPublic,
    q ? like(blogPosts.search, containsPattern(q)) : undefined,
    categories && inArray(blogPosts.category, categories),
    featured ? eq(blogPosts.featured, true) : undefined,
    language && eq(blogPosts.language, language),
  );
  const rows = await db
    .select(shortColumns)
    .from(blogPosts)
    .where(condition)
    .orderBy(desc(blogPosts.publishDate), asc(blogPosts.id))
    .limit(slice.limit)
    .offset(slice.offset);
  // The condition leaves rows with a date of publication only.
  return { rows: rows as PublishedRow[], total: await db.$count(blogPosts, condition) };
}

/** Returns a published post; undefined if there is none. */
export async function findPublished(db: Db, id: Id<'post'>): Promise<(PublishedRow & { content: string }) | undefined> {
  const [row] = await db
    .select(allColumns)
    .from(blogPosts)
    .where(and(eq(blogPosts.id, id), isPublic));
  // The condition leaves rows with a date of publication only.
  return row as (PublishedRow & { content: string }) | undefined;
}

/** Other published posts in the same language, nearest first: the same category, then shared tags, then the newest. */
export async function findRelated(db: Db, post: PublishedRow, limit: number): Promise<PublishedRow[]> {
  const sharedTags = sql`cardinality(array(select unnest(${blogPosts.tags}) intersect select unnest(${sql.param(post.tags)}::text[])))`;
  const rows = await db
    .select(shortColumns)
    .from(blogPosts)
    .where(and(isPublic, eq(blogPosts.language, post.language), ne(blogPosts.id, post.id)))
    .orderBy(
      desc(sql`(${blogPosts.category} = ${post.category})::int * 2 + ${sharedTags}`),
      desc(blogPosts.publishDate),
      asc(blogPosts.id),
    )
    .limit(limit);
  // The condition leaves rows with a date of publication only.
  return rows as PublishedRow[];
}

/** Lists the ids of published posts with the moment of their last change, newest first. */
export async function listPublishedIds(db: Db, limit: number): Promise<{ id: Id<'post'>; updatedAt: Date }[]> {
  return db
    .select({ id: blogPosts.id, updatedAt: blogPosts.updatedAt })
    .from(blogPosts)
    .where(isPublic)
    .orderBy(desc(blogPosts.publishDate), asc(blogPosts.id))
    .limit(limit);
}

/** True if a picture belongs to a post that readers may see. */
export const isPublishedImage = (db: Db, featuredImage: string) =>
  hasSome(db, and(eq(blogPosts.featuredImage, featuredImage), isPublic));

/** True if any post, published or not, uses a picture. */
export const isUsedImage = (db: Db, featuredImage: string) => hasSome(db, eq(blogPosts.featuredImage, featuredImage));

export type AdminPostFilter = {
  q?: string | undefined;
  status?: 'draft' | 'published' | 'scheduled' | undefined;
  category?: BlogCategory | undefined;
  sort: 'newest' | 'oldest' | 'title';
};

const statusFilters: Record<'draft' | 'published' | 'scheduled', SQL | undefined> = {
  draft: eq(blogPosts.status, 'draft'),
  published: isPublic,
  scheduled: and(eq(blogPosts.status, 'published'), sql`${blogPosts.publishDate} > now()`),
};

/** Returns one page of the posts in any state, and the number of all that match the filter. */
export async function listPosts(db: Db, filter: AdminPostFilter, slice: Slice): Promise<PageOfPosts<BlogPostRow>> {
  const { q, status, category, sort } = filter;
  const condition = and(
    q ? like(blogPosts.search, containsPattern(q)) : undefined,
    status && statusFilters[status],
    category && eq(blogPosts.category, category),
  );
  const orders = {
    newest: [desc(blogPosts.createdAt), asc(blogPosts.id)],
    oldest: [asc(blogPosts.createdAt), asc(blogPosts.id)],
    title: [asc(sql`lower(${blogPosts.title})`), asc(blogPosts.id)],
  };
  const rows = await db
    .select(allColumns)
    .from(blogPosts)
    .where(condition)
    .orderBy(...orders[sort])
    .limit(slice.limit)
    .offset(slice.offset);
  return { rows, total: await db.$count(blogPosts, condition) };
}

/** Returns a post in any state; undefined if there is none. */
export async function findPost(db: Db, id: Id<'post'>): Promise<BlogPostRow | undefined> {
  const [row] = await db.select(allColumns).from(blogPosts).where(eq(blogPosts.id, id));
  return row;
}

/** Locks a post until the transaction ends and returns it; undefined if there is none. */
export async function lockPost(tx: Tx, id: Id<'post'>): Promise<BlogPostRow | undefined> {
  const [row] = await tx.select(allColumns).from(blogPosts).where(eq(blogPosts.id, id)).for('update');
  return row;
}

/** Stores a post and returns its row. */
export async function insertPost(tx: Tx, post: NewBlogPost): Promise<BlogPostRow> {
  return firstRow(await tx.insert(blogPosts).values(post).returning(allColumns));
}

/** Changes a post and returns its row. */
export async function writePost(tx: Tx, id: Id<'post'>, post: Partial<NewBlogPost>): Promise<BlogPostRow> {
  return firstRow(await tx.update(blogPosts).set(post).where(eq(blogPosts.id, id)).returning(allColumns));
}

export const deletePost = sent((db: Drizzle, { id }: Blanks<{ id: Id<'post'> }>) =>
  db.delete(blogPosts).where(eq(blogPosts.id, id)),
);

/**
 * Remembers that these posts were seeded. False when they were before, here or in a process that starts beside this
 * one.
 */
export const beginSeeding = exists((db: Drizzle, { name }: Blanks<{ name: string }>) =>
  db.insert(blogSeedings).values({ name }).onConflictDoNothing().returning(),
);
