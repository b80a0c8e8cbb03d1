import { randomInt } from 'node:crypto';
import type { Tx } from '#server/db/connection.ts';
import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { chainStateOf } from '#server/features/chains/chains.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { assertInstallation } from '#server/installation/installation.ts';
import { Conflict } from '#server/lib/refusal.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import * as queries from './deposit-sources.giving.queries.ts';
import { endLeases } from './deposit-sources.leases.queries.ts';
import type { DepositSourcesDeps } from './deposit-sources.ports.ts';
import { highestIndex, lockSource, type SourceRow } from './deposit-sources.queries.ts';
import { addressAt, addressRowOf, isOwnSource, unpaidAheadOf } from './deposit-sources.rows.ts';

/** A source, and the lowest index that was given out by no database, not even by one that was put back since. */
type SourceIndex = { id: Id<'depositSource'>; firstIndex?: number | undefined };
export type GivenAddress = { leaseId: Id<'addressLease'>; address: string; tag: string | null };

/** Leases that one customer may hold at the same time, dropped ones included. */
const maxLiving = 3;
/** Leases that one customer may begin within 24 hours. */
const maxInDay = 6;
/** One customer may hold a tenth of a list's addresses, or of those that the wallet of an account key looks ahead. */
const customersPart = 10;
/** Customers who never paid may together hold a fifth of them. */
const newcomersPart = 5;
/** Small tags are easy to guess, and are typed by hand. */
const lowestTag = 10_000;
const highestTag = 4_294_967_295;

/**
 * Leases an own address that no other open quote has. Undefined if none is free, a share is used up, or the chain was
 * not read to its end since the start. Refuses with conflict beyond three leases, or six in a day, and in a restored
 * copy.
 */
export async function giveAddress(
  tx: Tx,
  deps: DepositSourcesDeps,
  { id, firstIndex = 0 }: SourceIndex,
  leaseOf: queries.LeaseOf,
): Promise<GivenAddress | undefined> {
  assertInstallation(deps);
  const now = deps.now();
  // Counts are made under this lock, so that each index is given out once.
  const source = await lockSource(tx, { id });
  if (!source?.isActive || source.stoppedAt || !isOwnSource(deps, source)) return undefined;
  const { graceMinutes, poolRestDays } = settingsOf(deps).deposits;
  await endLeases(tx, { now, graceMinutes, sourceId: id, userId: leaseOf.userId });
  const heldCounts = await queries.countHeld(tx, {
    userId: leaseOf.userId,
    sourceId: id,
    since: new Date(now.getTime() - dayMs),
  });
  if (heldCounts.today >= maxInDay) throw tooManyLeases();
  const formerAddress = await firstSigned((excludedIds) =>
    queries.lockFormer(tx, { sourceId: id, now, userId: leaseOf.userId, restDays: poolRestDays, without: excludedIds }),
  );
  if (!formerAddress?.openLeaseId) {
    if (heldCounts.living >= maxLiving) throw tooManyLeases();
    if (!(await isWithinShare(tx, source, leaseOf, heldCounts))) return undefined;
  }
  if (!(await isReadSinceStart(tx, deps, leaseOf.cryptoId))) return undefined;
  if (formerAddress?.openLeaseId) await queries.endLease(tx, { id: formerAddress.openLeaseId, now });
  const request = { firstIndex, now, poolRestDays, watchedUntil: leaseOf.watchedUntil };
  const row = formerAddress ?? (await nextAddress(tx, deps, source, request));
  if (!row) return undefined;
  const leaseId = await queries.insertLease(tx, row, leaseOf, now);
  return leaseId === undefined ? undefined : { leaseId, address: row.address, tag: row.tag || null };
}

const tooManyLeases = () => new Conflict('conflict', reasonWith('own_quotes_max', { max: maxLiving, day: maxInDay }));

/** A reading from before this process began proves nothing: the database may have been restored since. */
async function isReadSinceStart(tx: Tx, deps: DepositSourcesDeps, cryptoId: string): Promise<boolean> {
  const startedAt = deps.now().getTime() - process.uptime() * 1000;
  const chain = await chainStateOf({ ...deps, db: tx }, cryptoId);
  return (chain?.okAt?.getTime() ?? 0) >= startedAt;
}

type AddressCounts = Awaited<ReturnType<typeof queries.countHeld>>;

