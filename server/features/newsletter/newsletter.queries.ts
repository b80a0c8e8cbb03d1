import { and, count, eq, gt, gte, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { first, rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { LanguageCode } from '#shared/reference/languages.ts';
import { subscribers } from './newsletter.tables.ts';

export type SubscriberRow = typeof subscribers.$inferSelect;

const maxRequests = 3;

/**
 * Stores an address that is to confirm, three times a day at most; undefined if it is subscribed or was asked just now.
 */
export async function upsertSubscriber(
  tx: Tx,
  email: string,
  language: LanguageCode,
): Promise<SubscriberRow | undefined> {
  const isNewDay = sql`${subscribers.askedAt} < now() - interval '1 day'`;
  const [row] = await tx
    .insert(subscribers)
    .values({ email, language })
    .onConflictDoUpdate({
      target: subscribers.email,
      set: {
        status: 'pending',
        language,
        asked: sql`case when ${isNewDay} then 1 else ${subscribers.asked} + 1 end`,
        askedAt: sql`now()`,
      },
      setWhere: sql`${subscribers.status} <> 'subscribed' and ${subscribers.askedAt} < now() - interval '1 minute'
        and (${subscribers.asked} < ${maxRequests} or ${isNewDay})`,
    })
    .returning();
  return row;
}

/** Marks an address as subscribed; a second time changes nothing. Undefined if its row is gone. */
export async function markSubscribed(
  tx: Tx,
  id: Id<'subscriber'>,
): Promise<{ row: SubscriberRow; isNew: boolean } | undefined> {
  const [subscriber] = await tx.select().from(subscribers).where(eq(subscribers.id, id)).for('update');
  if (!subscriber) return undefined;
  if (subscriber.status === 'subscribed') return { row: subscriber, isNew: false };
  const [row] = await tx
    .update(subscribers)
    .set({ status: 'subscribed', confirmedAt: sql`now()`, unsubscribedAt: null, asked: 0 })
    .where(eq(subscribers.id, id))
    .returning();
  return row && { row, isNew: true };
}

/** The subscriber who left, if there was one; a second time changes nothing. */
export const markUnsubscribed = first((db: Drizzle, { id }: Blanks<{ id: Id<'subscriber'> }>) =>
  db
    .update(subscribers)
    .set({ status: 'unsubscribed', unsubscribedAt: sql`coalesce(${subscribers.unsubscribedAt}, now())` })
    .where(eq(subscribers.id, id))
    .returning({ email: subscribers.email }),
);

/** Counts the subscribers by status. */
export async function countByStatus(db: Db): Promise<Record<SubscriberRow['status'], number>> {
  const statusCounts = await db
    .select({ status: subscribers.status, counts: count() })
    .from(subscribers)
    .groupBy(subscribers.status);
  const stats = { pending: 0, subscribed: 0, unsubscribed: 0 };
  for (const { status, counts } of statusCounts) stats[status] = counts;
  return stats;
}

const batchSize = 5_000;

const readers = rows((db: Reads, { from, before, after }: Blanks<{ from: Date; before: Date; after: string }>) => {
  const { email, language, confirmedAt } = subscribers;
  return db
    .select({ email, language, confirmedAt: sql`${confirmedAt}`.mapWith(confirmedAt) })
    .from(subscribers)
    .where(and(eq(subscribers.status, 'subscribed'), gte(confirmedAt, from), lt(confirmedAt, before), gt(email, after)))
    .orderBy(email)
    .limit(batchSize);
});
export type Reader = Awaited<ReturnType<typeof readers>>[number];

/**
 * Streams the readers who subscribed in a range of time, by address, in batches; each begins after the last address.
 */
export async function* streamReaders(db: Pick<Db, 'ask'>, from: Date, before: Date): AsyncGenerator<Reader[]> {
  for (let batch: Reader[] = []; ;) {
    batch = await readers(db, { from, before, after: batch.at(-1)?.email ?? '' });
    if (batch.length === 0) return;
    yield batch;
  }
}

/** Deletes addresses that never answered. */
export const deleteUnanswered = sent((db: Drizzle, { before }: Blanks<{ before: Date }>) =>
  db.delete(subscribers).where(and(eq(subscribers.status, 'pending'), lt(subscribers.askedAt, before))),
);

/** Deletes an address in any state. */
export const deleteSubscriber = sent((db: Drizzle, { email }: Blanks<{ email: string }>) =>
  db.delete(subscribers).where(eq(subscribers.email, email)),
);

export const listUnsubscribed = rows((db: Reads, { emails }: Blanks<{ emails: readonly string[] }>) =>
  db
    .select({ email: subscribers.email })
    .from(sql`unnest(${emails}::text[]) as asked (email)`)
    .innerJoin(subscribers, sql`${subscribers.email} = asked.email`)
    .where(eq(subscribers.status, 'unsubscribed')),
);
