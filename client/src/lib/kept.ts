import { hashKey, type QueryKey } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { queryClient } from './query.ts';
import { cachePrefix, sessionQuery, type SessionUser } from './session.ts';
import { readStored, removeStored, storedKeys, writeStored } from './storage.ts';
import { tokenOwner } from './token.ts';

/** Goes up when what is kept changes its shape: a copy of another shape is as good as none. */
const shape = 2;

interface Copy {
  shape: number;
  savedAt: number;
  data: unknown;
}

/** Answers that a person sees again without a network. Features keep what has many shapes by `keepSeen`. */
const kept: readonly { queryKey: QueryKey; reduce?: (data: never) => unknown }[] = [
  { queryKey: sessionQuery.queryKey, reduce: withoutIdentity },
  { queryKey: ['crypto-assets'] },
  { queryKey: ['settings'] },
  { queryKey: ['payout-currencies'] },
  { queryKey: ['fiat-currencies'] },
  { queryKey: ['sell-quotes'], reduce: withoutAddresses },
  { queryKey: ['kyc-status'], reduce: withoutClaims },
];

const storageKey = (owner: string, queryKey: QueryKey) => `${cachePrefix}${hashKey(queryKey)}:${owner}`;

/** Who is here, without what identifies them to others: no address, number, country or picture. */
function withoutIdentity(user: SessionUser): SessionUser {
  return { ...user, middleName: null, mobileNumber: null, country: null, countryCode: null, profileImageUrl: null };
}

/** Open sales, without where to send coins: an address is shown only as the server gives it now. */
function withoutAddresses(sales: Api['GET /api/sell-quotes']['output']) {
  return sales.map((sale) => ({ ...sale, deposit: { ...sale.deposit, address: '', memo: null, uri: '' } }));
}

/** Where the identity check stands, without anything of the identity. */
function withoutClaims(status: Api['GET /api/kyc/status']['output']) {
  return { ...status, reviewNotes: null, previous: null };
}

/** The signed-in customer, where token and answer agree on who it is; the desk's answers stay on the server. */
function customerHere(): string | undefined {
  const owner = tokenOwner();
  const user = queryClient.getQueryData(sessionQuery.queryKey);
  return owner && user?.id === owner && !user.isAdmin ? owner : undefined;
}

/** Keeps the answers of a customer, those there and those to come; the desk's stay on the server. Returns the way to stop. */
export function keepAnswers(): () => void {
  const cache = queryClient.getQueryCache();
  kept.forEach(keep);
  return cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    const { queryHash }: { queryHash: string } = event.query;
    const one = kept.find(({ queryKey }) => hashKey(queryKey) === queryHash);
    // Once it is known who is here, what came before is theirs too.
    if (one) kept.forEach(keep);
  });
}

function keep({ queryKey, reduce }: (typeof kept)[number]): void {
  const state = queryClient.getQueryState(queryKey);
  const owner = customerHere();
  if (!owner || state?.data === undefined || state.isInvalidated) return;
  const data: unknown = reduce ? reduce(state.data as never) : state.data;
  write(storageKey(owner, queryKey), data, state.dataUpdatedAt);
}

function write(key: string, data: unknown, savedAt: number): void {
  const copy: Copy = { shape, savedAt, data };
  writeStored(key, JSON.stringify(copy));
}

/**
 * Brings back what this person saw last, as old as it is, where the server has said nothing yet. Everything is asked
 * again as soon as somebody answers.
 */
export function restoreAnswers(): void {
  const owner = tokenOwner();
  if (!owner) return;
  for (const { queryKey } of kept) {
    const copy = readCopy(storageKey(owner, queryKey));
    if (!copy || queryClient.getQueryData(queryKey) !== undefined) continue;
    queryClient.setQueryData(queryKey, copy.data, { updatedAt: copy.savedAt });
    void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  }
}

/** As many of a kind lie on a device: the oldest go. */
const mostSeen = 30;
const seenPrefix = (owner: string, kind: string) => `${cachePrefix}${kind}:${owner}:`;

/** Keeps one of many answers of a kind, such as one order, as the customer saw it; already reduced to what may lie on a device. */
export function keepSeen(kind: string, key: QueryKey, data: unknown): void {
  const owner = customerHere();
  if (!owner) return;
  const prefix = seenPrefix(owner, kind);
  const name = prefix + hashKey(key);
  if (readStored(name) === null) makeRoom(prefix);
  write(name, data, Date.now());
}

function makeRoom(prefix: string): void {
  const copies = storedKeys(prefix).map((key) => ({ key, savedAt: readCopy(key)?.savedAt ?? 0 }));
  const oldest = copies.toSorted((one, other) => other.savedAt - one.savedAt).slice(mostSeen - 1);
  removeStored(...oldest.map(({ key }) => key));
}

/** What somebody saw, and when (ms). */
export interface Seen<Data> {
  data: Data;
  savedAt: number;
}

/** What `keepSeen` kept for whoever is signed in here, and when they saw it (ms). */
export function seen(kind: string, key: QueryKey): Seen<unknown> | undefined {
  const owner = tokenOwner();
  const copy = owner ? readCopy(seenPrefix(owner, kind) + hashKey(key)) : undefined;
  return copy && { data: copy.data, savedAt: copy.savedAt };
}

function readCopy(key: string): Copy | undefined {
  try {
    const copy = JSON.parse(readStored(key) ?? 'null') as Partial<Copy> | null;
    if (copy?.shape === shape && typeof copy.savedAt === 'number' && copy.data) return copy as Copy;
  } catch {
    removeStored(key); // Written by hand, or cut off half-way.
  }
  return undefined;
}
