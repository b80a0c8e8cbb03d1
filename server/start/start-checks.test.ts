import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testEncryptionKey } from '#tests/setup/audit-key.ts';
import { createTestDatabase } from '#tests/setup/database.ts';
import { recordingLog } from '#tests/setup/platform.ts';
import { startS3, type TestS3 } from '#tests/setup/s3.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { fixture, openDatabase } from '#tests/setup/testbed.ts';
import { smtpMailer } from '../adapters/mail/mail.smtp.ts';
import { s3Storage } from '../adapters/storage/storage.s3.ts';
import { readEnv } from '../env/env.ts';
import { startLandfall } from '../landfall.ts';
import { assertUsable, reportPlainConnections, reportSilentMailServer } from './start-checks.ts';

let folder: string;
let s3: TestS3;
const database = openDatabase();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'landfall-checks-'));
  s3 = await startS3(join(folder, 's3'));
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const messageOf = (failing: Promise<unknown>) =>
  failing.then(
    () => 'started',
    (error: Error) => error.message,
  );

/** What an operator reads who starts the product with these settings. */
const startWith = async (settings: Record<string, string>) => {
  const { log, logged } = recordingLog();
  const own = { PORT: '0', DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url };
  const env = readEnv({ ...own, ENCRYPTION_KEY: testEncryptionKey, PASSWORD_COST: '4', ...settings });
  const message = await messageOf(startLandfall(env, log).then(({ stop }) => stop()));
  return { message, logged };
};

/** A start on empty folders, without a mail server. */
const plain = fixture(() =>
  startWith({
    DATA_DIR: join(folder, 'fresh-data'),
    STORAGE_URL: `file://${join(folder, 'own-files')}`,
    SMTP_URL: 'smtp://ann:hunter2@127.0.0.1:9',
  }),
);

test('an operator whose bucket does not exist reads so, and the product does not start', async () => {
  const { endpoint, accessKeyId = '', secretAccessKey = '' } = s3.settings;
  const settings = {
    STORAGE_URL: `s3://no-such-bucket?endpoint=${endpoint}&region=us-east-1`,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  };
  expect((await startWith(settings)).message).toBe(
    `STORAGE_URL: the bucket no-such-bucket at ${endpoint} does not exist (NoSuchBucket).`,
  );
});

test.each([
  ['a wrong secret', { secretAccessKey: 'wrong' }, /refuses this AWS_SECRET_ACCESS_KEY \(SignatureDoesNotMatch\)/],
  ['a wrong key', { accessKeyId: 'wrong' }, /does not know this AWS_ACCESS_KEY_ID \(InvalidAccessKeyId\)/],
  ['an endpoint where nobody listens', { endpoint: 'http://127.0.0.1:9' }, /cannot be reached \(ECONNREFUSED\)/],
])('a bucket with %s is refused with the reason', async (_what, changes, expected) => {
  const settings = { ...s3.settings, ...changes };
  expect(await messageOf(assertUsable(s3Storage(settings), settings))).toMatch(expected);
});

test('a bucket that works is left as it was', async () => {
  const storage = s3Storage(s3.settings);
  await assertUsable(storage, s3.settings);
  const names: string[] = [];
  for await (const { name } of storage.list()) names.push(name);
  expect(names).toEqual([]);
});

test('a data folder that cannot be written is refused although every file goes elsewhere', async () => {
  const { message } = await startWith({
    DATA_DIR: '/dev/null/data',
    JWT_SECRET: 'a secret for tests alone, long enough too',
    ADMIN_PASSWORD: 'the desk signs in with this',
    STORAGE_URL: `file://${join(folder, 'files')}`,
  });
  expect(message).toMatch(/^DATA_DIR: the folder \/dev\/null\/data\/tmp cannot be written \(ENOTDIR\)\.$/);
});

test('a folder for files that is a file is refused', async () => {
  const path = join(folder, 'a-file');
  await writeFile(path, '');
  const { message } = await startWith({ STORAGE_URL: `file://${path}` });
  expect(message).toMatch(new RegExp(`^STORAGE_URL: the folder ${path} cannot be written`));
});

test('the folder of files is made for its owner alone, and the check leaves nothing in it', async () => {
  const path = join(folder, 'own-files');
  expect(plain.message).toBe('started');
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  expect(await readdir(path)).toEqual([]);
});