/** True if one more unpaid address leaves enough addresses to other customers. Tags do not run out. */
async function isWithinShare(
  tx: Tx,
  { id, kind, gapLimit }: SourceRow,
  { isKnownCustomer }: queries.LeaseOf,
  { ofSource, newcomers }: AddressCounts,
): Promise<boolean> {
  if (kind === 'tags') return true;
  const size = kind === 'pool' ? (await highestIndex(tx, { sourceId: id })).index + 1 : (gapLimit ?? 0);
  const shareOf = (part: number) => Math.max(1, Math.floor(size / part));
  return ofSource < shareOf(customersPart) && (isKnownCustomer === true || newcomers < shareOf(newcomersPart));
}

/**
 * The first row that the product wrote itself: one that was forged is passed over, and reported where sources are
 * listed.
 */
async function firstSigned<Row extends queries.OwnAddressRow>(
  lockNext: (exceptIds: readonly Id<'depositAddress'>[]) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const forgedIds: Id<'depositAddress'>[] = [];
  for (;;) {
    const row = await lockNext(forgedIds);
    if (!row || isSignedRow(signedTables.depositAddress, row)) return row;
    forgedIds.push(row.id);
  }
}

type AddressRequest = { firstIndex: number; now: Date; watchedUntil: Date; poolRestDays: number };

async function nextAddress(
  tx: Tx,
  deps: DepositSourcesDeps,
  source: SourceRow,
  request: AddressRequest,
): Promise<queries.OwnAddressRow | undefined> {
  const { id, kind } = source;
  const { now, poolRestDays } = request;
  if (kind === 'pool')
    return firstSigned((excludedIds) =>
      queries.lockFreeOfList(tx, { sourceId: id, now, restDays: poolRestDays, without: excludedIds }),
    );
  const unpaidFilter = (isEarly: boolean) =>
    firstSigned((excludedIds) => queries.lockUnpaid(tx, { sourceId: id, now, isEarly, without: excludedIds }));
  const watchedAddress = await unpaidFilter(false);
  if (watchedAddress) return watchedAddress;
  if (kind === 'tags') return newTag(tx, source, now);
  // An address that a newcomer was shown comes last: its watch still runs.
  return (await newIndex(tx, deps, source, request)) ?? unpaidFilter(true);
}

/** The next address of an account key, never further ahead of the last paid one than the operator's wallet scans. */
async function newIndex(
  tx: Tx,
  deps: DepositSourcesDeps,
  source: SourceRow,
  { firstIndex, now, watchedUntil }: AddressRequest,
): Promise<queries.OwnAddressRow | undefined> {
  const gapLimit = source.gapLimit ?? 0;
  let { nextIndex, highestPaid } = source;
  // An index that was paid or given out before is skipped, and a payment moves the gap on: a restored database may not
  // know of it.
  for (;;) {
    if (unpaidAheadOf({ nextIndex: nextIndex + 1, highestPaid }) > gapLimit) return undefined;
    const address = addressAt(deps, source, nextIndex);
    if (address === undefined) return undefined;
    const addressFields = { sourceId: source.id, chain: source.chain, addressIndex: nextIndex, address, liveAt: now };
    const row = addressRowOf(addressFields);
    const isPaid = (await queries.listPaid(tx, { chain: source.chain, addresses: [address] })).length > 0;
    const isSkipped = nextIndex < firstIndex;
    await queries.insertIssued(tx, row, isPaid ? { paidAt: now } : isSkipped ? { restsUntil: watchedUntil } : {});
    await queries.raiseNextIndex(tx, { sourceId: source.id, nextIndex: nextIndex + 1 });
    if (!isPaid && !isSkipped) return row;
    if (isPaid) highestPaid = nextIndex;
    nextIndex += 1;
  }
}

/** A tag that no customer was given before. */
async function newTag(tx: Tx, source: SourceRow, now: Date): Promise<queries.OwnAddressRow | undefined> {
  if (source.address === null) return undefined;
  const { id: sourceId, chain, address } = source;
  const addressIndex = (await highestIndex(tx, { sourceId })).index + 1;
  const tag = String(randomInt(lowestTag, highestTag + 1));
  const row = addressRowOf({ sourceId, chain, addressIndex, address, tag, liveAt: now });
  await queries.insertIssued(tx, row);
  return row;
}
