import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tablesInOrder } from '#server/db/backup/catalog.ts';
import { withClient } from '#tests/setup/client.ts';
import type { TestDatabase } from '#tests/setup/database.ts';
import { aDatabase, aFolder, launch, refusalOfStart, run } from '#tests/setup/journey.ts';

const rightKey = 'the key this desk was opened with, 32 bytes';
const wrongKey = 'another key with a typing mistake, 32 bytes';
const checkTable = '"public"."encryption_key_check"';
const expectedRefusal = /ENCRYPTION_KEY is another key than the one this database was made with/;

/** Without tables, as before the first start. */
const anEmptyDatabase = () => aDatabase('template1');

/** A process on another machine: it shares only the database. */
const settingsOf = async ({ url }: TestDatabase, key: string) => ({
  DATA_DIR: await aFolder(),
  DATABASE_URL: url,
  ENCRYPTION_KEY: key,
});

const start = async (database: TestDatabase, key: string) => launch(await settingsOf(database, key));

async function startAndStop(database: TestDatabase, key: string): Promise<void> {
  const program = await start(database, key);
  await program.ready();
  expect(await program.end()).toMatchObject({ code: 0 });
}

const verify = async (database: TestDatabase, key: string) => run(await settingsOf(database, key), 'audit-verify');

async function expectWholeLog(database: TestDatabase, key: string): Promise<void> {
  const { code, printed } = await verify(database, key);
  expect([code, printed]).toEqual([0, expect.stringContaining('The audit log is whole')]);
}

/** Number and checksum of the rows of every table, applied migrations included. */
const contentOf = ({ url }: TestDatabase) =>
  withClient(url, async (client) => {
    const names = [...(await tablesInOrder(client)).map(({ name }) => name), 'drizzle.__drizzle_migrations'];
    const content: Record<string, string> = {};
    for (const name of names) {
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t`,
      );
      content[name] = rows[0]?.sum ?? '';
    }
    return content;
  });

test('a start with another ENCRYPTION_KEY is refused and writes nothing, and the right key starts', async () => {
  const database = await aDatabase();
  const emptyDatabase = await anEmptyDatabase();
  const backup = join(await aFolder(), 'copy');
  await startAndStop(database, rightKey);
  const previousContent = await contentOf(database);
  expect(previousContent['"public"."audit_log"']).toMatch(/^[1-9]/);

  const refusal = await refusalOfStart(await settingsOf(database, wrongKey));
  expect(refusal).toMatch(expectedRefusal);
  expect(refusal).not.toMatch(/ at .*\.js:/);
  const check = await verify(database, wrongKey);
  expect(check.code).toBe(1);
  expect(check.printed).toMatch(expectedRefusal);
  expect(check.printed).not.toMatch(/tampered|edited|inserted/);
  expect(await contentOf(database)).toEqual(previousContent);

  expect(await run(await settingsOf(database, rightKey), 'backup', backup)).toMatchObject({ code: 0 });
  const restoreRun = await run(await settingsOf(emptyDatabase, wrongKey), 'restore', backup);
  expect(restoreRun.code).toBe(1);
  expect(restoreRun.printed).toMatch(/All is restored, but the next start will refuse it/);
  expect(restoreRun.printed).toMatch(expectedRefusal);
  expect((await contentOf(emptyDatabase))[checkTable]).toBe(previousContent[checkTable]);
  await startAndStop(emptyDatabase, rightKey);
  for (const databaseUrl of [database, emptyDatabase]) await expectWholeLog(databaseUrl, rightKey);
});

test('two processes that start at once with one key on an empty database both serve', async () => {
  const database = await anEmptyDatabase();
  const programs = await Promise.all([start(database, rightKey), start(database, rightKey)]);
  const urls = await Promise.all(programs.map((program) => program.ready()));
  const ready = await Promise.all(urls.map(({ url }) => fetch(`${url}/readyz`)));
  expect(ready.map(({ status }) => status)).toEqual([200, 200]);
  await Promise.all(programs.map((program) => program.end()));
  await expectWholeLog(database, rightKey);
});

test('only one of two processes with two keys on an empty database serves', async () => {
  const database = await anEmptyDatabase();
  const keys = [rightKey, wrongKey];
  const programs = await Promise.all(keys.map((key) => start(database, key)));
  const startResults = await Promise.allSettled(programs.map((program) => program.ready()));
  const isServing = startResults.map(({ status }) => status === 'fulfilled');
  expect(isServing.filter(Boolean)).toHaveLength(1);
  const losingProgram = programs[isServing.indexOf(false)];
  expect(await losingProgram?.ended).toMatchObject({ code: 1 });
  expect(losingProgram?.stderr).toMatch(expectedRefusal);
  await programs[isServing.indexOf(true)]?.end();
  await expectWholeLog(database, keys[isServing.indexOf(true)] ?? '');
});
