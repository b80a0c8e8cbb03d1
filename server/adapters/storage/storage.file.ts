import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { absentAsNull } from '#server/lib/safe-error.ts';
import { fileAgeMs } from '../../lib/file-age.ts';
import { storedName, type FileStorage } from './storage.ts';

const draftPrefix = '.draft-';

/** Stores files in one folder. A file gets its name only when all of it is on disk. */
export function fileStorage(folder: string): FileStorage {
  const pathOf = (name: string) => join(folder, storedName(name));

  return {
    put: async (name, content, size) => {
      const path = pathOf(name);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `${draftPrefix}${randomUUID()}`);
      try {
        await writeDurably(draft, content, size);
        await rename(draft, path);
        await syncFolder(folder);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    get: async (name) => {
      const handle = await open(pathOf(name)).catch(absentAsNull);
      if (!handle) return null;
      const { size } = await handle.stat();
      return { stream: handle.createReadStream(), size };
    },
    remove: async (name) => rm(pathOf(name), { force: true }),
    removeDrafts: async (restMs) => {
      for await (const name of namesIn(folder)) {
        if (!name.startsWith(draftPrefix)) continue;
        if (((await fileAgeMs(join(folder, name))) ?? 0) > restMs) await rm(join(folder, name), { force: true });
      }
    },
  };
}

async function writeDurably(path: string, content: Readable, size: number): Promise<void> {
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(content, target);
  if (target.bytesWritten !== size) throw new Error(`Expected ${size} bytes to store, got ${target.bytesWritten}.`);
}

/** Syncs the folder: without it a crash could lose a file's name although its bytes are on disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* namesIn(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(absentAsNull);
  for await (const entry of entries ?? []) yield entry.name;
}
