import { useEffect, type RefObject } from 'react';

const maxShare = 0.3;

/** Moves focused elements clear of the bar at the bottom of the screen. */
export function useBarHeight(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => {
      const height = bar.current?.offsetHeight ?? 0;
      // With large text a bar would cover the page: it then scrolls with the page.
      const isTall = height > window.innerHeight * maxShare;
      bar.current?.toggleAttribute('data-tall', isTall);
      style.setProperty('--bar-bottom', `${isTall ? 0 : height}px`);
    });
    if (bar.current) watch.observe(bar.current);
    return () => {
      watch.disconnect();
      style.removeProperty('--bar-bottom');
    };
  }, [bar]);
}
