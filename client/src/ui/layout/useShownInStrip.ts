import { useEffect, type RefObject } from 'react';

/**
 * Scrolls a strip of links to the one with this address: at once, and again when
 * its links or the window change their size.
 */
export function useShownInStrip(strip: RefObject<HTMLElement | null>, href: string): void {
  useEffect(() => {
    const row = strip.current;
    const link = [...(row?.querySelectorAll('a') ?? [])].find((anchor) => anchor.getAttribute('href')?.endsWith(href));
    if (!row || !link) return undefined;
    const show = () => {
      const around = row.getBoundingClientRect();
      const box = link.getBoundingClientRect();
      row.scrollBy({ left: box.left + box.width / 2 - around.left - around.width / 2 });
    };
    show();
    const sizes = new ResizeObserver(show);
    for (const element of [row, ...row.querySelectorAll('li')]) sizes.observe(element);
    return () => sizes.disconnect();
  }, [strip, href]);
}
