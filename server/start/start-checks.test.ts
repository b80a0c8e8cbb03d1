import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { rootDir } from '#server/env/paths.ts';
import { createTestDatabase } from '#tests/setup/database.ts';
import { openFolder } from '#tests/setup/folder.ts';
import { freePort, listen } from '#tests/setup/listening.ts';
import { recordingLog } from '#tests/setup/platform.ts';
import { startS3 } from '#tests/setup/s3.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { messageOfStart, startProduct } from '#tests/setup/start.ts';
import { fixture, openDatabase } from '#tests/setup/testbed.ts';
import { smtpMailer } from '../adapters/mail/mail.smtp.ts';
import { s3Storage } from '../adapters/storage/storage.s3.ts';
import { migrationLock } from '../db/migrate.ts';
import { assertUsable, reportPlainConnections, reportSilentMailServer } from './start-checks.ts';

const folder = openFolder();
const database = openDatabase();
const s3 = fixture(() => startS3(join(folder, 's3')));
afterAll(() => s3.close());

/** Starts the product with these settings and returns the text that the operator reads. */
const startWith = (settings: Record<string, string>) =>
  messageOfStart({ DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url, ...settings });
const modesOf = (...paths: string[]) =>
  Promise.all(paths.map(async (path) => ((await stat(path)).mode & 0o777).toString(8)));

/** A start on empty folders, without a mail server. */
const freshData = join(folder, 'fresh-data');
const ownFiles = join(folder, 'own-files');
const plain = fixture(() =>
  startWith({ DATA_DIR: freshData, STORAGE_URL: `file://${ownFiles}`, SMTP_URL: 'smtp://ann:hunter2@127.0.0.1:9' }),
);

async function emptyDatabase(...commands: string[]) {
  const { url, pool, drop } = await createTestDatabase('template1');
  onTestFinished(drop);
  for (const command of commands) await pool.query(command);
  return { pool, url: new URL(url) };
}

/** A TCP server that answers so; its port. */
async function aServer(hello: string): Promise<number> {
  const server = createServer((socket) => socket.end(hello));
  onTestFinished(() => void server.close());
  return listen(server);
}

