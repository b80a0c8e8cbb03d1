import type { WatchedAddress } from '#server/adapters/chains/chain.ts';
import type { Db } from '#server/db/connection.ts';
import { searchAddress } from '#server/features/chains/chains.service.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { Conflict, NotFound, TooMany } from '#server/lib/refusal.ts';
import { remembered } from '#server/lib/remembered.ts';
import type { AddressCheck } from '#shared/deposit-sources/deposit-sources.contract.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { readAddress } from './deposit-sources.addresses.service.ts';
import type { DepositSourcesDeps } from './deposit-sources.ports.ts';
import { listSources, type SourceRow } from './deposit-sources.queries.ts';
import { addressesFrom, isOwnSource, type KeyDeps } from './deposit-sources.rows.ts';
import * as queries from './deposit-sources.watching.queries.ts';

/**
 * Own addresses of these coins that the chain readers watch: all that were ever shown, because customers pay an address
 * again long after its watch, and the next ones to be given out.
 */
export async function watchedOwnAddresses(
  deps: KeyDeps,
  db: Db,
  coins: readonly string[],
): Promise<readonly WatchedAddress[]> {
  const sources = (await listSources(db)).filter(({ coinIds }) => coinIds.some((coinId) => coins.includes(coinId)));
  if (sources.length === 0) return [];
  const awaitedAddresses = new Set(addressIn(await queries.listAwaited(db, { coinIds: coins })));
  const watchedAddresses: WatchedAddress[] = [];
  for (const source of sources) {
    for (const address of await addressesOf(deps, db, source)) {
      const isAwaited = source.kind === 'tags' || awaitedAddresses.has(address);
      for (const coinId of source.coinIds) watchedAddresses.push({ coinId, address, isAwaited });
    }
  }
  return watchedAddresses;
}

const addressIn = (rows: readonly { address: string }[]) => rows.map(({ address }) => address);

async function addressesOf(deps: KeyDeps, db: Db, source: SourceRow): Promise<readonly string[]> {
  const { id, kind, address, isActive, nextIndex, gapLimit } = source;
  if (kind === 'tags') return address === null ? [] : [address];
  if (kind === 'pool') return addressIn(await queries.listListed(db, { sourceId: id }));
  const issuedAddresses = await issuedOf(db, id);
  if (!isActive || !isOwnSource(deps, source)) return issuedAddresses;
  return [...issuedAddresses, ...addressesFrom(deps, source, nextIndex, gapLimit ?? 0)];
}

const issuedCache = new WeakMap<object, Map<string, string[]>>();

/**
 * Addresses that an account key gave out. The list only grows, so each reading of a chain asks the database for new
 * ones alone.
 */
async function issuedOf(db: Db, sourceId: Id<'depositSource'>): Promise<readonly string[]> {
  const ofSources = remembered(issuedCache, db, () => new Map<string, string[]>());
  const issuedAddresses = remembered(ofSources, sourceId, () => []);
  const from = issuedAddresses.length;
  const extraAddress = addressIn(await queries.listIssued(db, { sourceId, from }));
  // Two readings at the same time would append the same addresses twice.
  if (issuedAddresses.length === from) issuedAddresses.push(...extraAddress);
  return issuedAddresses;
}

/**
 * Asks the chain about an own address at once, however long ago it was given out, and stores the transfers. Refuses
 * with not_found, with conflict where the chain is not read, and with too_many_requests more than once a minute.
 */
export async function checkAddress(
  deps: DepositSourcesDeps,
  id: Id<'depositSource'>,
  addressId: Id<'depositAddress'>,
): Promise<AddressCheck> {
  const ownAddress = await queries.findOwn(deps.db, { sourceId: id, id: addressId });
  if (!ownAddress) throw new NotFound('source_not_found');
  const { chain, address, coinIds } = ownAddress;
  if (!deps.chainReaders.has(chain)) throw new Conflict('conflict', 'chain_not_read');
  const now = deps.now();
  const since = new Date(now.getTime() - minuteMs);
  const isFirst = await deps.inTx((tx) => queries.markChecked(tx, { id: addressId, now, since }));
  if (!isFirst) throw new TooMany(minuteMs / 1000);
  const watchedAddresses = coinIds.map((coinId) => ({ coinId, address }));
  const count = await searchAddress(deps, chain, watchedAddresses).catch((error: unknown) => {
    if (!(error instanceof FeedError)) throw error;
    deps.log.warn({ chain, reason: error.message }, 'an own address could not be looked at');
    return null;
  });
  return { found: count, address: await readAddress(deps, id, addressId) };
}
