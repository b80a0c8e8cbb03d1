import { randomUUID } from 'node:crypto';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { openFolder } from '#tests/setup/folder.ts';
import { serve } from '#tests/setup/listening.ts';
import { startS3 } from '#tests/setup/s3.ts';
import { fixture } from '#tests/setup/testbed.ts';
import { fileStorage } from './storage.file.ts';
import { s3Storage } from './storage.s3.ts';
import type { FileStorage } from './storage.ts';

const folder = openFolder();
const s3 = fixture(() => startS3(join(folder, 's3')));
afterAll(() => s3.close());

const aName = () => `${randomUUID()}.pdf`;
const putBytes = (storage: FileStorage, name: string, bytes: Buffer) =>
  storage.put(name, Readable.from([bytes]), bytes.length);
const bytesOf = async (storage: FileStorage, name: string) => {
  const storedObject = await storage.get(name);
  return storedObject && (await buffer(storedObject.stream));
};

const kinds: [kind: string, make: () => FileStorage][] = [
  ['a folder', () => fileStorage(join(folder, 'files'))],
  ['a bucket', () => s3Storage(s3.settings)],
];

describe.each(kinds)('files in %s', (_kind, make) => {
  test('are read back, replaced as a whole and removed', async () => {
    const storage = make();
    const name = aName();
    const otherName = aName();
    const bytes = Buffer.alloc(3 * 1024 * 1024, 'landfall');
    await putBytes(storage, name, bytes);
    await putBytes(storage, otherName, Buffer.from('x'));
    const storedFile = await storage.get(name);
    expect(storedFile?.size).toBe(bytes.length);
    expect(storedFile && (await buffer(storedFile.stream)).equals(bytes)).toBe(true);
    await putBytes(storage, name, Buffer.from('less'));
    expect(await bytesOf(storage, name)).toEqual(Buffer.from('less'));
    await storage.remove(name);
    await storage.remove(name);
    expect(await storage.get(name)).toBeNull();
    expect(await bytesOf(storage, otherName)).toEqual(Buffer.from('x'));
  });

  test('never follow an attacker’s path or name', async () => {
    const storage = make();
    for (const name of ['../secret.txt', 'a/b.pdf', '.draft-1', '', `${randomUUID()}.pdf/..`, randomUUID()]) {
      await expect(storage.get(name)).rejects.toThrow('not a name of a stored file');
      await expect(storage.remove(name)).rejects.toThrow('not a name of a stored file');
    }
  });

  test('leave nothing behind when the sender fails in the middle', async () => {
    const storage = make();
    function* brokenStream() {
      yield Buffer.alloc(1024);
      throw new Error('hung up');
    }
    const name = aName();
    await expect(storage.put(name, Readable.from(brokenStream()), 4096)).rejects.toThrow('hung up');
    expect(await storage.get(name)).toBeNull();
  });
});

test('a folder has no partial file, and deletes drafts that a crash left', async () => {
  const path = join(folder, 'drafts');
  const storage = fileStorage(path);
  await expect(storage.put(aName(), Readable.from(['short']), 9)).rejects.toThrow('Expected 9 bytes');
  expect(await readdir(path)).toEqual([]);

  await writeFile(join(path, '.draft-old'), 'x');
  await writeFile(join(path, '.draft-new'), 'x');
  await utimes(join(path, '.draft-old'), 0, 0);
  await storage.removeDrafts(3_600_000);
  expect(await readdir(path)).toEqual(['.draft-new']);
});

test.each([
  [507, 'ENOSPC'],
  [500, 'unavailable'],
  [403, 'unexpected'],
])('a full bucket has another error than a broken one: it answers %i', async (status, expected) => {
  const { url: endpoint, close } = await serve((request, response) => {
    request.resume().on('end', () => response.writeHead(status).end('<Error><Code>Trouble</Code></Error>'));
  });
  onTestFinished(close);
  const putting = s3Storage({ ...s3.settings, endpoint }).put(aName(), Readable.from(['x']), 1);
  const code = await putting.catch((error: { code?: string }) => error.code ?? 'unexpected');
  expect(code).toBe(expected);
});
