import type { Client } from 'pg';
import { runStatement } from './connection.ts';
import { column, filtered } from './rows.ts';
import { readStatement } from './statements.ts';

const switchedOff = readStatement({ name: filtered(column.text) })`
  select name from pg_settings where name in ('fsync', 'synchronous_commit') and setting = 'off'`;

/** The settings without which PostgreSQL may lose in a crash what it acknowledged: those that are off. */
export async function readUnsafeSettings(client: Client): Promise<string[]> {
  return (await runStatement(client, switchedOff)).map(({ name }) => name);
}
