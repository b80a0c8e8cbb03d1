import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import jwt from 'jsonwebtoken';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fileStorage } from '#server/adapters/storage/storage.file.ts';
import { inTx } from '#server/db/connection.ts';
import type { WithInstallation } from '#server/installation/installation.ts';
import { aPdf, aStagedFile } from '#tests/factories/files.ts';
import { noCopy } from '#tests/setup/installation.ts';
import { callerOf, platformDeps, serveRouters, testUsers, type Call, type RouterApp } from '#tests/setup/platform.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { createFileLinks } from './files.access.ts';
import { deleteUnusedFiles } from './files.jobs.ts';
import { findFile, type FilePurpose } from './files.queries.ts';
import { filesRoutes } from './files.routes.ts';
import { deleteFilesOf, insertFile, storeStaged, type FilesDeps } from './files.service.ts';

const database = openDatabase();
let folder: string;
let files: string;
let deps: FilesDeps & WithInstallation;
let server: RouterApp;
let call: Call;
let clock = Date.now();
const secret = 'a secret for tests alone, long enough to be taken';
const ann = testUsers.ann?.userId ?? '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'landfall-files-'));
  files = join(folder, 'files');
  const insertUser = `insert into users (id, role, email, first_name, last_name) values ($1, $2, $3, 'A', 'B')`;
  for (const { userId, role, email } of Object.values(testUsers))
    await database.rows(insertUser, [userId, role, email]);
  deps = { db: database.db, inTx: (work) => inTx(database, work), storage: fileStorage(files), installation: noCopy };
  const fileLinks = createFileLinks(secret, () => new Date(clock));
  server = await serveRouters([filesRoutes({ ...platformDeps(database), ...deps, fileLinks })]);
  call = callerOf(server.url);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const proof = { purpose: 'payment_proof', ownerId: ann } as const;
const storedNames = async () => (existsSync(files) ? readdir(files) : []);
const bytesOf = (filename: string) => buffer(createReadStream(join(files, filename)));
/** A PDF of Ann's that was uploaded, without its row. */
const anUpload = async (purpose: FilePurpose = 'payment_proof', originalName = 'proof.pdf') => {
  const stagedFile = await aStagedFile(folder, aPdf, { originalName });
  return storeStaged(deps, stagedFile, { purpose, ownerId: purpose === 'blog' ? null : ann });
};
/** Stores the upload with its row, and returns the path that it is read at. */
async function aFile(...about: Parameters<typeof anUpload>) {
  const upload = await anUpload(...about);
  const { id } = await inTx(database, (tx) => insertFile(tx, upload));
  return { id, filename: upload.filename, path: `/api/files/${upload.filename}` };
}

