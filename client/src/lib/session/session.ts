import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Api } from '#shared/api.ts';
import { call, CallError } from '../api/call.ts';
import { clearUserQueries, queryClient } from '../api/query-client.ts';
import { apiQuery, invalidateRoutes } from '../api/query.ts';
import { clearPersistedQueries } from '../storage/persisted-queries.ts';
import { clearPrivateDrafts } from '../storage/private-drafts.ts';
import { clearTabStorage } from '../storage/tab-storage.ts';
import { storeDeviceToken } from './device.ts';
import {
  clearToken,
  lastEnding,
  readToken,
  storeEnding,
  storeToken,
  tokenClaims,
  tokenOwner,
  watchToken,
} from './token.ts';

const maxTimerMs = 2 ** 31 - 1;

export type SessionUser = Api['GET /api/auth/user']['output'];

/** The session as screens see it. `unreachable` keeps the token: an outage signs no user out. */
export type Session =
  | { status: 'visitor' }
  | { status: 'loading' }
  | { status: 'unreachable'; error: Error; retry: () => void }
  | { status: 'signedIn'; user: SessionUser };

/** The signed-in user. A token that the server no longer accepts is removed without a message. */
export const sessionQuery = apiQuery(
  'GET /api/auth/user',
  {},
  {
    whenSignedOut: 'fail',
    around: async (load): Promise<SessionUser | null> => {
      try {
        return await load();
      } catch (error) {
        // The session only allows the set-up of the second factor: all other screens treat the user as signed out.
        if (error instanceof CallError && error.code === 'second_factor_setup_required') return null;
        if (error instanceof CallError && (error.status === 401 || error.code === 'blocked')) {
          clearToken();
          return null;
        }
        throw error;
      }
    },
    staleTime: Infinity,
    meta: { persist: withoutIdentity },
  },
);

/** The user for the offline cache, without middle name, phone number, country and picture. */
function withoutIdentity(user: SessionUser): SessionUser {
  return { ...user, middleName: null, mobileNumber: null, country: null, countryCode: null, profileImageUrl: null };
}

const hasToken = (): boolean => readToken() !== null;

/** The session of this browser. Fetches it only if a token exists. */
export function useSession(): Session {
  const signedIn = useSyncExternalStore(watchToken, hasToken, () => false);
  const { data, error, refetch, isFetching } = useQuery({ ...sessionQuery, enabled: signedIn });

  if (!signedIn || data === null) return { status: 'visitor' };
  if (data) return { status: 'signedIn', user: data };
  if (error && !isFetching) return { status: 'unreachable', error, retry: () => void refetch() };
  return { status: 'loading' };
}

/** Follows sign-in, sign-out and a change of user in another tab. The shell mounts it once. */
export function useSessionSync(): void {
  useEffect(
    () =>
      watchToken(() => {
        if (hasToken()) void invalidateRoutes(queryClient, 'GET /api/auth/user');
        else {
          clearTabSession();
          if (lastEnding()) void clearPrivateDrafts();
        }
      }),
    [],
  );
  useEffect(clearWhenExpired, []);
}

/** Deletes the stored data of a session once its token has expired; returns a function that stops this. */
export function clearWhenExpired(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    const claims = tokenClaims();
    if (claims) timer = setTimeout(check, Math.min(claims.expiresAt - Date.now(), maxTimerMs));
    else void clearStoredData();
  };
  const stop = watchToken(() => {
    clearTimeout(timer);
    // A sign-out deletes the data itself; a sign-in over an ended session continues with the drafts.
    if (tokenClaims()) check();
  });
  check();
  return () => {
    clearTimeout(timer);
    stop();
  };
}

async function clearStoredData(): Promise<void> {
  clearPersistedQueries();
  await clearPrivateDrafts();
}

type LoginAnswer = Pick<Api['POST /api/login']['output'], 'token' | 'isAdmin' | 'deviceToken'>;

/** Signs the user in: stores the token, drops the data of the user before and loads the session. */
export async function startSession({ token, isAdmin, deviceToken }: LoginAnswer): Promise<void> {
  clearUserState();
  storeToken(token, isAdmin);
  storeDeviceToken(deviceToken);
  // An expired session leaves its drafts to its own user; another user gets none of them.
  await Promise.all([clearPrivateDrafts(tokenOwner()), queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })]);
}

/** A fresh token for the same user: nothing on screen is lost. */
export async function extendSession(): Promise<void> {
  const { token } = await call('POST /api/auth/extend');
  const user = queryClient.getQueryData(sessionQuery.queryKey);
  storeToken(token, user?.isAdmin ?? false);
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/** Ends the session and deletes all personal data here, even if the server is unreachable. */
export async function signOut(): Promise<void> {
  // Pending requests would be refused and look like an expired session.
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

/** Clears the session in this browser only, when the server has already refused it. */
export function clearSession(): void {
  clearToken();
  clearTabSession();
}

/** Clears the user's data and that of this tab; a sign-in preserves the latter. */
function clearTabSession(): void {
  clearUserState();
  clearTabStorage();
  storeEnding();
}

/** One user's data must not be shown to the next: neither from memory nor from the offline cache. */
function clearUserState(): void {
  clearUserQueries();
  clearPersistedQueries();
}
