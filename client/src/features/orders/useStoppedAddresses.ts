import { useQueryClient } from '@tanstack/react-query';
import type { Route } from '#client/lib/api/call.ts';
import { invalidateRoutes } from '#client/lib/api/query.ts';
import { useServerMessage } from '#client/lib/realtime/realtime.ts';

/** Reads these routes again when a deposit address was stopped: one that is on screen must go at once. */
export function useStoppedAddresses(...routes: readonly Route[]): void {
  const client = useQueryClient();
  useServerMessage('deposit_address_stopped', () => void invalidateRoutes(client, ...routes));
}