describe('a file that is stored', () => {
  test('is a PDF byte for byte under a random name, and its original name stays text', async () => {
    const originalName = '../../März "final".pdf';
    const { filename } = await aFile('payment_proof', originalName);
    expect(filename).toMatch(/^[0-9a-f-]{36}\.pdf$/);
    expect(await bytesOf(filename)).toEqual(aPdf);
    const { sentHash } = await aStagedFile(folder, aPdf);
    const fileFields = { originalName, type: 'application/pdf', size: aPdf.length, sentHash };
    expect(await findFile(database.db, { filename })).toMatchObject({ ...proof, ...fileFields });
  });

  test('is an image compared by its sent bytes, and stored re-encoded', async () => {
    const red = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } });
    const sent = Buffer.concat([await red.png().toBuffer(), Buffer.from('hidden')]);
    const stagedFile = await aStagedFile(folder, sent, { type: 'image/png' });
    const file = await storeStaged(deps, stagedFile, proof);
    const bytes = await bytesOf(file.filename);
    expect(file).toMatchObject({ size: bytes.length, type: 'image/png', sentHash: stagedFile.sentHash });
    expect(bytes.includes('hidden')).toBe(false);
    expect((await readdir(folder)).filter((name) => name.endsWith('.redrawn'))).toEqual([]);
  });

  test('counts towards 200 MB of its user, but the administrator can still store for them', async () => {
    await database.rows(
      `insert into files (filename, original_name, type, size, sent_hash, purpose, owner_id)
       values ('big', 'big', 'application/pdf', 200 * 1024 * 1024, '\\x00', 'kyc', $1)`,
      [ann],
    );
    const filesBefore = await storedNames();
    await expect(anUpload()).rejects.toMatchObject({ code: 'file_too_large' });
    expect(await storedNames()).toEqual(filesBefore);
    await anUpload('payout_screenshot');
    await database.rows(`delete from files where filename = 'big'`);
  });

  test('leaves no part behind on a full disk', async () => {
    const filesBefore = await storedNames();
    async function* cut(content: Readable) {
      for await (const chunk of content) yield chunk as Buffer;
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    }
    const put: typeof deps.storage.put = (name, content, size) =>
      deps.storage.put(name, Readable.from(cut(content)), size);
    const fullDeps = { ...deps, storage: { ...deps.storage, put } };
    const attempt = storeStaged(fullDeps, await aStagedFile(folder, aPdf), proof);
    await expect(attempt).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await storedNames()).toEqual(filesBefore);
  });

  test('is removed after an hour without a row, like uploads that a crash left', async () => {
    const uploadsDir = join(folder, 'tmp');
    await mkdir(uploadsDir);
    for (const name of ['running', 'crashed']) await writeFile(join(uploadsDir, name), 'x');
    const ownedFile = await aFile();
    const strayFile = await anUpload();
    const newFile = await anUpload();
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    for (const path of [join(files, ownedFile.filename), join(files, strayFile.filename), join(uploadsDir, 'crashed')])
      await utimes(path, longAgo, longAgo);
    await database.rows(`update unlinked_files set since = now() - interval '2 hours' where filename = $1`, [
      strayFile.filename,
    ]);
    await deleteUnusedFiles({ ...deps, uploadsDir });
    const remainingNames = await storedNames();
    expect(remainingNames).toEqual(expect.arrayContaining([ownedFile.filename, newFile.filename]));
    expect(remainingNames).not.toContain(strayFile.filename);
    expect(await readdir(uploadsDir)).toEqual(['running']);
  });

  test('is not swept under an unknown name, and never in a restored copy', async () => {
    const foreignName = `${randomUUID()}.pdf`;
    const strayName = (await anUpload()).filename;
    await writeFile(join(files, foreignName), 'a proof of a database that shares the storage');
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    for (const name of [foreignName, strayName]) await utimes(join(files, name), longAgo, longAgo);
    await database.rows(`update unlinked_files set since = now() - interval '2 hours' where filename = $1`, [
      strayName,
    ]);
    const sweep = { ...deps, uploadsDir: join(folder, 'uploads') };
    const copy = { because: 'other_database', since: new Date() } as const;
    await deleteUnusedFiles({ ...sweep, installation: { ...noCopy, copy } });
    expect(await storedNames()).toEqual(expect.arrayContaining([foreignName, strayName]));
    await deleteUnusedFiles(sweep);
    expect(await storedNames()).toContain(foreignName);
    expect(await storedNames()).not.toContain(strayName);
  });

  test('is not swept just after its upload on a machine whose clock is hours behind', async () => {
    const { filename } = await anUpload();
    const hoursBehind = new Date(Date.now() - 5 * 3_600_000);
    await utimes(join(files, filename), hoursBehind, hoursBehind);
    vi.useFakeTimers({ toFake: ['Date'], now: hoursBehind });
    try {
      await deleteUnusedFiles({ ...deps, uploadsDir: join(folder, 'uploads') });
    } finally {
      vi.useRealTimers();
    }
    expect(await storedNames()).toContain(filename);
  });

  test('loses its bytes after its user’s files are deleted', async () => {
    const { filename } = await aFile('avatar');
    await inTx(database, (tx) => deleteFilesOf(tx, ann, ['avatar']));
    const jobs = await database.rows(
      `select payload from graphile_worker._private_jobs where payload::text like '%' || $1 || '%'`,
      [filename],
    );
    expect(jobs).toEqual([{ payload: { filenames: [filename] } }]);
  });
});

