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

/** True from 768 px, where lists are tables; below that their rows are cards. */
export const useTableLayout = (): boolean => useMediaQuery('(min-width: 48rem)');
