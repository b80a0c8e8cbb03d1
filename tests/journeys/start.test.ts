import { execFile } from 'node:child_process';
import { chownSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { rootDir } from '#server/env/paths.ts';
import { withClient } from '#tests/setup/client.ts';
import { aFolder, launch, refusalOfStart } from '#tests/setup/journey.ts';
import { onThisMachine } from '#tests/setup/machine.ts';
import { aDataDir, builtCommand, embeddedOf, npmStart, processesIn } from '#tests/setup/program.ts';

/** The user `nobody`, as which root runs the embedded database too. */
const unprivilegedId = 65_534;

/** The name of a folder that the product will make; leftovers of its database end with the test. */
async function aNewDataDir() {
  const dataDir = join(await aFolder(), 'data');
  onTestFinished(() => familyOf(dataDir).forEach((pid) => process.kill(pid, 'SIGKILL')));
  return dataDir;
}

let first: ReturnType<typeof startForTheFirstTime> | undefined;
const theFirstStart = () => (first ??= startForTheFirstTime());
afterAll(async () => (await first?.catch(() => undefined))?.remove());

/** A first start uses most of its CPU for the database, so every other test starts with a copy of its result. */
async function startForTheFirstTime() {
  const { path, remove } = await aDataDir();
  const dataDir = join(path, 'data');
  const program = launch({ DATA_DIR: dataDir }, inAnOpenShell(npmStart));
  const { url, ms } = await program.ready();
  const statuses = [await statusOf(`${url}/healthz`), await statusOf(`${url}/readyz`)];
  const password = readFileSync(join(dataDir, 'admin-password.txt'), 'utf8').trim();
  await expectEventually(async () => program.stdout.includes(password), true);
  await onDatabase(
    dataDir,
    `create table made_first as
       select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit`,
  );
  expectPrivate(dataDir);
  const endResult = await program.end();
  return { dataDir, remove, url, ms, statuses, password, ending: endResult, stdout: program.stdout };
}

async function aUsedDataDir() {
  const [{ dataDir }, copy] = await Promise.all([theFirstStart(), aNewDataDir()]);
  // The database belongs to another user where tests run as root.
  await promisify(execFile)('cp', ['-a', dataDir, copy]);
  return copy;
}

/** The embedded server of a data folder with all its children. */
const familyOf = (dataDir: string) => processesIn(join(dataDir, 'postgres'));

const onDatabase = (dataDir: string, command: string): Promise<unknown[]> =>
  withClient(embeddedOf(dataDir).url, async (client) => (await client.query<Record<string, unknown>>(command)).rows);

const canRead = (dataDir: string) => onDatabase(dataDir, 'select 1').then(Boolean, () => false);
/** Polls until the result is the expected one. */
async function expectEventually<T>(ask: () => Promise<T>, expected: T): Promise<void> {
  await expect.poll(ask, { timeout: 90_000 }).toBe(expected);
}

const statusOf = (address: string) => fetch(address).then(({ status }) => status);

/** The shell command that would let all users of the machine read and write new files. */
const inAnOpenShell = (command: readonly string[]): [string, ...string[]] => {
  return ['sh', '-c', `umask 000; exec ${command.join(' ')}`];
};

test('an operator starts twice without manual steps, and two Ctrl-C stop the product cleanly', async () => {
  const { dataDir: firstDir, ...firstStart } = await theFirstStart();
  expect(firstStart.stdout.split('\n')[0]).toBe(`Landfall is ready at ${firstStart.url}`);
  expect(firstStart.statuses).toEqual([200, 200]);
  expect(firstStart.ms).toBeLessThan(onThisMachine(10_000));
  expect(firstStart.ending).toMatchObject({ code: 0 });
  expect(familyOf(firstDir)).toEqual([]);

  const dataDir = await aUsedDataDir();
  const secondStart = launch({ DATA_DIR: dataDir }, npmStart);
  expect((await secondStart.ready()).ms).toBeLessThan(onThisMachine(5_000));
  expect(await onDatabase(dataDir, 'table made_first')).toEqual([{ fsync: 'on', synchronous_commit: 'on' }]);
  expect(secondStart.stdout).not.toContain(firstStart.password);
  secondStart.child.kill('SIGINT');
  expect(await secondStart.end('SIGINT')).toMatchObject({ code: 0 });
  expect(familyOf(dataDir)).toEqual([]);
});

/** An unprivileged user, if the tests run as root and that user can read the product. */
const user = process.getuid?.() === 0 && isOpenToAll(rootDir) ? unprivilegedId : undefined;

test('only the operator can read the data folder, and a stop exits 0 while the database hangs', async () => {
  const dataDir = await aNewDataDir();
  if (user) chownSync(dirname(dataDir), user, user);
  const asUser = user ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'] : [];
  const program = launch({ DATA_DIR: dataDir }, inAnOpenShell([...asUser, ...builtCommand('main')]));
  const { url } = await program.ready();
  expectPrivate(dataDir);

  for (const pid of familyOf(dataDir)) process.kill(pid, 'SIGSTOP');
  await expectEventually(() => statusOf(`${url}/readyz`), 503);
  const endResult = await program.end();
  expect(endResult).toMatchObject({ code: 0 });
  expect(endResult.ms).toBeLessThan(onThisMachine(10_000));
});

function expectPrivate(dataDir: string): void {
  const expectedEntries = [
    'jwt-secret',
    'encryption-key',
    'postgres-password',
    'admin-password.txt',
    'postgres',
    'tmp',
  ];
  expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(expectedEntries));
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  const isOpen = (name: string) =>
    ((statSync(join(dataDir, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
  expect(readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(isOpen)).toEqual([]);
}

function isOpenToAll(folder: string): boolean {
  return (statSync(folder).mode & 0o005) === 0o005 && (folder === dirname(folder) || isOpenToAll(dirname(folder)));
}

test('a start after a kill uses the running database and loses no acknowledged row', async () => {
  const dataDir = await aUsedDataDir();
  const killedProcess = launch({ DATA_DIR: dataDir });
  await killedProcess.ready();
  const { pid } = embeddedOf(dataDir);
  await onDatabase(dataDir, 'create table kept as select 1 as n');
  await killedProcess.end('SIGKILL');

  const adoptingProcess = launch({ DATA_DIR: dataDir });
  expect((await adoptingProcess.ready()).ms).toBeLessThan(onThisMachine(5_000));
  expect(embeddedOf(dataDir).pid).toBe(pid);
  expect(await onDatabase(dataDir, 'select n from kept')).toEqual([{ n: 1 }]);
  await onDatabase(dataDir, 'insert into kept select generate_series(2, 1000)');
  adoptingProcess.child.kill('SIGKILL');
  for (const member of familyOf(dataDir)) process.kill(member, 'SIGKILL');
  await adoptingProcess.ended;

  // After a power cut its number may be that of another process.
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  const [, ...lines] = readFileSync(pidFile, 'utf8').split('\n');
  writeFileSync(pidFile, [process.pid, ...lines].join('\n'));
  expect((await launch({ DATA_DIR: dataDir }).ready()).ms).toBeLessThan(onThisMachine(5_000));
  expect(await onDatabase(dataDir, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }]);
}, 360_000);

test('a second start with one folder or port is refused in one sentence and disturbs no customer', async () => {
  const dataDir = await aUsedDataDir();
  const npm = launch({ DATA_DIR: dataDir }, ['npm', 'start']);
  const { url } = await npm.ready();
  const secondRefusal = await refusalOfStart({ DATA_DIR: dataDir });
  expect(secondRefusal).toMatch(/Another Landfall is already running/);
  expect(secondRefusal).not.toMatch(/ at .*\.js:/);
  const emptyDir = await aNewDataDir();
  const onSamePort = { DATA_DIR: emptyDir, PORT: new URL(url).port };
  expect(await refusalOfStart(onSamePort)).toMatch(/PORT is already in use/);
  expect(familyOf(emptyDir)).toEqual([]);
  expect(await statusOf(`${url}/readyz`)).toBe(200);

  const previousFamily = familyOf(dataDir);
  for (const pid of previousFamily) process.kill(pid, 'SIGKILL');
  await expectEventually(async () => familyOf(dataDir).some((pid) => !previousFamily.includes(pid)), true);
  await expectEventually(async () => (await canRead(dataDir)) && (await statusOf(`${url}/readyz`)) === 200, true);
  expect(npm.child.exitCode).toBeNull();
  expect(await npm.end()).toMatchObject({ code: 0 });
  expect(familyOf(dataDir)).toEqual([]);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
});

test('an operator whose database is on another host reads its name in one line', async () => {
  const refusal = await refusalOfStart({ DATA_DIR: await aNewDataDir(), HOST: '192.0.2.1' });
  expect(refusal).toMatch(/^Landfall cannot start: HOST is no address of this machine \(.*\)\.\n$/);
});

test('a stop during the start leaves no database behind', async () => {
  const dataDir = await aUsedDataDir();
  const program = launch({ DATA_DIR: dataDir });
  await expectEventually(async () => familyOf(dataDir).length > 0, true);
  expect(program.stdout).toBe('');
  await program.end();
  // A signalled process may take a moment to end.
  await expectEventually(async () => familyOf(dataDir).length, 0);
});

test('a start in production without settings names every one of them and exits', async () => {
  const incompleteSettings = { NODE_ENV: 'production', DATA_DIR: await aNewDataDir(), JWT_SECRET: 'secret' };
  const refusal = await refusalOfStart(incompleteSettings);
  const settings = 'DATABASE_URL JWT_SECRET ENCRYPTION_KEY PUBLIC_URL ADMIN_EMAIL SMTP_URL STORAGE_URL';
  for (const setting of settings.split(' ')) expect(refusal).toContain(`  ${setting} `);
});
