import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { migrateDatabase, migrationLock } from '#server/db/migrate.ts';
import { ownerMark } from '#server/installation/installation.marks.ts';
import { aDatabase, aFolder, launch, refusalOfStart, run } from '#tests/setup/journey.ts';
import { builtCommand, embeddedOf } from '#tests/setup/program.ts';

async function aRunningApp(dataDir: string) {
  const program = launch({ DATA_DIR: dataDir });
  await program.ready();
  const client = new Client({ connectionString: embeddedOf(dataDir).url });
  client.on('error', () => undefined); // The server may stop first.
  await client.connect();
  return { program, client };
}

/** The rows that the test wrote, without those that background work changes. */
async function writtenRows(client: Client): Promise<unknown[]> {
  const audit = await client.query<object>(`select * from audit_log where action = 'backup.tried'`);
  const jobs = await client.query<object>(
    `select j.*, t.identifier from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'a-mail-that-waits'`,
  );
  const pictures = await client.query<object>('select * from files order by id');
  const users = await client.query<object>('select * from users order by id');
  return [audit.rows, jobs.rows, pictures.rows, users.rows];
}

test('a backup made under load is restored completely on another machine', async () => {
  const folderBefore = await aFolder();
  const folderAfter = await aFolder();
  const backups = await aFolder();
  const backup = join(backups, 'copy');
  const secondBackup = join(backups, 'second');
  const admin = await aRunningApp(folderBefore);
  await admin.client.query(
    `select graphile_worker.add_job('a-mail-that-waits', '{"to":"somebody"}', run_at => now() + interval '1 day')`,
  );
  await admin.client.query(
    `insert into audit_log (action, actor_role, details, signature)
     values ('backup.tried', 'system', '{"quote":"tab\\t, \\"quote\\" and \\u00e9 kept"}', '\\x00ff0a5c')`,
  );
  await mkdir(join(folderBefore, 'files'), { recursive: true });
  await writeFile(join(folderBefore, 'files', 'proof.bin'), Buffer.from([0, 1, 2, 255]));
  await writeFile(join(folderBefore, 'files', 'proof.full.bin'), 'in full size');
  await admin.client.query(
    `insert into files (filename, original_name, type, size, sent_hash, purpose, full_filename, full_size)
     values ('proof.bin', 'long.png', 'image/png', 4, '\\x00', 'kyc', 'proof.full.bin', 12)`,
  );
  expect(await run({ DATA_DIR: folderBefore }, 'backup', backup)).toMatchObject({ code: 0 });
  expect((await stat(backup)).mode & 0o777).toBe(0o700);
  const expected = await writtenRows(admin.client);
  await admin.client.end();
  await admin.program.end();

  expect(await run({ DATA_DIR: folderBefore }, 'backup', secondBackup)).toMatchObject({ code: 0 });
  const overData = await run({ DATA_DIR: folderBefore }, 'restore', backup);
  expect(overData).toEqual({ code: 1, printed: expect.stringContaining('empty database') as string });
  expect(existsSync(join(folderBefore, 'postgres', 'postmaster.pid'))).toBe(false);
  const [table] = await readdir(join(secondBackup, 'tables'));
  await writeFile(join(secondBackup, 'tables', table ?? ''), 'damaged');
  const { url } = await aDatabase('template1');
  const damagedRestore = await run({ DATA_DIR: folderAfter, DATABASE_URL: url }, 'restore', secondBackup);
  expect(damagedRestore.code).toBe(1);
  expect(damagedRestore.printed).toContain('is damaged');
  expect(damagedRestore.printed).not.toMatch(/ at .*\.js:/);

  expect(await run({ DATA_DIR: folderAfter }, 'restore', backup)).toMatchObject({ code: 0 });
  const restoredApp = await aRunningApp(folderAfter);
  expect(await writtenRows(restoredApp.client)).toEqual(expected);
  expect(expected.slice(0, 3)).toEqual([[expect.anything()], [expect.anything()], [expect.anything()]]);
  expect(await readFile(join(folderAfter, 'files', 'proof.bin'))).toEqual(Buffer.from([0, 1, 2, 255]));
  expect(await readFile(join(folderAfter, 'files', 'proof.full.bin'), 'utf8')).toBe('in full size');
  expect(await readFile(join(folderAfter, 'encryption-key'))).toEqual(
    await readFile(join(folderBefore, 'encryption-key')),
  );
  await expect(restoredApp.client.query('delete from audit_log')).rejects.toThrow('audit_log is append only');
  await restoredApp.client.end();
});

