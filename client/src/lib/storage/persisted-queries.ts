import { hashKey, type QueryKey } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { queryClient } from '../api/query-client.ts';
import { apiKey, type ApiKey } from '../api/query.ts';
import { cachePrefix, sessionQuery, type SessionUser } from '../session/session.ts';
import { tokenOwner } from '../session/token.ts';
import { readStored, removeStored, storedKeys, writeStored } from './local-storage.ts';

/** Goes up when a stored entry changes its shape: an entry of another shape is ignored. */
const version = 2;

interface StoredEntry {
  version: number;
  savedAt: number;
  data: unknown;
}

/** Answers that a user sees again without a network. Features store what has many shapes by `cacheEntry`. */
const persistedQueries: readonly { queryKey: ApiKey; redact?: (data: never) => unknown }[] = [
  { queryKey: sessionQuery.queryKey, redact: withoutIdentity },
  { queryKey: apiKey('GET /api/crypto-assets', {}) },
  { queryKey: apiKey('GET /api/settings', {}) },
  { queryKey: apiKey('GET /api/payout-currencies', {}) },
  { queryKey: apiKey('GET /api/fiat-currencies', {}) },
  { queryKey: apiKey('GET /api/sell-quotes', {}), redact: withoutAddresses },
  { queryKey: apiKey('GET /api/kyc/status', {}), redact: withoutClaims },
];

const storageKey = (owner: string, queryKey: QueryKey) => `${cachePrefix}${hashKey(queryKey)}:${owner}`;

/** Who is here, without what identifies them to others: no address, number, country or picture. */
function withoutIdentity(user: SessionUser): SessionUser {
  return { ...user, middleName: null, mobileNumber: null, country: null, countryCode: null, profileImageUrl: null };
}

/** Open sales, without where to send coins: an address is shown only as the server gives it now. */
function withoutAddresses(quotes: Api['GET /api/sell-quotes']['output']) {
  return quotes.map((quote) => ({ ...quote, deposit: { ...quote.deposit, address: '', memo: null, uri: '' } }));
}

/** The status of the identity check, without any identity data. */
function withoutClaims(status: Api['GET /api/kyc/status']['output']) {
  return { ...status, reviewNotes: null, previous: null };
}

/** The signed-in customer, where token and answer agree on who it is; an administrator's answers stay on the server. */
function currentCustomerId(): string | undefined {
  const owner = tokenOwner();
  const user = queryClient.getQueryData(sessionQuery.queryKey);
  return owner && user?.id === owner && !user.isAdmin ? owner : undefined;
}

/** Persists the answers of a customer, present and future; an administrator's stay on the server. Returns how to stop. */
export function persistQueries(): () => void {
  const cache = queryClient.getQueryCache();
  persistedQueries.forEach(persistQuery);
  return cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    const { queryHash }: { queryHash: string } = event.query;
    const persisted = persistedQueries.find(({ queryKey }) => hashKey(queryKey) === queryHash);
    // Once it is known who is here, what came before is theirs too.
    if (persisted) persistedQueries.forEach(persistQuery);
  });
}

function persistQuery({ queryKey, redact }: (typeof persistedQueries)[number]): void {
  const state = queryClient.getQueryState(queryKey);
  const owner = currentCustomerId();
  if (!owner || state?.data === undefined || state.isInvalidated) return;
  const data: unknown = redact ? redact(state.data as never) : state.data;
  writeEntry(storageKey(owner, queryKey), data, state.dataUpdatedAt);
}

function writeEntry(key: string, data: unknown, savedAt: number): void {
  const entry: StoredEntry = { version, savedAt, data };
  writeStored(key, JSON.stringify(entry));
}

/**
 * Restores what this user saw last, as old as it is, where the server has not answered yet. Everything is fetched again
 * as soon as the server can be reached.
 */
export function restoreQueries(): void {
  const owner = tokenOwner();
  if (!owner) return;
  for (const { queryKey } of persistedQueries) {
    const entry = readEntry(storageKey(owner, queryKey));
    if (!entry || queryClient.getQueryData(queryKey) !== undefined) continue;
    queryClient.setQueryData(queryKey, entry.data, { updatedAt: entry.savedAt });
    void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  }
}

/** As many of a kind are stored on a device: the oldest go. */
const maxEntries = 30;
const entryPrefix = (owner: string, kind: string) => `${cachePrefix}${kind}:${owner}:`;

/** Stores one of many answers of a kind, such as one order, as the customer saw it; already redacted for storage on a device. */
export function cacheEntry(kind: string, key: QueryKey, data: unknown): void {
  const owner = currentCustomerId();
  if (!owner) return;
  const prefix = entryPrefix(owner, kind);
  const name = prefix + hashKey(key);
  if (readStored(name) === null) evictOldest(prefix);
  writeEntry(name, data, Date.now());
}

function evictOldest(prefix: string): void {
  const entries = storedKeys(prefix).map((key) => ({ key, savedAt: readEntry(key)?.savedAt ?? 0 }));
  const oldest = entries.toSorted((persisted, other) => other.savedAt - persisted.savedAt).slice(maxEntries - 1);
  removeStored(...oldest.map(({ key }) => key));
}

/** Data a user saw, and when (ms). */
export interface CachedEntry<Data> {
  data: Data;
  savedAt: number;
}

/** What `cacheEntry` stored for whoever is signed in here, and when they saw it (ms). */
export function cachedEntry(kind: string, key: QueryKey): CachedEntry<unknown> | undefined {
  const owner = tokenOwner();
  const entry = owner ? readEntry(entryPrefix(owner, kind) + hashKey(key)) : undefined;
  return entry && { data: entry.data, savedAt: entry.savedAt };
}

function readEntry(key: string): StoredEntry | undefined {
  try {
    const entry = JSON.parse(readStored(key) ?? 'null') as Partial<StoredEntry> | null;
    if (entry?.version === version && typeof entry.savedAt === 'number' && entry.data) return entry as StoredEntry;
  } catch {
    removeStored(key); // Written by hand, or cut off half-way.
  }
  return undefined;
}
