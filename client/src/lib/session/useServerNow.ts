import { queryClient } from '../api/query-client.ts';
import { onThisDevice, useNow } from '../browser/useNow.ts';
import { sessionQuery, useSession } from './session.ts';

/**
 * Tells a moment of the server by this device's clock, in ms: that clock may be wrong, and is set back, but the server
 * sends its own time with the session. Undefined for a visitor.
 */
export function useOnDevice(): ((moment: string) => number) | undefined {
  const session = useSession();
  if (session.status !== 'signedIn') return undefined;
  const { serverTime } = session.user;
  const cameAt = queryClient.getQueryState(sessionQuery.queryKey)?.dataUpdatedAt;
  return (moment) => Date.parse(onThisDevice(moment, serverTime, cameAt));
}

/**
 * The server's time in ms, updated every `everyMs` while running. It is late by the time that the answer took, so that
 * nothing it decides is shown too early.
 */
export function useServerNow(isRunning: boolean, everyMs = 1000): number {
  const now = useNow(isRunning, everyMs);
  const onDevice = useOnDevice();
  const session = useSession();
  if (!onDevice || session.status !== 'signedIn') return now;
  const { serverTime } = session.user;
  return now - onDevice(serverTime) + Date.parse(serverTime);
}
