import { useQueryClient } from '@tanstack/react-query';
import type { Route } from '#client/lib/api/call.ts';
import { invalidateRoutes } from '#client/lib/api/query.ts';
import { useServerMessage } from '#client/lib/realtime/realtime.ts';

/** How often a screen refetches the data of a chain, in case a socket message is lost. */
export const chainPollMs = 30_000;

/** Reads these routes again whenever a chain has something new. */
export function useChainProgress(...routes: readonly Route[]): void {
  const client = useQueryClient();
  useServerMessage('chain_advanced', () => void invalidateRoutes(client, ...routes));
}
