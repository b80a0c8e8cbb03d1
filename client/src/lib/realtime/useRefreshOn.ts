import { useQueryClient } from '@tanstack/react-query';
import type { Route } from '../api/call.ts';
import { invalidateRoutes } from '../api/query.ts';
import { useServerMessage } from './realtime.ts';

/** Fetches these again with each server message of this type; the message itself is never used as data. */
export function useRefreshOn(type: string, ...routes: readonly Route[]): void {
  const client = useQueryClient();
  useServerMessage(type, () => void invalidateRoutes(client, ...routes));
}
