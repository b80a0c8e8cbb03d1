import { useSyncExternalStore } from 'react';

/**
 * False while the server renders and while the browser hydrates, true right after: for what only the browser knows, such
 * as the visitor's clock.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}

/** The time zone to write in: the visitor's own, which the server does not know. */
export function useTimeZone(): 'UTC' | undefined {
  return useHydrated() ? undefined : 'UTC';
}
