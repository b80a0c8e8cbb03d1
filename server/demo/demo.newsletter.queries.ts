import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { subscribers } from '#server/features/newsletter/newsletter.tables.ts';

const minutesBefore = (minutes: number) => sql`now() - make_interval(mins => ${minutes}::int)`;

/** Writes the subscribers of the newsletter: every fifth has not confirmed yet, and the thirteenth has left. */
export async function seedSubscribers(tx: Tx): Promise<void> {
  for (let place = 1; place <= 14; place += 1) {
    const status = place === 13 ? 'unsubscribed' : place % 5 === 0 ? 'pending' : 'subscribed';
    await tx.insert(subscribers).values({
      email: `reader.${place}@mail.test`,
      language: 'en',
      status,
      confirmedAt: status === 'pending' ? null : minutesBefore(place * 900),
      unsubscribedAt: status === 'unsubscribed' ? minutesBefore(place * 60) : null,
    });
  }
}
