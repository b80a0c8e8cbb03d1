import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { inTx } from '#server/db/connection.ts';
import { sent, type Blanks, type Drizzle } from '#server/db/query.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Call } from './call.ts';
import type { Testbed } from './testbed.ts';

const lockRow = sent((db: Drizzle, { id }: Blanks<{ id: string }>) =>
  db.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update'),
);
const waitingSessions = `select 1 from pg_stat_activity where datname = current_database()
  and application_name = 'landfall' and wait_event_type = 'Lock'`;

/**
 * Sends these calls about one user so that all have completed their checks before the first one may write: they wait at
 * the locked row, in this order. Returns their statuses.
 */
export async function maxConcurrent(
  { database, rows }: Testbed,
  userId: string,
  calls: (() => ReturnType<Call>)[],
): Promise<number[]> {
  const requests: ReturnType<Call>[] = [];
  await inTx(database, async (tx) => {
    await lockRow(tx, { id: userId });
    for (const send of calls) {
      requests.push(send());
      await vi.waitFor(async () => expect(await rows(waitingSessions)).toHaveLength(requests.length), 30_000);
    }
  });
  return (await Promise.all(requests)).map(({ status }) => status);
}
