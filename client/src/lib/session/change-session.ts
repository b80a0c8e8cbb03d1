import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery, type SessionUser } from './session.ts';

/**
 * Changes the signed-in user in the cache. The time of the answer stays: with it the server's clock and the end of the
 * session are computed.
 */
export function changeSession(client: QueryClient, changes: Partial<SessionUser>): void {
  const updatedAt = client.getQueryState(sessionQuery.queryKey)?.dataUpdatedAt;
  client.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, ...changes }, { updatedAt });
}
