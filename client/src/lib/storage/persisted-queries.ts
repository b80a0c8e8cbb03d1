import { hashKey, notifyManager, type Query, type QueryClient, type QueryPersister } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { CallError } from '../api/call-error.ts';
import { isOnline } from '../api/online.ts';
import { apiKey } from '../api/query.ts';
import { tokenOwner } from '../session/token.ts';
import { copyPrefix, readStored, removeStored, storedKeys } from './local-storage.ts';

/** Metadata of a query whose responses are stored for reading without a network. */
interface PersistedMeta extends Record<string, unknown> {
  /** A function returns the part of a response that may be stored on a device. */
  persist?: true | ((data: never) => unknown);
  /** True if the copy is shown until the server answers, not only if it does not answer. */
  copyFirst?: boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: PersistedMeta;
  }
}

const sessionKey = apiKey('GET /api/auth/user', {});

/** Restores the data that this user saw last into the query cache, with its original age. */
async function restore(client: QueryClient, query: Query): Promise<void> {
  const owner = tokenOwner();
  if (owner && query.state.data === undefined) {
    const { storeOf } = await import('./persisted-store.ts');
    await storeOf(owner).restoreQueries(client, { queryKey: query.queryKey, exact: true });
    // The next screen that shows it refetches it, however new it is.
    query.invalidate();
  }
}

/**
 * Stores a query's answer for the signed-in customer, if token and answer agree on the user; stores nothing of an
 * administrator.
 */
async function persist(client: QueryClient, query: Query): Promise<void> {
  const { meta, state, queryKey, queryHash } = query;
  const user = client.getQueryData<Api['GET /api/auth/user']['output']>(sessionKey);
  const owner = tokenOwner();
  if (!meta?.persist || !owner || user?.id !== owner || user.isAdmin || state.isInvalidated || !state.data) return;
  // The query that declares `persist` has data of the type that it takes.
  const data: unknown = meta.persist === true ? state.data : meta.persist(state.data as never);
  const copy = { queryKey, queryHash, state: { ...state, data } };
  const { evictOldest, storeOf } = await import('./persisted-store.ts');
  if (readStored(`${copyPrefix}${owner}-${queryHash}`) === null) evictOldest(owner, String(queryKey[0]));
  // The store reads these three properties of a query alone.
  await storeOf(owner).persistQuery(copy as Query);
}

/** Stores the response of every query, and restores it if the server does not respond; the error is still thrown. */
export const persister: QueryPersister = async (queryFn, context, query) => {
  const { client } = context;
  if (!query.meta?.persist) return queryFn(context);
  try {
    if (query.meta.copyFirst || !isOnline()) await restore(client, query);
    const answer = await queryFn(context);
    // Responses from before the user was known belong to them too.
    const answeredQueries = query.queryHash === hashKey(sessionKey) ? client.getQueryCache().getAll() : [query];
    notifyManager.schedule(() => answeredQueries.forEach((answeredQuery) => void persist(client, answeredQuery)));
    return answer;
  } catch (error) {
    const isRefusal = error instanceof CallError && error.status >= 400 && error.status < 500;
    if (!isRefusal && !context.signal.aborted) await restore(client, query);
    throw error;
  }
};

/** Removes every stored answer from this device. */
export function clearPersistedQueries(): void {
  removeStored(...storedKeys(copyPrefix));
}
