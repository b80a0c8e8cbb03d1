import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileStorage } from '#server/adapters/storage/storage.file.ts';
import { inTx } from '#server/db/connection.ts';
import { aPdf, aStagedFile } from '#tests/factories/files.ts';
import { callerOf, platformDeps, serveRouters, testUsers, type Call, type Served } from '#tests/setup/platform.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { createFileLinks } from './files.access.ts';
import { filesRoutes } from './files.routes.ts';
import { insertFile, storeStaged, type FilePurpose } from './files.service.ts';

const database = openDatabase();
let folder: string;
let served: Served;
let call: Call;
let clock = Date.now();
const secret = 'a secret for tests alone, long enough to be taken';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'landfall-files-'));
  for (const { userId, role, email } of Object.values(testUsers)) {
    await database.pool.query(
      `insert into users (id, role, email, first_name, last_name) values ($1, $2, $3, 'A', 'B')`,
      [userId, role, email],
    );
  }
  const deps = { ...platformDeps(database), storage: fileStorage(folder) };
  const fileLinks = createFileLinks(secret, () => new Date(clock));
  served = await serveRouters([filesRoutes({ ...deps, fileLinks })]);
  call = callerOf(served.url);
});
afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true });
});

/** A PDF of Ann's, and the address it is read at. */
async function aFile(purpose: FilePurpose = 'payment_proof', originalName = 'proof.pdf') {
  const staged = await aStagedFile(folder, aPdf, { originalName });
  const ownerId = purpose === 'blog' ? null : (testUsers.ann?.userId ?? '');
  const stored = await storeStaged({ db: database.db, storage: fileStorage(folder) }, staged, { purpose, ownerId });
  const { id } = await inTx(database, (tx) => insertFile(tx, stored));
  return { id, path: `/api/files/${stored.filename}` };
}
const statusOf = async (path: string, token?: string) => (await call('GET', path, { token })).status;
const linkFor = async (path: string, token: string) => {
  const { status, body } = await call('POST', `${path}/link`, { token });
  expect(status).toBe(200);
  return body as { url: string; token: string; expiresAt: string };
};

test.each([
  ['page.html', 'page.html.pdf'],
  ['../../run.exe', '_run.exe.pdf'],
  ['proof.PDF', 'proof.PDF'],
])('a PDF that came as %s is saved as %s', async (originalName, savedAs) => {
  const { path } = await aFile('payment_proof', originalName);
  const { headers } = await call('GET', path, { token: 'ann' });
  expect(headers.get('content-disposition')).toContain(`${savedAs}"`);
});

test('the owner and the administrator read a file; to everybody else it is not there', async () => {
  const { path } = await aFile();
  expect(await statusOf(path, 'ann')).toBe(200);
  expect(await statusOf(path, 'root')).toBe(200);
  expect(await statusOf(path)).toBe(401);
  const [stranger, absent] = [
    await call('GET', path, { token: 'bob' }),
    await call('GET', path.replace(/[0-9a-f]{8}-/, '00000000-'), { token: 'bob' }),
  ];
  expect([stranger.status, absent.status]).toEqual([404, 404]);
  expect(stranger.body).toEqual(absent.body);
  expect((await call('POST', `${path}/link`, { token: 'bob' })).status).toBe(404);
});

test('a file is handed out so that no browser can run it, under its sender’s name', async () => {
  const { path } = await aFile('payment_proof', 'Überweisung "1"\\..pdf');
  const { headers, body } = await call('GET', path, { token: 'ann' });
  expect(body).toBe(aPdf.toString());
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'content-disposition': `attachment; filename="_berweisung _1__..pdf"; filename*=UTF-8''%C3%9Cberweisung%20%221%22%5C..pdf`,
  });
  expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  expect(headers.get('cache-control')).toContain('no-store');
});

test('a link opens its one file for a minute without any header, and shows a PDF', async () => {
  const [item, other] = [await aFile(), await aFile()];
  const link = await linkFor(item.path, 'ann');
  const { status, headers } = await call('GET', link.url);
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toMatch(/^inline/);
  expect((await call('GET', `${link.url}&download=1`)).headers.get('content-disposition')).toMatch(/^attachment/);
  expect(await statusOf(`${other.path}?token=${link.token}`)).toBe(401);
  expect(new Date(link.expiresAt).getTime() - clock).toBeLessThanOrEqual(60_000);

  clock += 61_000;
  expect(await statusOf(link.url)).toBe(401);
});

test('a link made before a block opens nothing after it', async () => {
  const { path } = await aFile();
  const { url } = await linkFor(path, 'ann');
  const setStatus = (status: string) =>
    database.pool.query('update users set status = $1 where id = $2', [status, testUsers.ann?.userId]);
  await setStatus('blocked');
  expect(await statusOf(url)).toBe(401);
  await setStatus('active');
  expect(await statusOf(url)).toBe(200);
});

test('a session token in the address is taken too, as specified; forged links are not', async () => {
  const { path } = await aFile();
  expect(await statusOf(`${path}?token=ann`)).toBe(200);
  expect(await statusOf(`${path}?token=bob`)).toBe(404);
  expect(await statusOf(`${path}?token=blocked`)).toBe(403);
  const claims = { sub: testUsers.ann?.userId, file: path.split('/').pop(), aud: 'file', iss: 'landfall' };
  const forged = [
    jwt.sign(claims, secret),
    jwt.sign(claims, 'another secret of sufficient length, but another'),
    jwt.sign(claims, '', { algorithm: 'none' }),
    'x',
    '%00',
  ];
  for (const token of forged) expect(await statusOf(`${path}?token=${token}`)).toBe(401);
});

test('no spelling of a path leads out of the storage', async () => {
  const names = ['..%2f..%2fetc%2fpasswd', '%2e%2e%2fx', '....//', '%00.pdf', 'a.pdf', '..%5cx', '%252e%252e%252fetc'];
  for (const name of names) expect([404, 400]).toContain(await statusOf(`/api/files/${name}`, 'root'));
});

test('every look of the administrator, and every look at an identity document, is on record', async () => {
  const [proof, passport, avatar] = [await aFile(), await aFile('kyc'), await aFile('avatar')];
  for (const { path } of [proof, passport, avatar]) await statusOf(path, 'ann');
  await statusOf((await linkFor(proof.path, 'root')).url);
  await statusOf(passport.path, 'root');
  const { rows } = await database.pool.query(
    `select actor_role, subject_id, details->>'purpose' as purpose from audit_log
     where action = 'file.viewed' and subject_id = any($1) order by id`,
    [[proof.id, passport.id, avatar.id]],
  );
  expect(rows).toEqual([
    { actor_role: 'customer', subject_id: passport.id, purpose: 'kyc' },
    { actor_role: 'admin', subject_id: proof.id, purpose: 'payment_proof' },
    { actor_role: 'admin', subject_id: passport.id, purpose: 'kyc' },
  ]);
});

test('a picture of the blog is no exception: readers get it from the post it belongs to', async () => {
  const { path } = await aFile('blog');
  expect([await statusOf(path), await statusOf(path, 'ann'), await statusOf(path, 'root')]).toEqual([401, 404, 200]);
});

test('no token of an address reaches the log', async () => {
  const { path } = await aFile();
  const { url, token } = await linkFor(path, 'ann');
  await statusOf(url);
  const lines = JSON.stringify(served.logged);
  expect(lines).toContain('/api/files/:filename');
  expect(lines).not.toContain(token.slice(0, 20));
  expect(lines).not.toContain('token=');
});
