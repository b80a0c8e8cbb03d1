import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { toWireRow } from '#server/lib/wire.ts';
import type { Platform } from '#server/platform.ts';
import {
  addressStates,
  type AddressState,
  type DepositSourceView,
  type OwnAddressView,
} from '#shared/deposit-sources/deposit-sources.contract.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { toWire, type Amount } from '#shared/kernel/money.ts';
import { recordOf } from '#shared/kernel/records.ts';
import type { AddressRow, countAddresses, listHolders } from './deposit-sources.addresses.queries.ts';
import type { SourceRow } from './deposit-sources.queries.ts';
import { isOwnSource, unpaidAheadOf, type KeyDeps } from './deposit-sources.rows.ts';

type AddressCounts = Awaited<ReturnType<typeof countAddresses>>;

/** Counts and forged rows of the addresses of all sources. */
export type SourceCounts = {
  counted: AddressCounts;
  /** The rows that the product did not write. */
  forged: readonly { sourceId: Id<'depositSource'>; state: AddressState }[];
  holders: Awaited<ReturnType<typeof listHolders>>;
};

const lowShare = 0.2;
const tagsThereAre = 4_294_967_295 - 10_000 + 1;

/** Returns the state of a source at a moment: stopped, off, waiting for its start, or active. */
export function sourceStateOf(
  { stoppedAt, isActive, liveAt }: Pick<SourceRow, 'stoppedAt' | 'isActive' | 'liveAt'>,
  now: Date,
): DepositSourceView['state'] {
  if (stoppedAt) return 'stopped';
  if (!isActive) return 'off';
  return liveAt > now ? 'waiting' : 'active';
}

/** Presents a source to administrators, a forged one too, but never its key. */
export function presentSource(
  deps: KeyDeps & Pick<Platform, 'now'>,
  row: SourceRow,
  { counted, forged, holders }: SourceCounts,
): DepositSourceView {
  const isOfSource = ({ sourceId }: { sourceId: Id<'depositSource'> }) => sourceId === row.id;
  const sourceCounts = counted.filter(isOfSource);
  const forgedAddresses = forged.filter(isOfSource);
  const isLost = (wantedState: AddressState) => forgedAddresses.filter(({ state }) => state === wantedState).length;
  // A forged address is given to no customer.
  const countOfState = (wantedState: AddressState) =>
    (sourceCounts.find(({ state }) => state === wantedState)?.count ?? 0) - isLost(wantedState);
  const total = sourceCounts.reduce((sum, { count }) => sum + count, 0);
  const isKey = row.kind === 'xpub';
  const lookAhead = isKey ? unpaidAheadOf(row) : null;
  const issuable = Math.max(0, (row.gapLimit ?? 0) - (lookAhead ?? 0));
  const freeCount = row.kind === 'tags' ? tagsThereAre - total : countOfState('free') + issuable;
  const capacity = row.kind === 'pool' ? total : (row.gapLimit ?? 0);
  const isLow = row.kind !== 'tags' && freeCount < capacity * lowShare;
  const counts = recordOf(addressStates, countOfState);
  return {
    ...toWireRow(row),
    state: sourceStateOf(row, deps.now()),
    addedBy: row.addedByEmail,
    tampered: !isOwnSource(deps, row) || forgedAddresses.length > 0,
    counts: { ...counts, total, free: freeCount },
    isLow,
    holders: isLow ? holders.filter(isOfSource) : [],
    lookAhead,
    nextIndex: isKey ? row.nextIndex : null,
  };
}

/** Deposits at one address of a coin, and its balance; null if the source of its chain does not know it. */
export type HeldCoins = { cryptoId: string; received: string; balance: Amount<'coin'> | null };

/** Presents an own address with its last lease. */
export function presentAddress(row: AddressRow, heldCoins: readonly HeldCoins[]): OwnAddressView {
  const { quoteId, reference, userId, leasedAt, expiresAt, watchedUntil } = row;
  const isLeased = quoteId && reference && userId && leasedAt && expiresAt && watchedUntil;
  const lease = isLeased && { quoteId, reference, userId, leasedAt, watchedUntil, endsAt: row.endedAt ?? expiresAt };
  return {
    ...row,
    index: row.addressIndex,
    tampered: !isSignedRow(signedTables.depositAddress, row),
    tag: row.tag || null,
    coins: heldCoins.map((item) => ({ ...toWireRow(item, 'received'), balance: item.balance && toWire(item.balance) })),
    lease: lease ? { ...toWireRow(lease), orderId: row.orderId, userName: row.userName ?? '' } : null,
  };
}
