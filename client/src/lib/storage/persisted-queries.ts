import { hashKey, notifyManager, type Query, type QueryClient, type QueryPersister } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { CallError } from '../api/call-error.ts';
import { isOnline } from '../api/online.ts';
import { apiKey } from '../api/query.ts';
import { tokenOwner } from '../session/token.ts';
import { readStored, removeStored, storedKeys, writeStored } from './local-storage.ts';

/** Whether the responses of a query are stored for reading without a network. */
interface PersistedMeta extends Record<string, unknown> {
  /** A function returns the part of a response that may be stored on a device. */
  persist?: true | ((data: never) => unknown);
  /** The copy is shown until the server answers, not only when it does not. */
  copyFirst?: boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: PersistedMeta;
  }
}

/** Goes up when a stored copy changes its shape: copies of another shape are dropped. */
const shape = '4';
const prefix = 'landfall-cache:';
/** This many responses of a route are stored on a device: the oldest are dropped. */
const maxPerRoute = 30;
const sessionKey = apiKey('GET /api/auth/user', {});

/** A visitor, of whom nothing is stored, does without the library. */
async function storeOf(owner: string) {
  const { experimental_createQueryPersister } = await import('@tanstack/query-persist-client-core');
  return experimental_createQueryPersister({
    prefix: prefix + owner,
    buster: shape,
    maxAge: Infinity,
    storage: {
      getItem: readStored,
      // Nothing is stored for a user who has signed out meanwhile.
      setItem: (key: string, value: string) => void (tokenOwner() === owner && writeStored(key, value)),
      removeItem: (key: string) => removeStored(key),
      entries: () => storedKeys(`${prefix}${owner}-`).map((key) => [key, readStored(key) ?? ''] as [string, string]),
    },
  });
}

/** Restores what this user saw last into the query cache, with its original age. */
async function restore(client: QueryClient, query: Query): Promise<void> {
  const owner = tokenOwner();
  if (owner && query.state.data === undefined) {
    const store = await storeOf(owner);
    await store.restoreQueries(client, { queryKey: query.queryKey, exact: true });
    // The next screen that shows it refetches, however new it is.
    query.invalidate();
  }
}

/** Stores a query's answer for the signed-in customer, where token and answer agree on who it is; nothing of an administrator. */
async function persist(client: QueryClient, query: Query): Promise<void> {
  const { meta, state, queryKey, queryHash } = query;
  const user = client.getQueryData<Api['GET /api/auth/user']['output']>(sessionKey);
  const owner = tokenOwner();
  if (!meta?.persist || !owner || user?.id !== owner || user.isAdmin || state.isInvalidated || !state.data) return;
  const data: unknown = meta.persist === true ? state.data : meta.persist(state.data as never);
  const copy = { queryKey, queryHash, state: { ...state, data } };
  if (readStored(`${prefix}${owner}-${queryHash}`) === null) evictOldest(owner, String(queryKey[0]));
  const store = await storeOf(owner);
  await store.persistQuery(copy as Query);
}

function evictOldest(owner: string, route: string): void {
  const ages = storedKeys(`${prefix}${owner}-["${route}"`).map((key) => {
    const [, updatedAt = '0'] = /"dataUpdatedAt":(\d+)/.exec(readStored(key) ?? '') ?? [];
    return { key, updatedAt: Number(updatedAt) };
  });
  const oldest = ages.toSorted((one, other) => other.updatedAt - one.updatedAt).slice(maxPerRoute - 1);
  removeStored(...oldest.map(({ key }) => key));
}

/** For every query: stores its response, and restores it where the server does not respond; the error is thrown as well. */
export const persister: QueryPersister = async (queryFn, context, query) => {
  const { client } = context;
  if (!query.meta?.persist) return queryFn(context);
  try {
    if (query.meta.copyFirst || !isOnline()) await restore(client, query);
    const answer = await queryFn(context);
    // Responses that came before the user was known are theirs too.
    const answered = query.queryHash === hashKey(sessionKey) ? client.getQueryCache().getAll() : [query];
    notifyManager.schedule(() => answered.forEach((one) => void persist(client, one)));
    return answer;
  } catch (error) {
    const isRefusal = error instanceof CallError && error.status >= 400 && error.status < 500;
    if (!isRefusal && !context.signal.aborted) await restore(client, query);
    throw error;
  }
};

/** Removes every stored answer from this device. */
export function clearPersistedQueries(): void {
  removeStored(...storedKeys(prefix));
}
