import { queryClient } from '../api/query-client.ts';
import { useNow } from '../browser/useNow.ts';
import { sessionQuery, useSession } from './session.ts';

/**
 * The server's time in ms, updated every `everyMs` while running: the device's clock may be wrong, the server sends its
 * own with the session. It is late by the time that the answer took, so that nothing it decides is shown too early.
 */
export function useServerNow(isRunning: boolean, everyMs = 1000): number {
  const now = useNow(isRunning, everyMs);
  const session = useSession();
  if (session.status !== 'signedIn') return now;
  const receivedAt = queryClient.getQueryState(sessionQuery.queryKey)?.dataUpdatedAt;
  return receivedAt === undefined ? now : now - receivedAt + Date.parse(session.user.serverTime);
}
