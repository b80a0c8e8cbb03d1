import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { testEncryptionKey } from '#tests/setup/audit-key.ts';
import { createTestDatabase } from '#tests/setup/database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { migrationsDir, rootDir } from '../env/paths.ts';
import { verifyAudit } from '../features/audit/audit.verify.ts';

const textOf = (...path: string[]) => readFileSync(join(rootDir, ...path), 'utf8');

/**
 * Every migration that was released, by its name and the hash that databases remember. A released migration is never
 * edited, renamed or removed, or their databases can neither be upgraded nor restored: a new one gets a line here.
 */
const released = {
  '20261123091619_baseline': 'c333e5c2a865a104daeb0f31713428a64194c7ceeddada2baddd2a2b196d0dab',
};

test('no released migration was changed: an operator can upgrade every database there is', () => {
  const { entries } = JSON.parse(textOf('migrations', 'meta', '_journal.json')) as { entries: { tag: string }[] };
  const hashes = readMigrationFiles({ migrationsFolder: migrationsDir }).map(({ hash }) => hash);
  const found = Object.fromEntries(entries.map(({ tag }, at) => [tag, hashes[at]]));
  expect(Object.entries(found)).toEqual(Object.entries(released));
});

/** What an installation wrote under the first release: customers, sales, an exchange, addresses and their audit log. */
async function loadFirstRelease(pool: Pool): Promise<void> {
  const client = await pool.connect();
  await client.query('set session_replication_role = replica');
  const names = new Set<string>();
  for (const line of textOf('tests', 'setup', 'baseline-rows.jsonl').trim().split('\n')) {
    const { table, row } = JSON.parse(line) as { table: string; row: object };
    if (!names.has(table)) await client.query(`delete from ${table}`);
    names.add(table);
    const { rows } = await client.query<{ columns: string }>(
      `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    );
    await client.query(
      `insert into ${table} (${rows[0]?.columns}) overriding system value
       select ${rows[0]?.columns} from json_populate_record(null::${table}, $1)`,
      [JSON.stringify(row)],
    );
  }
  const { rows: numbered } = await client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and is_identity = 'YES'`,
  );
  for (const { table, column } of numbered)
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', '${column}'), coalesce(max(${column}), 0) + 1) from ${table}`,
    );
  await client.query('set session_replication_role = default');
  client.release();
}

/** Columns, constraints, indexes, triggers and functions as PostgreSQL describes them. */
async function schemaOf(pool: Pool): Promise<object[]> {
  const { rows } = await pool.query<object>(`
    select table_name as a, column_name as b, concat_ws(' ', data_type, is_nullable, column_default, generation_expression) as c
      from information_schema.columns where table_schema = 'public'
    union all select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select proname, '', pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    order by 1, 2, 3`);
  return rows;
}

test('an operator upgrades the database of the first release: its schema is that of a new one, and nothing in it counts as forged', async () => {
  const [old, fresh] = [await createTestDatabase('template1'), await createTestDatabase('template1')];
  await migrateDatabase(old.url, 1);
  await loadFirstRelease(old.pool);
  await migrateDatabase(old.url);
  await migrateDatabase(fresh.url);
  expect(await schemaOf(old.pool)).toEqual(await schemaOf(fresh.pool));

  const app = await startTestApp(old);
  const { token } = await theAdmin(app);
  const { body } = await app.call('GET', '/api/admin/transactions?pageSize=100', { token });
  expect(body).toMatchObject([{ tampered: false }, { tampered: false }, { tampered: false }]);
  expect((await app.call('GET', '/api/admin/overview', { token })).body.needs).toMatchObject({
    forgedAddresses: [],
    forgedAccounts: [],
  });
  expect((await verifyAudit(old.db, testEncryptionKey)).findings).toEqual([]);
  await app.stop();
  await Promise.all([old.drop(), fresh.drop()]);
});
