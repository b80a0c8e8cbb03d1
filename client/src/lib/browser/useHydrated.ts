import { useSyncExternalStore } from 'react';

/** False during server rendering and hydration: for values that only the browser knows, such as its clock. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}

/** The time zone to write in: the visitor's own, which the server does not know. */
export const useTimeZone = (): 'UTC' | undefined => (useHydrated() ? undefined : 'UTC');
