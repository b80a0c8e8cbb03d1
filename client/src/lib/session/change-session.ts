import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery, type SessionUser } from './session.ts';

/**
 * Changes the signed-in user in the cache. The session keeps the moment of its arrival: with that, the server's time in
 * it tells what time it is there now, and when the session ends.
 */
export function changeSession(client: QueryClient, changes: Partial<SessionUser>): void {
  const updatedAt = client.getQueryState(sessionQuery.queryKey)?.dataUpdatedAt;
  client.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, ...changes }, { updatedAt });
}
