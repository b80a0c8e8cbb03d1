import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Api } from '#shared/api.ts';
import { call, CallError } from '../api/call.ts';
import { apiQuery, invalidateRoutes } from '../api/query.ts';
import { clearPrivateDrafts } from '../storage/drafts.ts';
import { clearUserQueries, queryClient } from '../api/query-client.ts';
import { removeStored, storedKeys } from '../storage/local-storage.ts';
import { clearTabStorage } from '../storage/tab-storage.ts';
import { clearToken, storeToken, readToken, tokenOwner, watchToken } from './token.ts';

export type SessionUser = Api['GET /api/auth/user']['output'];

/** What the screen knows about who is here. `unreachable` keeps the token: an outage signs nobody out. */
export type Session =
  | { status: 'visitor' }
  | { status: 'loading' }
  | { status: 'unreachable'; error: Error; retry: () => void }
  | { status: 'signedIn'; user: SessionUser };

/** Lists kept for the first paint start with this; they go at sign-out. */
export const cachePrefix = 'landfall-cache:';

/** The signed-in user. A token the server no longer knows is forgotten without a message. */
export const sessionQuery = apiQuery(
  'GET /api/auth/user',
  {},
  {
    whenSignedOut: 'fail',
    around: async (load): Promise<SessionUser | null> => {
      try {
        return await load();
      } catch (error) {
        if (error instanceof CallError && (error.status === 401 || error.code === 'blocked')) {
          clearToken();
          return null;
        }
        throw error;
      }
    },
    staleTime: Infinity,
  },
);

function hasToken(): boolean {
  return readToken() !== null;
}

/** Who is here. Asks the server only where a token exists. */
export function useSession(): Session {
  const signedIn = useSyncExternalStore(watchToken, hasToken, () => false);
  const { data, error, refetch, isFetching } = useQuery({ ...sessionQuery, enabled: signedIn });

  if (!signedIn || data === null) return { status: 'visitor' };
  if (data) return { status: 'signedIn', user: data };
  if (error && !isFetching) return { status: 'unreachable', error, retry: () => void refetch() };
  return { status: 'loading' };
}

/** Follows sign-in, sign-out and a change of person in another tab. Mounted once, by the shell. */
export function useSessionSync(): void {
  useEffect(
    () =>
      watchToken(() => {
        if (hasToken()) void invalidateRoutes(queryClient, 'GET /api/auth/user');
        else clearTabSession();
      }),
    [],
  );
}

/** Starts a session from an answer of sign-in or code confirmation. */
export async function startSession({ token, isAdmin }: { token: string; isAdmin: boolean }): Promise<void> {
  clearUserState();
  storeToken(token, isAdmin);
  // A session that ended by itself left its drafts to whoever began them; somebody else finds nothing of them.
  await Promise.all([clearPrivateDrafts(tokenOwner()), queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })]);
}

/** A fresh token for the same person: nothing on screen is lost. */
export async function extendSession(): Promise<void> {
  const { token } = await call('POST /api/auth/extend');
  const user = queryClient.getQueryData(sessionQuery.queryKey);
  storeToken(token, user?.isAdmin ?? false);
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/**
 * Ends the session on the server and forgets everything personal in this browser. The server may be out of
 * reach: this browser forgets all the same, and the session there ends by its age.
 */
export async function signOut(): Promise<void> {
  // What is still being asked would be refused, and look like a session that has ended by itself.
  await queryClient.cancelQueries();
  try {
    if (readToken()) await call('POST /api/logout', { whenSignedOut: 'fail', timeoutMs: 5_000 });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  } finally {
    clearSession();
    await clearPrivateDrafts();
  }
}

/** Forgets the session in this browser only, where the server has already refused it. */
export function clearSession(): void {
  clearToken();
  clearTabSession();
}

/** What was begun in this tab goes with the session; at a sign-in it comes along. */
function clearTabSession(): void {
  clearUserState();
  clearTabStorage();
}

/** Nothing of one person may be shown to the next: neither what is in memory nor what was kept to read offline. */
function clearUserState(): void {
  clearUserQueries();
  removeStored(...storedKeys(cachePrefix));
}
