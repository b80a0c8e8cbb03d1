import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { asksOn } from './connection.ts';
import { one, textQuery } from './query.ts';

// A lock of the session, not of a transaction: PostgreSQL gives it back when the connection ends, however it ends.
const take = one(
  textQuery<{ held: boolean }, { name: string }>(
    ({ name }) => sql`select pg_try_advisory_lock(hashtextextended(${name}, 0)) as held`,
  ),
);

export type SessionLock = {
  release: () => Promise<void>;
};

/** Takes a lock of the cluster; undefined when another process has it. `onLost`: it went with the connection. */
export async function trySessionLock(url: string, name: string, onLost: () => void): Promise<SessionLock | undefined> {
  const client = new Client({ connectionString: url, application_name: 'landfall-lock', keepAlive: true });
  let isReleased = false;
  client.on('error', () => undefined);
  client.once('end', () => {
    if (!isReleased) onLost();
  });
  const release = async () => {
    isReleased = true;
    await client.end();
  };
  try {
    await client.connect();
    if ((await take(asksOn(client), { name })).held) return { release };
  } catch (error) {
    await release().catch(() => undefined);
    throw error;
  }
  await release();
  return undefined;
}