const aFile = join(folder, 'a-file');
const refusedStarts: Record<string, [settings: () => Promise<Record<string, string>>, message: RegExp]> = {
  'whose bucket does not exist reads so': [
    async () => ({
      STORAGE_URL: `s3://no-such-bucket?endpoint=${s3.settings.endpoint}&region=us-east-1`,
      AWS_ACCESS_KEY_ID: s3.settings.accessKeyId ?? '',
      AWS_SECRET_ACCESS_KEY: s3.settings.secretAccessKey ?? '',
    }),
    /^STORAGE_URL: the bucket no-such-bucket at http:\S+ does not exist \(NoSuchBucket\)\.$/,
  ],
  'whose data folder cannot be written reads so, although every file goes elsewhere': [
    async () => ({
      DATA_DIR: '/dev/null/data',
      JWT_SECRET: 'a secret for tests alone, long enough too',
      ADMIN_PASSWORD: 'the desk signs in with this',
      STORAGE_URL: `file://${join(folder, 'files')}`,
    }),
    /^DATA_DIR: the folder \/dev\/null\/data\/tmp cannot be written \(ENOTDIR\)\.$/,
  ],
  'whose folder for files is a file reads so': [
    async () => {
      await writeFile(aFile, '');
      return { STORAGE_URL: `file://${aFile}` };
    },
    new RegExp(`^STORAGE_URL: the folder ${aFile} cannot be written`),
  ],
  'whose role may not create anything reads who may, and how': [
    async () => {
      const { pool, url } = await emptyDatabase(`create role no_rights login password 'no-rights-4'`);
      onTestFinished(async () => void (await pool.query('drop role no_rights')));
      return { DATABASE_URL: Object.assign(url, { username: 'no_rights', password: 'no-rights-4' }).href };
    },
    /^DATABASE_URL: there are no tables, and this role may not create any\. Run npm run migrate/,
  ],
  'whose migration fails reads which one, and why': [
    async () => ({ DATABASE_URL: (await emptyDatabase('create table users (id int)')).url.href }),
    /^the migration \d{14}_\w+ failed: relation "users" already exists \(42P07\)\.$/,
  ],
  'whose migrations would run in another database reads so': [
    async () => ({ MIGRATION_DATABASE_URL: (await emptyDatabase()).url.href }),
    /^MIGRATION_DATABASE_URL: this is another database than that of DATABASE_URL\.$/,
  ],
  'whose certificate of PostgreSQL is not there reads which setting named it': [
    async () => ({ DATABASE_URL: `${database.url}?sslmode=verify-full&sslrootcert=/nope.pem` }),
    /^DATABASE_URL: the database cannot be reached \(ENOENT: .*\/nope\.pem'\)\.$/,
  ],
  'whose database only reads, as a standby does, reads which setting leads there': [
    async () => {
      const { pool, url } = await emptyDatabase();
      await pool.query(`alter database "${url.pathname.slice(1)}" set default_transaction_read_only = on`);
      return { DATABASE_URL: url.href };
    },
    /\(25006\)\. DATABASE_URL leads to a standby, which only reads/,
  ],
  'whose port of the metrics is taken reads its own name': [
    async () => ({ METRICS_PORT: String(await aServer('')) }),
    /^METRICS_PORT: nothing can listen there \(listen EADDRINUSE/,
  ],
};
test.each(Object.entries(refusedStarts))('an operator %s, and no product starts', async (_, [settings, why]) => {
  const { message, logged } = await startWith(await settings());
  expect(message).toMatch(why);
  expect(JSON.stringify(logged)).not.toContain('waiting for PostgreSQL');
});

test('a process that waits for another one’s migrations takes no request and logs why', async () => {
  const { pool, url } = await emptyDatabase();
  const migrating = await pool.connect();
  await migrating.query('select pg_advisory_lock($1)', [migrationLock]);
  const port = await freePort();
  const settings = { DATA_DIR: join(folder, 'waiting'), DATABASE_URL: url.href, HOST: '127.0.0.1', PORT: String(port) };
  const { logged, starting } = startProduct(settings);
  const msg = 'DATABASE_URL: waiting for another process that migrates the database';
  await expect.poll(() => logged, { timeout: 45_000 }).toContainEqual(expect.objectContaining({ msg }));
  const isRefused = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => false,
      () => true,
    );
  expect(await isRefused()).toBe(true);
  migrating.release(true);
  const { stop } = await starting;
  expect(await isRefused()).toBe(false);
  await stop();
});

test.each([
  ['a wrong secret', { secretAccessKey: 'wrong' }, /refuses this AWS_SECRET_ACCESS_KEY \(SignatureDoesNotMatch\)/],
  ['a wrong key', { accessKeyId: 'wrong' }, /does not know this AWS_ACCESS_KEY_ID \(InvalidAccessKeyId\)/],
  ['an endpoint where nobody listens', { endpoint: 'http://127.0.0.1:9' }, /cannot be reached \(ECONNREFUSED\)/],
])('a bucket with %s is refused with the reason', async (_what, changes, expected) => {
  const settings = { ...s3.settings, ...changes };
  await expect(assertUsable(s3Storage(settings), settings)).rejects.toThrow(expected);
});

test('a working bucket is left unchanged', async () => {
  const storage = s3Storage(s3.settings);
  const put = vi.fn<typeof storage.put>(storage.put);
  await assertUsable({ ...storage, put }, s3.settings);
  const [name = ''] = put.mock.calls[0] ?? [];
  expect(await storage.get(name)).toBeNull();
});

test('a start closes folders that are open to others, and warns of open parents', async () => {
  const dataDir = join(folder, 'open-data');
  const files = join(folder, 'open-files');
  const folders = [dataDir, join(dataDir, 'tmp'), join(dataDir, 'outbox'), files];
  for (const path of folders) {
    await mkdir(path);
    await chmod(path, 0o755);
  }
  const { message, logged } = await startWith({ DATA_DIR: dataDir, STORAGE_URL: `file://${files}` });
  expect(message).toBe('started');
  expect(await modesOf(...folders)).toEqual(['755', '700', '700', '755']);
  for (const [setting, path] of Object.entries({ DATA_DIR: dataDir, STORAGE_URL: files })) {
    const msg = expect.stringContaining(`${setting}: other users`) as string;
    expect(logged).toContainEqual(expect.objectContaining({ msg, folder: path, mode: '755' }));
  }
});

test('a start makes new folders for their owner alone, without a warning', async () => {
  expect(plain.message).toBe('started');
  expect(await modesOf(freshData, ownFiles)).toEqual(['700', '700']);
  expect((await readdir(ownFiles)).filter((name) => !name.endsWith('.mark'))).toEqual([]);
  expect(plain.logged.filter(({ folder: path }) => path !== undefined)).toEqual([]);
});

test('the product starts without its mail server and logs why mails wait', () => {
  const msg = expect.stringContaining('SMTP_URL') as string;
  expect(plain.logged).toContainEqual(expect.objectContaining({ msg, reason: 'ESOCKET ECONNREFUSED' }));
});

test('a start and a stop each log one line with version and settings and without a secret', () => {
  const lines = plain.logged.filter(({ msg }) => ['started', 'stopping', 'stopped'].includes(String(msg)));
  const version = expect.any(String) as string;
  const settings = { version, storage: 'file', mail: 'smtp', migrationsRun: 0, poolSize: 10 };
  expect(lines).toMatchObject([{ msg: 'started', ...settings }, { msg: 'stopping' }, { msg: 'stopped' }]);
  expect(JSON.stringify(plain.logged)).not.toMatch(/hunter2|postgres:\/\//);
});

test('an operator can tell a bad certificate, a refused password and a missing mail server apart', async () => {
  const noServer = await aServer('HTTP/1.1 400 Bad Request\r\n\r\n');
  const untrusted = await startSmtp({ secure: true, disabledCommands: [] });
  const strict = await startSmtp({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('no such account')),
  });
  const reasonOf = async (url: string) => {
    const { log, logged } = recordingLog();
    const mailer = smtpMailer({ url, from: 'desk@landfall.test', timeoutMs: 2_000 });
    await reportSilentMailServer(mailer, log);
    mailer.close();
    return logged[0]?.reason;
  };
  expect(await reasonOf(`smtps://127.0.0.1:${untrusted.port}`)).toMatch(/^ESOCKET .*(CERT|SELF_SIGNED)/);
  expect(await reasonOf(strict.url.replace('//', '//ann:wrong@'))).toMatch(/^EAUTH 535$/);
  await vi.waitFor(async () => expect(await reasonOf(`smtp://127.0.0.1:${noServer}`)).toMatch(/^EPROTOCOL/), 30_000);
  await Promise.all([untrusted.close(), strict.close()]);
});

test('an operator of two machines is warned of every connection between them without TLS', () => {
  const { log, logged } = recordingLog();
  const at = (host: string, mode = '') => `postgres://landfall:secret@${host}:5432/landfall${mode}`;
  const bucket = { kind: 's3', bucket: 'files', region: 'us-east-1' } as const;
  const urls = { databaseDirectUrl: undefined, databaseReplicaUrl: undefined, migrationUrl: undefined };
  for (const [host, endpoint] of [
    [at('postgres'), 'http://storage:8333'],
    [at('127.0.0.1'), 'http://127.0.0.1:8333'],
    [at('[::1]'), 'http://localhost:8333'],
    [at('db.acme-cash.com', '?sslmode=verify-full'), 'https://s3.acme-cash.com'],
  ] as const)
    reportPlainConnections({ ...urls, databaseUrl: host, storage: { ...bucket, endpoint } }, log);
  expect(logged).toEqual([]);

  const open = { databaseDirectUrl: at('10.0.0.5', '?sslmode=disable'), migrationUrl: at('[fd00::5]') };
  const settings = { ...urls, ...open, databaseUrl: at('db.acme-cash.com'), databaseReplicaUrl: at('10.0.0.6') };
  reportPlainConnections({ ...settings, storage: { ...bucket, endpoint: 'http://s3.acme-cash.com' } }, log);
  const reported = Object.fromEntries(logged.map(({ msg, host }) => [String(host), String(msg)]));
  const verify = 'not encrypted on its way to another machine; add ?sslmode=verify-full';
  expect(reported).toEqual({
    'db.acme-cash.com': `DATABASE_URL: ${verify}`,
    '10.0.0.5': `DATABASE_DIRECT_URL: ${verify}`,
    '10.0.0.6': `DATABASE_REPLICA_URL: ${verify}`,
    '[fd00::5]': `MIGRATION_DATABASE_URL: ${verify}`,
    's3.acme-cash.com': 'STORAGE_URL: not encrypted on its way to another machine; use https://',
  });
});

/** Runs a process that logs and does this; returns its stderr, however it ends. */
function logOf(does: string): Promise<unknown[]> {
  const program = `
    const { createProcessLog } = await import('./server/lib/log.ts');
    const { logWarnings } = await import('./server/start/warnings.ts');
    const log = createProcessLog({ logLevel: 'info', instanceName: 'desk' });
    logWarnings(log);
    ${does}`;
  const tsx = ['--import', 'tsx', '--input-type=module', '--eval', program];
  return new Promise((resolve) => {
    execFile(process.execPath, tsx, { cwd: rootDir }, (_ended, _stdout, stderr) =>
      resolve(
        stderr
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown),
      ),
    );
  });
}

test('an operator reads a library’s warning in the log even if the process is killed next', async () => {
  const lines = await logOf(`
    log.info({}, 'ready');
    process.emitWarning('sslmode will mean something else', 'FutureWarning');
    setImmediate(() => process.kill(process.pid, 'SIGKILL'));`);
  expect(lines).toMatchObject([
    { level: 30, msg: 'ready' },
    { level: 40, warning: 'FutureWarning', msg: 'sslmode will mean something else' },
  ]);
});

test('an operator reads the last log lines of an ended process', async () => {
  expect(await logOf(`log.info({}, 'stopped'); process.exit(0);`)).toMatchObject([
    { instance: 'desk', msg: 'stopped' },
  ]);
});
