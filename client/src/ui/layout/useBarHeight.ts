import { useEffect, type RefObject } from 'react';

/** Moves focused elements clear of the bar at the bottom of the screen. */
export function useBarHeight(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => style.setProperty('--bar-bottom', `${bar.current?.offsetHeight ?? 0}px`));
    if (bar.current) watch.observe(bar.current);
    return () => {
      watch.disconnect();
      style.removeProperty('--bar-bottom');
    };
  }, [bar]);
}
