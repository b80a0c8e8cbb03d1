import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { subscribers } from '#server/features/newsletter/newsletter.tables.ts';
import { hourMinutes } from '#shared/reference/units-of-time.ts';

const minutesBefore = (minutes: number) => sql`now() - make_interval(mins => ${minutes}::int)`;

/** Writes the subscribers of the newsletter: every fifth has not confirmed yet, and the thirteenth has left. */
export async function seedSubscribers(tx: Tx): Promise<void> {
  for (let position = 1; position <= 14; position += 1) {
    const status = position === 13 ? 'unsubscribed' : position % 5 === 0 ? 'pending' : 'subscribed';
    await tx.insert(subscribers).values({
      email: `reader.${position}@mail.test`,
      language: 'en',
      status,
      confirmedAt: status === 'pending' ? null : minutesBefore(position * 900),
      unsubscribedAt: status === 'unsubscribed' ? minutesBefore(position * hourMinutes) : null,
    });
  }
}
