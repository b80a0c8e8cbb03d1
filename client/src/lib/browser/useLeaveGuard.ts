import { useCallback, useEffect, useRef } from 'react';
import type { Path } from 'react-router-dom';

type Place = Pick<Path, 'pathname' | 'search'>;

/** Guards of the components with unsaved input: each returns true if the navigation would lose it. */
const guards = new Set<(to: Place) => boolean>();

const noParams: readonly string[] = [];

/**
 * Asks the user before a link, Back or a closed tab loses typed input: on another path or tab of the page, or another
 * value of `params`. The returned function stops this, for a user who leaves after saving.
 */
export function useLeaveGuard(active: boolean, params: readonly string[] = noParams): () => void {
  const release = useRef<() => void>(undefined);
  useEffect(() => {
    if (!active) return undefined;
    const currentUrl = new URL(location.href);
    const isLost = ({ pathname, search }: Place) => {
      const values = new URLSearchParams(search);
      return (
        pathname !== currentUrl.pathname ||
        ['tab', ...params].some((name) => values.get(name) !== currentUrl.searchParams.get(name))
      );
    };
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    guards.add(isLost);
    window.addEventListener('beforeunload', ask);
    release.current = () => {
      guards.delete(isLost);
      window.removeEventListener('beforeunload', ask);
    };
    return release.current;
  }, [active, params]);
  return useCallback(() => release.current?.(), []);
}

/** True if the navigation would lose unsaved input. */
export const wouldLoseInput = (to: Place): boolean => [...guards].some((isLost) => isLost(to));
