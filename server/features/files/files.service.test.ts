import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fileStorage } from '#server/adapters/storage/storage.file.ts';
import { inTx } from '#server/db/connection.ts';
import { aPdf, aStagedFile } from '#tests/factories/files.ts';
import { testUsers } from '#tests/setup/platform.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { deleteUnusedFiles } from './files.jobs.ts';
import { findFile } from './files.queries.ts';
import { deleteFilesOf, insertFile, storeStaged, type FilesDeps } from './files.service.ts';

const database = openDatabase();
let folder: string;
let deps: FilesDeps;
const ann = testUsers.ann?.userId ?? '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'landfall-files-'));
  deps = { db: database.db, storage: fileStorage(join(folder, 'files')) };
  await database.pool.query(
    `insert into users (id, email, first_name, last_name) values ($1, 'ann@example.com', 'Ann', 'Bee')`,
    [ann],
  );
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const proof = { purpose: 'payment_proof', ownerId: ann } as const;
const stored = async () => (existsSync(join(folder, 'files')) ? readdir(join(folder, 'files')) : []);

test('a PDF is kept byte for byte under a random name, and its sender’s name stays text', async () => {
  const staged = await aStagedFile(folder, aPdf, { originalName: '../../März "final".pdf' });
  const file = await storeStaged(deps, staged, proof);
  await inTx(database, (tx) => insertFile(tx, file));
  const row = await findFile(database.db, file.filename);
  expect(file.filename).toMatch(/^[0-9a-f-]{36}\.pdf$/);
  expect(await buffer(createReadStream(join(folder, 'files', file.filename)))).toEqual(aPdf);
  const shown = { originalName: '../../März "final".pdf', type: 'application/pdf', size: aPdf.length };
  expect(row).toMatchObject({ ...proof, ...shown, sentHash: staged.sentHash });
});

test('an image is known by the bytes that were sent, and stored as the re-encoded ones', async () => {
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const staged = await aStagedFile(folder, Buffer.concat([picture, Buffer.from('hidden')]), { type: 'image/png' });
  const file = await storeStaged(deps, staged, proof);
  const bytes = await buffer(createReadStream(join(folder, 'files', file.filename)));
  expect(file).toMatchObject({ size: bytes.length, type: 'image/png', sentHash: staged.sentHash });
  expect(bytes.includes('hidden')).toBe(false);
  expect((await readdir(folder)).filter((name) => name.endsWith('.redrawn'))).toEqual([]);
});

test('a user who has stored 200 MB can store no more, but the administrator still can for them', async () => {
  await database.pool.query(
    `insert into files (filename, original_name, type, size, sent_hash, purpose, owner_id)
     values ('big', 'big', 'application/pdf', 200 * 1024 * 1024, '\\x00', 'kyc', $1)`,
    [ann],
  );
  const before = await stored();
  const staged = await aStagedFile(folder, aPdf);
  await expect(storeStaged(deps, staged, proof)).rejects.toMatchObject({ code: 'file_too_large' });
  expect(await stored()).toEqual(before);
  await storeStaged(deps, staged, { purpose: 'payout_screenshot', ownerId: ann });
  await database.pool.query(`delete from files where filename = 'big'`);
});

test('a disk without room stores nothing, not even a part', async () => {
  const before = await stored();
  const storage = {
    ...deps.storage,
    put: (name: string, content: Readable, size: number) => {
      const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      const cut = Readable.from(
        (async function* () {
          for await (const chunk of content) yield chunk as Buffer;
          throw full;
        })(),
      );
      return deps.storage.put(name, cut, size);
    },
  };
  const staged = await aStagedFile(folder, aPdf);
  await expect(storeStaged({ ...deps, storage }, staged, proof)).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(await stored()).toEqual(before);
});

test('bytes that never got a row are swept after an hour, and what a crash left in the folder of uploads too', async () => {
  const uploadsDir = join(folder, 'tmp');
  await mkdir(uploadsDir);
  const unwrap = async (name: string) => {
    await writeFile(join(uploadsDir, name), 'x');
    return join(uploadsDir, name);
  };
  const staged = await aStagedFile(folder, aPdf);
  const [owned, stray, fresh] = [
    await storeStaged(deps, staged, proof),
    await storeStaged(deps, staged, proof),
    await storeStaged(deps, staged, proof),
  ];
  await inTx(database, (tx) => insertFile(tx, owned));
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  await unwrap('running');
  for (const path of [
    join(folder, 'files', owned.filename),
    join(folder, 'files', stray.filename),
    await unwrap('crashed'),
  ]) {
    await utimes(path, longAgo, longAgo);
  }
  await deleteUnusedFiles({ ...deps, uploadsDir });
  const left = await stored();
  expect(left).toContain(owned.filename);
  expect(left).toContain(fresh.filename);
  expect(left).not.toContain(stray.filename);
  expect(await readdir(uploadsDir)).toEqual(['running']);
});

test('on a machine whose clock is hours behind, what a customer sends just now is not swept', async () => {
  const file = await storeStaged(deps, await aStagedFile(folder, aPdf), proof);
  const hoursBehind = new Date(Date.now() - 5 * 3_600_000);
  await utimes(join(folder, 'files', file.filename), hoursBehind, hoursBehind);
  vi.useFakeTimers({ toFake: ['Date'], now: hoursBehind });
  try {
    await deleteUnusedFiles({ ...deps, uploadsDir: join(folder, 'uploads') });
  } finally {
    vi.useRealTimers();
  }
  expect(await stored()).toContain(file.filename);
});

test('when a user’s files go, their bytes are asked to follow', async () => {
  const file = await storeStaged(deps, await aStagedFile(folder, aPdf), { purpose: 'avatar', ownerId: ann });
  await inTx(database, (tx) => insertFile(tx, file));
  await inTx(database, (tx) => deleteFilesOf(tx, ann, ['avatar']));
  const { rows } = await database.pool.query(
    `select payload from graphile_worker._private_jobs where payload::text like '%' || $1 || '%'`,
    [file.filename],
  );
  expect(rows).toEqual([{ payload: { filenames: [file.filename] } }]);
});
