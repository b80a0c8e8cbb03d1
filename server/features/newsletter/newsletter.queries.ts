import { count, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column, filtered, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { languageCodes } from '#shared/reference/languages.ts';
import { subscribers } from './newsletter.tables.ts';

export type SubscriberRow = typeof subscribers.$inferSelect;

const maxRequests = 3;

/** Takes an address to be asked, three times a day at most; undefined when subscribed or asked just now. */
export async function upsertSubscriber(tx: Tx, email: string, language: string): Promise<SubscriberRow | undefined> {
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

/** Undefined when there is nothing to confirm: the row is gone. A second time changes nothing. */
export async function markSubscribed(tx: Tx, id: string): Promise<{ row: SubscriberRow; isNew: boolean } | undefined> {
  const [known] = await tx.select().from(subscribers).where(eq(subscribers.id, id)).for('update');
  if (!known) return undefined;
  if (known.status === 'subscribed') return { row: known, isNew: false };
  const [row] = await tx
    .update(subscribers)
    .set({ status: 'subscribed', confirmedAt: sql`now()`, unsubscribedAt: null, asked: 0 })
    .where(eq(subscribers.id, id))
    .returning();
  return row && { row, isNew: true };
}

/** Whether there was such a subscriber; a second time changes nothing. */
export const markUnsubscribed = writeStatement({}).exists<[id: string]>()`
  update subscribers set status = 'unsubscribed', unsubscribed_at = coalesce(unsubscribed_at, now())
  where id = $1 returning id`;

export async function countByStatus(db: Db): Promise<Record<SubscriberRow['status'], number>> {
  const rows = await db
    .select({ status: subscribers.status, counts: count() })
    .from(subscribers)
    .groupBy(subscribers.status);
  const stats = { pending: 0, subscribed: 0, unsubscribed: 0 };
  for (const { status, counts } of rows) stats[status] = counts;
  return stats;
}

const reader = {
  email: column.text,
  language: column.oneOf(languageCodes),
  confirmedAt: filtered(column.moment),
};
export type Reader = RowOf<typeof reader>;
const readers = readStatement(reader).rows<[from: Date, before: Date, after: string]>()`
  select email, language, confirmed_at as "confirmedAt" from subscribers
  where status = 'subscribed' and confirmed_at >= $1 and confirmed_at < $2 and email > $3 order by email limit 5000`;

/** Who reads the newsletter since a moment of the range, by address, in batches: each begins after the last address. */
export async function* streamReaders(db: Pick<Db, 'run'>, from: Date, before: Date): AsyncGenerator<Reader[]> {
  for (let rows: Reader[] = []; ;) {
    rows = await readers(db, from, before, rows.at(-1)?.email ?? '');
    if (rows.length === 0) return;
    yield rows;
  }
}

/** Deletes addresses that never answered. */
export const deleteUnanswered = writeStatement({}).send<[before: Date]>()`
  delete from subscribers where status = 'pending' and asked_at < $1`;

/** Deletes an address, whatever its answer. */
export const deleteSubscriber = writeStatement({}).send<[email: string]>()`delete from subscribers where email = $1`;