describe('a file that is read', () => {
  const statusOf = async (path: string, token?: string) => (await call('GET', path, { token })).status;
  const linkFor = async (path: string, token: string) => {
    const { status, body } = await call('POST', `${path}/link`, { token });
    expect(status).toBe(200);
    return body as { url: string; token: string; expiresAt: string };
  };
  const dispositionOf = async (path: string, token?: string) =>
    (await call('GET', path, { token })).headers.get('content-disposition');

  test.each([
    ['page.html', 'page.html.pdf'],
    ['../../run.exe', '_run.exe.pdf'],
    ['proof.PDF', 'proof.PDF'],
  ])('is a PDF if it was sent as %s, and is saved as %s', async (originalName, savedAs) => {
    const { path } = await aFile('payment_proof', originalName);
    expect(await dispositionOf(path, 'ann')).toContain(`${savedAs}"`);
  });

  test('is visible to its owner and the administrator alone', async () => {
    const { path } = await aFile();
    expect([await statusOf(path, 'ann'), await statusOf(path, 'root'), await statusOf(path)]).toEqual([200, 200, 401]);
    const stranger = await call('GET', path, { token: 'bob' });
    const missingFile = await call('GET', path.replace(/[0-9a-f]{8}-/, '00000000-'), { token: 'bob' });
    expect([stranger.status, missingFile.status]).toEqual([404, 404]);
    expect(stranger.body).toEqual(missingFile.body);
    expect((await call('POST', `${path}/link`, { token: 'bob' })).status).toBe(404);
  });

  test('is sent so that no browser can run it, under its sender’s name', async () => {
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

  test('is opened by its link for a minute without any header, and shows a PDF', async () => {
    const item = await aFile();
    const otherFile = await aFile();
    const link = await linkFor(item.path, 'ann');
    expect(await statusOf(link.url)).toBe(200);
    expect(await dispositionOf(link.url)).toMatch(/^inline/);
    expect(await dispositionOf(`${link.url}&download=1`)).toMatch(/^attachment/);
    expect(await statusOf(`${otherFile.path}?token=${link.token}`)).toBe(401);
    expect(new Date(link.expiresAt).getTime() - clock).toBeLessThanOrEqual(60_000);
    clock += 61_000;
    expect(await statusOf(link.url)).toBe(401);
  });

  test('is not opened by a link made before a block', async () => {
    const { url } = await linkFor((await aFile()).path, 'ann');
    const statusAfter = async (mark: string) => {
      await database.rows('update users set status = $1 where id = $2', [mark, ann]);
      return statusOf(url);
    };
    expect([await statusAfter('blocked'), await statusAfter('active')]).toEqual([401, 200]);
  });

  test('is opened with a session token in the address, and not by a forged link', async () => {
    const { path, filename } = await aFile();
    for (const [token, status] of Object.entries({ ann: 200, bob: 404, blocked: 403 }))
      expect([token, await statusOf(`${path}?token=${token}`)]).toEqual([token, status]);
    const claims = { sub: ann, file: filename, aud: 'file', iss: 'landfall' };
    const forgedTokens = [
      jwt.sign(claims, secret),
      jwt.sign(claims, 'another secret of sufficient length, but another'),
      jwt.sign(claims, '', { algorithm: 'none' }),
      'x',
      '%00',
    ];
    for (const token of forgedTokens) expect(await statusOf(`${path}?token=${token}`)).toBe(401);
  });

  test('is inside the storage for every spelling of a path', async () => {
    const names = [
      '..%2f..%2fetc%2fpasswd',
      '%2e%2e%2fx',
      '....//',
      '%00.pdf',
      'a.pdf',
      '..%5cx',
      '%252e%252e%252fetc',
    ];
    for (const name of names) expect([404, 400]).toContain(await statusOf(`/api/files/${name}`, 'root'));
  });

  test('makes an audit entry for the administrator, and for each identity document', async () => {
    const slip = await aFile();
    const passport = await aFile('kyc');
    const avatar = await aFile('avatar');
    for (const { path } of [slip, passport, avatar]) await statusOf(path, 'ann');
    await statusOf((await linkFor(slip.path, 'root')).url);
    await statusOf(passport.path, 'root');
    const views = await database.rows(
      `select actor_role, subject_id, details->>'purpose' as purpose from audit_log
       where action = 'file.viewed' and subject_id = any($1) order by id`,
      [[slip.id, passport.id, avatar.id]],
    );
    expect(views).toEqual([
      { actor_role: 'customer', subject_id: passport.id, purpose: 'kyc' },
      { actor_role: 'admin', subject_id: slip.id, purpose: 'payment_proof' },
      { actor_role: 'admin', subject_id: passport.id, purpose: 'kyc' },
    ]);
  });

  test('is a picture of the blog only through the post it belongs to', async () => {
    const { path } = await aFile('blog');
    expect([await statusOf(path), await statusOf(path, 'ann'), await statusOf(path, 'root')]).toEqual([401, 404, 200]);
  });

  test('leaves no token of its address in the log', async () => {
    const { url, token } = await linkFor((await aFile()).path, 'ann');
    await statusOf(url);
    const lines = JSON.stringify(server.logged);
    expect(lines).toContain('/api/files/:filename');
    expect(lines).not.toContain(token.slice(0, 20));
    expect(lines).not.toContain('token=');
  });
});
