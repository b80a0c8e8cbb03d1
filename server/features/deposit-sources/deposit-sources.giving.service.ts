import { createHash, randomInt } from 'node:crypto';
import { Readable } from 'node:stream';
import { markEnding, type FileStorage } from '#server/adapters/storage/storage.ts';
import type { Tx } from '#server/db/connection.ts';
import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { reportForgedLater, type AlarmDeps } from '#server/features/alarms/alarms.service.ts';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import { chainStateOf } from '#server/features/chains/chains.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { Conflict } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { filled } from '#shared/kernel/reason.ts';
import * as queries from './deposit-sources.leases.queries.ts';
import { findSource, highestIndex, lockSource, type SourceRow } from './deposit-sources.queries.ts';
import { addressAt, addressRowOf, isOwnSource, unpaidAheadOf } from './deposit-sources.rows.ts';

type Deps = Pick<Platform, 'db' | 'now'> & AlarmDeps & ChainsPorts & SettingsPorts;

/** A source, and the lowest index that was given out by no database, not even by one that was put back since. */
type Given = { id: string; firstIndex?: number | undefined };
export type GivenAddress = { leaseId: string; address: string; tag: string | null };

/** Open quotes of one customer that have an own address. */
const maxOpenOfUser = 3;
/** Whoever is faster takes the address from the statement of another: that one looks again. */
const maxAttempts = 20;
/** Small numbers are guessed, and typed by hand. */
const [lowestTag, highestTag] = [10_000, 4_294_967_295];

/**
 * Gives an own address of this source to a quote, which no other open quote has. Undefined where none is free or the
 * chain was not read to its end since the start. Refuses with conflict beyond three open quotes of a customer.
 */
export async function giveAddress(
  deps: Deps,
  tx: Tx,
  source: Given,
  of: queries.LeaseOf,
): Promise<GivenAddress | undefined> {
  if ((await queries.countOpenLeases(tx, of.userId, of.quoteId)) >= maxOpenOfUser) {
    throw new Conflict('conflict', filled('own_quotes_max', { max: maxOpenOfUser }));
  }
  // What was read before this process began says nothing of a database that was put back since.
  const startedAt = deps.now().getTime() - process.uptime() * 1000;
  const chain = await chainStateOf({ ...deps, db: tx }, of.cryptoId);
  if (!chain?.okAt || chain.okAt.getTime() < startedAt) return undefined;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const row = await nextAddress(deps, tx, source, of);
    if (!row) return undefined;
    const leaseId = await queries.insertLease(tx, row, of, deps.now());
    if (leaseId !== undefined) return { leaseId, address: row.address, tag: row.tag || null };
  }
  return undefined;
}

async function nextAddress(
  deps: Deps,
  tx: Tx,
  { id: sourceId, firstIndex = 0 }: Given,
  of: queries.LeaseOf,
): Promise<queries.OwnAddressRow | undefined> {
  const now = deps.now();
  // The lock of a source with an account key is what makes each index be given out once; a list needs none.
  const found = await findSource(tx, sourceId);
  const source = found?.kind === 'pool' ? found : await lockSource(tx, sourceId);
  if (!source?.isActive || source.stoppedAt || !isOwnSource(deps, source)) return undefined;
  if (source.kind === 'tags') return newTag(tx, source, now);
  const restDays = settingsOf(deps).deposits.poolRestDays;
  const row = await (source.kind === 'pool'
    ? queries.lockFreeOfPool(tx, sourceId, now, of.userId, restDays)
    : queries.lockUnpaidOfKey(tx, sourceId, now, of.userId));
  if (row && !isSignedRow(signedTables.depositAddress, row)) {
    reportForgedLater(deps, 'depositSource', source);
    return undefined;
  }
  if (row) return row;
  return source.kind === 'xpub' ? newIndex(deps, tx, source, { firstIndex, now }) : undefined;
}

/** The next address of an account key, never further ahead of the last paid one than the operator's wallet scans. */
async function newIndex(
  deps: Deps,
  tx: Tx,
  source: SourceRow,
  { firstIndex, now }: { firstIndex: number; now: Date },
): Promise<queries.OwnAddressRow | undefined> {
  const gapLimit = source.gapLimit ?? 0;
  let { nextIndex, highestPaid } = source;
  // What was paid or given out before is skipped, and a payment moves the gap on: a restored database may not know of it.
  for (;;) {
    if (unpaidAheadOf({ nextIndex: nextIndex + 1, highestPaid }) > gapLimit) return undefined;
    const address = addressAt(deps, source, nextIndex);
    if (address === undefined) return undefined;
    const given = { sourceId: source.id, chain: source.chain, addressIndex: nextIndex, address, liveAt: now };
    const row = addressRowOf(given);
    const isPaid = (await queries.listPaid(tx, source.chain, [address])).length > 0;
    await queries.insertIssued(tx, row, isPaid ? now : null);
    await queries.raiseNextIndex(tx, source.id, nextIndex + 1);
    if (!isPaid && nextIndex >= firstIndex) return row;
    if (isPaid) highestPaid = nextIndex;
    nextIndex += 1;
  }
}

/** A tag that was never used. */
async function newTag(tx: Tx, source: SourceRow, now: Date): Promise<queries.OwnAddressRow | undefined> {
  if (source.address === null) return undefined;
  const { id: sourceId, chain, address } = source;
  const addressIndex = (await highestIndex(tx, sourceId)) + 1;
  const tag = String(randomInt(lowestTag, highestTag + 1));
  const row = addressRowOf({ sourceId, chain, addressIndex, address, tag, liveAt: now });
  await queries.insertIssued(tx, row);
  return row;
}

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

/** The lowest index of an account key that was not given out, also where the database was put back to before that. */
export async function firstUnmarked(
  { storage }: Pick<Platform, 'storage'>,
  { id, nextIndex }: Pick<SourceRow, 'id' | 'nextIndex'>,
): Promise<number> {
  let index = nextIndex;
  while (await isMarked(storage, id, index)) index += 1;
  return index;
}

/** Marks the indexes from this one on that were given out. */
export async function markGiven(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  id: string,
  from: number,
): Promise<void> {
  const { nextIndex = 0 } = (await findSource(db, id)) ?? {};
  for (let index = from; index < nextIndex; index += 1) {
    if (!(await isMarked(storage, id, index)))
      await storage.put(markOf(id, index), Readable.from([Buffer.from('.')]), 1);
  }
}
