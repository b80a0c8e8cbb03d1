import { queryClient } from '../api/query-client.ts';
import { useNow } from '../browser/useNow.ts';
import { sessionQuery, useSession } from './session.ts';

/**
 * Returns the server's time in ms, updated every `everyMs` while running, because the device's clock may be wrong. It
 * is late by the duration of the answer, so that nothing is shown too early.
 */
export function useServerNow(isRunning: boolean, everyMs = 1000): number {
  const now = useNow(isRunning, everyMs);
  const session = useSession();
  if (session.status !== 'signedIn') return now;
  const receivedAt = queryClient.getQueryState(sessionQuery.queryKey)?.dataUpdatedAt;
  return receivedAt === undefined ? now : now - receivedAt + Date.parse(session.user.serverTime);
}
