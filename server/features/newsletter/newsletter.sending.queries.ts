import { and, asc, count, desc, eq, getTableColumns, gt, lte, or, sql } from 'drizzle-orm';
import { now } from '#server/db/fragments.ts';
import { placeholderValues, first, one, rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { blogPosts } from '#server/features/blog/blog.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { LanguageCode } from '#shared/reference/languages.ts';
import { newsletterSendings as sendings, subscribers } from './newsletter.tables.ts';

export type SendingRow = typeof sendings.$inferSelect;
/** A sending with the title of its post. */
export type TitledSending = SendingRow & { title: string };

type PostId = { postId: Id<'post'> };
type InLanguage = { language: LanguageCode | null };

const isReader = eq(subscribers.status, 'subscribed');

/** Confirmed subscribers, and those of them who chose a language. */
export const countReaders = one((db: Reads, { language }: Blanks<{ language: LanguageCode }>) =>
  db
    .select({ all: count(), language: count(sql`case when ${subscribers.language} = ${language} then 1 end`) })
    .from(subscribers)
    .where(isReader),
);

/** The sending of a post, locked until the transaction ends. */
export const lockSending = first((db: Drizzle, { postId }: Blanks<PostId>) =>
  db.select().from(sendings).where(eq(sendings.postId, postId)).for('update'),
);

export const findSending = first((db: Reads, { postId }: Blanks<PostId>) =>
  db.select().from(sendings).where(eq(sendings.postId, postId)),
);

/** The sendings that began last. */
export const listSendings = rows((db: Reads, { limit }: Blanks<{ limit: number }>) =>
  db
    .select({ ...getTableColumns(sendings), title: blogPosts.title })
    .from(sendings)
    .innerJoin(blogPosts, eq(blogPosts.id, sendings.postId))
    .orderBy(desc(sendings.startedAt), asc(sendings.postId))
    .limit(limit),
);

type NewSending = PostId & InLanguage & { total: number; startedBy: Id<'user'> };

export const insertSending = one((db: Drizzle, { postId, language, total, startedBy }: Blanks<NewSending>) =>
  db.insert(sendings).values({ postId, language, total, startedBy }).returning(),
);

type Next = InLanguage & { startedAt: Date; lastId: Id<'subscriber'> | null; limit: number };

/**
 * The next subscribers by their ids: who had confirmed when the sending began, and has not left since. Who leaves now
 * waits until their mail is queued, so that it is dropped.
 */
export const lockNextReaders = rows((db: Drizzle, { language, startedAt, lastId, limit }: Blanks<Next>) => {
  const { id, email, language: ownLanguage, confirmedAt } = subscribers;
  return db
    .select({ id, email, language: ownLanguage })
    .from(subscribers)
    .where(
      and(
        isReader,
        lte(confirmedAt, startedAt),
        or(sql`${lastId}::uuid is null`, gt(id, lastId)),
        or(sql`${language}::text is null`, eq(ownLanguage, language)),
      ),
    )
    .orderBy(asc(id))
    .limit(limit)
    .for('share');
});

type SendingProgress = PostId & { queued: number; lastId: Id<'subscriber'> };

/** Records that `queued` more mails were queued, the last of them for this subscriber. */
export const advanceSending = sent((db: Drizzle, { postId, queued, lastId }: Blanks<SendingProgress>) =>
  db
    .update(sendings)
    .set({ ...placeholderValues({ lastId }), queued: sql`${sendings.queued} + ${queued}::int` })
    .where(eq(sendings.postId, postId)),
);

type SendingEnd = PostId & { state: 'sent' | 'stopped'; dropped: number };

/** Ends a sending; `dropped` of the queued mails did not leave. */
export const endSending = one((db: Drizzle, { postId, state, dropped }: Blanks<SendingEnd>) =>
  db
    .update(sendings)
    .set({ ...placeholderValues({ state }), endedAt: now, queued: sql`${sendings.queued} - ${dropped}::int` })
    .where(eq(sendings.postId, postId))
    .returning(),
);

/** The sendings under way, locked until the transaction ends. */
export const lockSendings = rows((db: Drizzle) =>
  db.select().from(sendings).where(eq(sendings.state, 'sending')).orderBy(asc(sendings.postId)).for('update'),
);
