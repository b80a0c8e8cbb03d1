import { expect, test } from 'vitest';
import { openDatabase } from '#tests/setup/testbed.ts';
import { productVersion } from '../lib/version.ts';
import { migrateDatabase } from './migrate.ts';

const database = openDatabase();

const appliedMigrations = 'drizzle.__drizzle_migrations';

test('a start on a database of this version changes nothing', async () => {
  expect(await migrateDatabase(database.url)).toBe(0);
});

test('a start on a database that a newer version migrated is refused', async () => {
  await database.pool.query(`insert into ${appliedMigrations} (hash, created_at) values ('of tomorrow', 9e12)`);
  await expect(migrateDatabase(database.url)).rejects.toThrow(`made by a newer Landfall (${productVersion})`);
  await database.pool.query(`delete from ${appliedMigrations} where hash = 'of tomorrow'`);
});

test('a start on a database of an unknown build is refused, and the operator reads what to do', async () => {
  await database.pool.query('comment on schema drizzle is null');
  await database.pool.query(`update ${appliedMigrations} set hash = 'of another build'`);
  await expect(migrateDatabase(database.url)).rejects.toThrow(
    /other migrations \(its last migration is of 20\d\d-\d\d-\d\d\).*Nothing was changed.*export the data there/,
  );
});
