import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { markEnding, type FileStorage } from '#server/adapters/storage/storage.ts';
import type { Platform } from '#server/platform.ts';
import { findSource, type SourceRow } from './deposit-sources.queries.ts';

/** The name of the mark of an index among the stored files: no name of theirs can be chosen. */
function markOf(sourceId: string, index: number): string {
  const hash = createHash('sha256').update(`${sourceId} ${index}`).digest('hex');
  const parts = [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)];
  return `${parts.join('-')}.${markEnding}`;
}

async function isMarked(storage: FileStorage, sourceId: string, index: number): Promise<boolean> {
  const mark = await storage.get(markOf(sourceId, index));
  mark?.stream.destroy();
  return mark !== null;
}

type Deps = Pick<Platform, 'db' | 'storage'>;

/** The lowest index of an account key that was not given out, also where the database was put back to before that. */
export async function firstUnmarked(
  { storage }: Pick<Deps, 'storage'>,
  { id, nextIndex }: Pick<SourceRow, 'id' | 'nextIndex'>,
): Promise<number> {
  let index = nextIndex;
  while (await isMarked(storage, id, index)) index += 1;
  return index;
}

/** Marks the indexes from this one on that were given out. */
export async function markGiven({ db, storage }: Deps, id: string, from: number): Promise<void> {
  const { nextIndex = 0 } = (await findSource(db, id)) ?? {};
  for (let index = from; index < nextIndex; index += 1) {
    if (!(await isMarked(storage, id, index)))
      await storage.put(markOf(id, index), Readable.from([Buffer.from('.')]), 1);
  }
}
