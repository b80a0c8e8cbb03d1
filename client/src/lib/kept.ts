import { hashKey, type QueryKey } from '@tanstack/react-query';
import { queryClient } from './query.ts';
import { cachePrefix, sessionQuery, type SessionUser } from './session.ts';
import { readStored, removeStored, writeStored } from './storage.ts';
import { tokenOwner } from './token.ts';

/** Goes up when what is kept changes its shape: a copy of another shape is as good as none. */
const shape = 1;

interface Copy {
  shape: number;
  savedAt: number;
  data: unknown;
}

/** Answers that a person sees again without a network. Orders keep a copy of their own, reduced to what a list shows. */
const kept: readonly { queryKey: QueryKey; reduce?: (data: never) => unknown }[] = [
  { queryKey: sessionQuery.queryKey, reduce: withoutIdentity },
  { queryKey: ['crypto-assets'] },
  { queryKey: ['settings'] },
];

const storageKey = (owner: string, queryKey: QueryKey) => `${cachePrefix}${hashKey(queryKey)}:${owner}`;

/** Who is here, without what identifies them to others: no address, number, country or picture. */
function withoutIdentity(user: SessionUser): SessionUser {
  return { ...user, middleName: null, mobileNumber: null, country: null, countryCode: null, profileImageUrl: null };
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
  const owner = tokenOwner();
  const user = queryClient.getQueryData(sessionQuery.queryKey);
  if (!owner || user?.id !== owner || user.isAdmin || state?.data === undefined || state.isInvalidated) return;
  const data: unknown = reduce ? reduce(state.data as never) : state.data;
  const copy: Copy = { shape, savedAt: state.dataUpdatedAt, data };
  writeStored(storageKey(owner, queryKey), JSON.stringify(copy));
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

function readCopy(key: string): Copy | undefined {
  try {
    const copy = JSON.parse(readStored(key) ?? 'null') as Partial<Copy> | null;
    if (copy?.shape === shape && typeof copy.savedAt === 'number' && copy.data) return copy as Copy;
  } catch {
    removeStored(key); // Written by hand, or cut off half-way.
  }
  return undefined;
}