test('folders that are open to others are closed, and the operator hears which of their own others can look into', async () => {
  const [dataDir, files] = [join(folder, 'open-data'), join(folder, 'open-files')];
  for (const path of [dataDir, join(dataDir, 'tmp'), join(dataDir, 'outbox'), files]) {
    await mkdir(path);
    await chmod(path, 0o755);
  }
  const { message, logged } = await startWith({ DATA_DIR: dataDir, STORAGE_URL: `file://${files}` });
  expect(message).toBe('started');
  const modes = [dataDir, join(dataDir, 'tmp'), join(dataDir, 'outbox'), files].map(
    async (path) => (await stat(path)).mode,
  );
  expect((await Promise.all(modes)).map((mode) => mode & 0o777)).toEqual([0o755, 0o700, 0o700, 0o755]);
  for (const [setting, path] of [
    ['DATA_DIR', dataDir],
    ['STORAGE_URL', files],
  ]) {
    const msg = expect.stringContaining(`${setting}: other users`) as string;
    expect(logged).toContainEqual(expect.objectContaining({ msg, folder: path, mode: '755' }));
  }
});

test('an operator whose folders are closed reads no warning about them', async () => {
  expect(plain.message).toBe('started');
  expect((await stat(join(folder, 'fresh-data'))).mode & 0o777).toBe(0o700);
  expect(plain.logged.filter(({ folder: path }) => path !== undefined)).toEqual([]);
});

test('the product starts without its mail server and says why mails wait', () => {
  expect(plain.message).toBe('started');
  expect(plain.logged).toContainEqual(
    expect.objectContaining({ msg: expect.stringContaining('SMTP_URL') as string, reason: 'ESOCKET ECONNREFUSED' }),
  );
});

test('a mail server without a trusted certificate, one that refuses the password and one that is none are told apart', async () => {
  const noServer = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1');
  await once(noServer, 'listening');
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
  await vi.waitFor(async () =>
    expect(await reasonOf(`smtp://127.0.0.1:${(noServer.address() as AddressInfo).port}`)).toMatch(/^EPROTOCOL/),
  );
  noServer.close();
  await Promise.all([untrusted.close(), strict.close()]);
});

test('an operator whose role may not create anything reads what PostgreSQL says, not a statement', async () => {
  const empty = await createTestDatabase('template1');
  await empty.pool.query(`create role no_rights login password 'no-rights-4'`);
  const url = new URL(empty.url);
  Object.assign(url, { username: 'no_rights', password: 'no-rights-4' });
  const { message } = await startWith({ DATABASE_URL: url.href });
  expect(message).toMatch(/^PostgreSQL says: permission denied for database test_\w+ \(42501\)\.$/);
  await empty.pool.query('drop role no_rights');
  await empty.drop();
});

test('an operator whose migration fails reads which one, and why', async () => {
  const crowded = await createTestDatabase('template1');
  await crowded.pool.query('create table users (id int)');
  const { message } = await startWith({ DATABASE_URL: crowded.url });
  expect(message).toMatch(/^the migration \d{14}_\w+ failed: relation "users" already exists \(42P07\)\.$/);
  await crowded.drop();
});

test('a port of the metrics that is taken is called by its own name', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const { message } = await startWith({ METRICS_PORT: String(port) });
  expect(message).toMatch(/^METRICS_PORT: nothing can listen there \(listen EADDRINUSE/);
  taken.close();
});

test('a start and a stop are one line each, with version and settings and without a secret', () => {
  const { logged } = plain;
  const lines = logged.filter(({ msg }) => ['started', 'stopping', 'stopped'].includes(String(msg)));
  expect(lines).toMatchObject([
    {
      msg: 'started',
      version: expect.any(String) as string,
      storage: 'file',
      mail: 'smtp',
      migrationsRun: 0,
      poolSize: 10,
    },
    { msg: 'stopping' },
    { msg: 'stopped' },
  ]);
  expect(JSON.stringify(logged)).not.toMatch(/hunter2|postgres:\/\//);
});

test('an operator of two machines is told of every connection between them that is not encrypted', () => {
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
  expect(logged.map(({ msg, host }) => `${String(host)} ${String(msg)}`)).toEqual([
    'db.acme-cash.com DATABASE_URL: not encrypted on its way to another machine; add ?sslmode=verify-full',
    '10.0.0.5 DATABASE_DIRECT_URL: not encrypted on its way to another machine; add ?sslmode=verify-full',
    '10.0.0.6 DATABASE_REPLICA_URL: not encrypted on its way to another machine; add ?sslmode=verify-full',
    '[fd00::5] MIGRATION_DATABASE_URL: not encrypted on its way to another machine; add ?sslmode=verify-full',
    's3.acme-cash.com STORAGE_URL: not encrypted on its way to another machine; use https://',
  ]);
});