test('a killed restore is repeated until it is whole, and the product does not start before', async () => {
  const folderBefore = await aFolder();
  const folderAfter = await aFolder();
  const backup = join(await aFolder(), 'copy');
  const source = await aDatabase();
  const target = await aDatabase('template1');
  await source.pool.query(`insert into sign_in_attempts (key, attempts, resets_at) values ('\\x01', 7, now())`);
  await mkdir(join(folderBefore, 'files'));
  await writeFile(join(folderBefore, 'files', 'proof.bin'), 'a proof');
  expect(await run({ DATA_DIR: folderBefore, DATABASE_URL: source.url }, 'backup', backup)).toMatchObject({ code: 0 });
  const settings = { DATA_DIR: folderAfter, DATABASE_URL: target.url };
  /** Starts a restore while `lock` is held in its database, and kills it as soon as it waits for the lock. */
  const killWaiting = async (lock: string) => {
    const holder = await target.pool.connect();
    await holder.query(`begin; ${lock}`);
    const restore = launch(settings, builtCommand('cli/restore', backup));
    const waitingLock = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await target.pool.query(waitingLock)).rowCount).toBeGreaterThan(0);
    expect(await restore.end('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
    await holder.query('rollback');
    holder.release();
  };

  await mkdir(join(folderAfter, 'files'));
  await writeFile(join(folderAfter, 'files', 'another.bin'), 'of another desk');
  const refusal = await run(settings, 'restore', backup);
  const { hostname, port, pathname } = new URL(target.url);
  expect(refusal.printed).toBe(
    `Restore of the database ${pathname.slice(1)} at ${hostname}:${port}
Nothing was restored: Files are only restored into an empty folder, or into that of the same installation: ${join(folderAfter, 'files')} holds others.\n`,
  );
  await rm(join(folderAfter, 'files', 'another.bin'));

  await killWaiting(`select pg_advisory_xact_lock(${migrationLock})`);
  expect(await refusalOfStart(settings)).toContain('was interrupted here. Run npm run restore with it again.');

  await migrateDatabase(target.url);
  await killWaiting('lock table sign_in_attempts in access exclusive mode');
  expect(await run(settings, 'restore', backup)).toMatchObject({ code: 0 });
  const { rows } = await target.pool.query('select attempts from sign_in_attempts');
  expect(rows).toEqual([{ attempts: 7 }]);
  expect(await readFile(join(folderAfter, 'files', 'proof.bin'), 'utf8')).toBe('a proof');
});

test('an operator who restores the database loses no newer file or mark of that installation', async () => {
  const folderBefore = await aFolder();
  const folderAfter = await aFolder();
  const backup = join(await aFolder(), 'copy');
  const source = await aDatabase();
  const target = await aDatabase('template1');
  await mkdir(join(folderBefore, 'files'));
  for (const name of ['proof.bin', 'shown.mark', ownerMark])
    await writeFile(join(folderBefore, 'files', name), 'of the backup');
  expect(await run({ DATA_DIR: folderBefore, DATABASE_URL: source.url }, 'backup', backup)).toMatchObject({ code: 0 });
  await mkdir(join(folderAfter, 'files'));
  await writeFile(join(folderAfter, 'files', ownerMark), 'of the backup');
  for (const name of ['shown.mark', 'later.bin']) await writeFile(join(folderAfter, 'files', name), 'of today');
  const settings = { DATA_DIR: folderAfter, DATABASE_URL: target.url };
  expect(await run(settings, 'restore', backup)).toMatchObject({ code: 0 });
  const readStoredFile = async (name: string) => readFile(join(folderAfter, 'files', name), 'utf8');
  expect(await Promise.all(['proof.bin', 'shown.mark', 'later.bin'].map(readStoredFile))).toEqual([
    'of the backup',
    'of today',
    'of today',
  ]);
});

test('an operator whose backup cannot be written reads that in one line', async () => {
  const dataDir = await aFolder();
  const file = join(await aFolder(), 'a file');
  await writeFile(file, '');
  const { url } = await aDatabase();
  const { code, printed } = await run({ DATA_DIR: dataDir, DATABASE_URL: url }, 'backup', join(file, 'copy'));
  const problem = `The backup was not made: ${join(file, 'copy')} cannot be written (ENOTDIR).\n`;
  expect([code, printed]).toEqual([1, expect.stringMatching(/^Backup of the database .*\n/) as string]);
  expect(printed.endsWith(problem)).toBe(true);
});

const missingFolder = '/nope/backup';
const closedUrl = 'postgres://landfall@127.0.0.1:9/landfall';
const commands: [string, ...string[]][] = [
  ['backup'],
  ['restore', missingFolder],
  ['audit-verify'],
  ['admin-reset-second-factor'],
];

test.each(commands)(
  'an operator without the settings of the service changes no other database: %s',
  async (...command) => {
    const folder = await aFolder();
    const { code, printed } = await run({ DATA_DIR: folder }, ...command);
    expect([code, printed]).toEqual([1, expect.stringContaining(`no local database is in ${folder}`) as string]);
    expect(await readdir(folder)).toEqual([]);
  },
);

test('an operator whose database is down reads which one, and no stack of the program', async () => {
  const folder = await aFolder();
  const settings = { DATA_DIR: folder, DATABASE_URL: closedUrl };
  const target = 'of the database landfall at 127.0.0.1:9';
  const printedBy = await Promise.all(commands.map((command) => run(settings, ...command)));
  for (const { code, printed } of printedBy) {
    expect([code, printed]).toEqual([1, expect.stringContaining(target) as string]);
    expect(printed).not.toMatch(/^ +at /m);
  }
});

test('a backup names its database in the first line and in the last', async () => {
  const { url } = await aDatabase();
  const folder = await aFolder();
  const { pathname } = new URL(url);
  const { printed } = await run({ DATA_DIR: folder, DATABASE_URL: url }, 'backup', join(folder, 'copy'));
  const lines = printed.trim().split('\n');
  expect(lines.at(0)).toContain(`Backup of the database ${pathname.slice(1)} at `);
  expect(lines.at(-1)).toBe(`${lines[0]}: done`);
});
