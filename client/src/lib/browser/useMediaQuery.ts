import { useSyncExternalStore } from 'react';

/** True while a media query holds, such as `(min-width: 48rem)`. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (callback) => {
      const list = matchMedia(query);
      list.addEventListener('change', callback);
      return () => list.removeEventListener('change', callback);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}

/** Tables need 768 px; below, the same rows are cards. */
export const useTableLayout = (): boolean => useMediaQuery('(min-width: 48rem)');
