import { sql } from 'drizzle-orm';
import type { Client } from 'pg';
import { asksOn } from './connection.ts';
import { rows, type Reads } from './query.ts';

const listUnsafeSettings = rows((db: Reads) =>
  db
    .select({ name: sql`name`.mapWith(String) })
    .from(sql`pg_settings`)
    .where(sql`name in ('fsync', 'synchronous_commit') and setting = 'off'`),
);

/** Returns the settings that are off and without which PostgreSQL may lose acknowledged rows in a crash. */
export async function readUnsafeSettings(client: Client): Promise<string[]> {
  return (await listUnsafeSettings(asksOn(client))).map(({ name }) => name);
}
