import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { markEnding, type FileStorage } from '#server/adapters/storage/storage.ts';
import { inGroups } from '#server/lib/in-groups.ts';
import { BoundedMap, remembered } from '#server/lib/remembered.ts';
import type { Platform } from '#server/platform.ts';
import { timestamp } from '#shared/kernel/fields.ts';
import type { Id } from '#shared/kernel/ids.ts';
import * as queries from './deposit-sources.marks.queries.ts';
import type { DepositSourcesDeps } from './deposit-sources.ports.ts';
import type { SourceRow } from './deposit-sources.queries.ts';

/**
 * Marks among the stored files record the last lease of each own address, so that a database restored to an earlier
 * hour does not give it to another customer.
 */

const mark = z.object({ leasedAt: timestamp, watchedUntil: timestamp });
type Mark = { leasedAt: Date; watchedUntil: Date };

/** The name of the mark of an index among the stored files: no name of theirs can be chosen. */
function markOf(sourceId: Id<'depositSource'>, index: number): string {
  const hash = createHash('sha256').update(`${sourceId} ${index}`).digest('hex');
  const parts = [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)];
  return `${parts.join('-')}.${markEnding}`;
}

/** Reads a mark; undefined if there is none, or it names no lease. */
async function readMark(storage: FileStorage, sourceId: Id<'depositSource'>, index: number): Promise<Mark | undefined> {
  const storedObject = await storage.get(markOf(sourceId, index));
  if (!storedObject) return undefined;
  const { data } = mark.safeParse(parseMark(await text(storedObject.stream)));
  return data && { leasedAt: new Date(data.leasedAt), watchedUntil: new Date(data.watchedUntil) };
}

function parseMark(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/**
 * Returns the lowest index of an account key that was never leased, even if the database was restored to an earlier
 * state.
 */
export async function firstUnmarked(
  { storage }: Pick<Platform, 'storage'>,
  { id, nextIndex }: Pick<SourceRow, 'id' | 'nextIndex'>,
): Promise<number> {
  for (let index = nextIndex; ; index += 1) {
    const storedObject = await storage.get(markOf(id, index));
    if (!storedObject) return index;
    storedObject.stream.destroy();
  }
}

/** Leases whose mark this process has written. */
const writtenMarks = new BoundedMap<string, true>(10_000);

/** Writes a mark outside the database for each address that a customer is shown now, once for each lease. */
export async function markGiven({ db, storage }: Pick<Platform, 'db' | 'storage'>, userId: Id<'user'>): Promise<void> {
  for (const { id, sourceId, index, leasedAt, watchedUntil } of await queries.listLiving(db, { userId })) {
    if (writtenMarks.has(id)) continue;
    const content = Buffer.from(JSON.stringify({ leasedAt, watchedUntil }));
    await storage.put(markOf(sourceId, index), Readable.from([content]), content.length);
    writtenMarks.set(id, true);
  }
}

/** The sources whose marks this process has applied. */
const markRuns = new WeakMap<object, Map<string, Promise<void>>>();

/**
 * Blocks each address whose mark is newer than its row, until the watch of its last customer ends. Runs once in a
 * process for each source, because a database is not restored below a running process.
 */
export function applyMarks(deps: DepositSourcesDeps, source: Pick<SourceRow, 'id'>): Promise<void> {
  const ofSources = remembered(markRuns, deps.storage, () => new Map<string, Promise<void>>());
  return remembered(ofSources, source.id, () =>
    restMarkedAddresses(deps, source.id).catch((error: unknown) => {
      ofSources.delete(source.id);
      throw error;
    }),
  );
}

async function restMarkedAddresses(
  { db, inTx, storage }: DepositSourcesDeps,
  sourceId: Id<'depositSource'>,
): Promise<void> {
  const rows = await queries.listGivable(db, { sourceId });
  const marks = await inGroups(rows, ({ index }) => readMark(storage, sourceId, index));
  const unknownAddresses = rows.flatMap(({ id, leasedAt }, index) => {
    const shownMark = marks[index];
    return shownMark && (leasedAt === null || shownMark.leasedAt > leasedAt)
      ? [{ id, until: shownMark.watchedUntil }]
      : [];
  });
  if (unknownAddresses.length === 0) return;
  await inTx((tx) =>
    queries.restUntil(tx, {
      ids: unknownAddresses.map(({ id }) => id),
      until: unknownAddresses.map(({ until }) => until),
    }),
  );
}
