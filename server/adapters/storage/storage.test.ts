import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startS3, type TestS3 } from '#tests/setup/s3.ts';
import type { StorageSettings } from '../../env/env.ts';
import { fileStorage } from './storage.file.ts';
import { s3Storage } from './storage.s3.ts';
import type { FileStorage } from './storage.ts';

let folder: string;
let s3: TestS3;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'landfall-storage-'));
  s3 = await startS3(join(folder, 's3'));
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const aName = () => `${randomUUID()}.pdf`;
const stored = async (storage: FileStorage) => {
  const names = [];
  for await (const { name } of storage.list()) names.push(name);
  return names.toSorted();
};
const readBack = async (storage: FileStorage, name: string) => {
  const found = await storage.get(name);
  return found && { size: found.size, bytes: await buffer(found.stream) };
};

const kinds: { kind: string; make: () => FileStorage }[] = [
  { kind: 'a folder', make: () => fileStorage(join(folder, 'files')) },
  { kind: 'a bucket', make: () => s3Storage(s3.settings) },
];

describe.each(kinds)('files in $kind', ({ make }) => {
  test('what was stored is read back, listed with its time and removed', async () => {
    const storage = make();
    const [name, other] = [aName(), aName()];
    const bytes = Buffer.alloc(3 * 1024 * 1024, 'landfall');
    await storage.put(name, Readable.from([bytes]), bytes.length);
    await storage.put(other, Readable.from(['x']), 1);

    const back = await readBack(storage, name);
    expect(back?.size).toBe(bytes.length);
    expect(back?.bytes.equals(bytes)).toBe(true);
    expect(await stored(storage)).toEqual([name, other].toSorted());
    for await (const { ageMs } of storage.list()) expect(Math.abs(ageMs)).toBeLessThan(60_000);

    await storage.remove(name);
    await storage.remove(name);
    expect(await readBack(storage, name)).toBeNull();
    expect(await stored(storage)).toEqual([other]);
    await storage.remove(other);
  });

  test('a path or a foreign name is never followed', async () => {
    const storage = make();
    for (const name of ['../secret.txt', 'a/b.pdf', '.draft-1', '', `${randomUUID()}.pdf/..`, randomUUID()]) {
      await expect(storage.get(name)).rejects.toThrow('not a name of a stored file');
      await expect(storage.remove(name)).rejects.toThrow('not a name of a stored file');
    }
  });

  test('a sender that fails in the middle leaves nothing behind', async () => {
    const storage = make();
    const broken = Readable.from(
      (function* () {
        yield Buffer.alloc(1024);
        throw new Error('hung up');
      })(),
    );
    await expect(storage.put(aName(), broken, 4096)).rejects.toThrow('hung up');
    expect(await stored(storage)).toEqual([]);
  });
});

test('a folder keeps no partial file, and forgets drafts that a crash left', async () => {
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

test('a bucket that is full is told apart from one that is broken', async () => {
  const answering = async (status: number) => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        response.statusCode = status;
        response.end('<Error><Code>Trouble</Code></Error>');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const settings: StorageSettings = { ...s3.settings, endpoint: `http://127.0.0.1:${port}` };
    const error: unknown = await s3Storage(settings)
      .put(aName(), Readable.from(['x']), 1)
      .catch((e: unknown) => e);
    server.close();
    return { code: 'unexpected', ...(error as { code?: string }) }.code;
  };
  expect(await answering(507)).toBe('ENOSPC');
  expect(await answering(500)).toBe('unavailable');
  expect(await answering(403)).toBe('unexpected');
});
