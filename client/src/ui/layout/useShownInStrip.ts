import { useEffect, type RefObject } from 'react';

/**
 * Scrolls a strip of links to the one with this address: at once, and again when
 * its links or the window change their size. With a margin it stands that many
 * pixels from the start, otherwise in the middle.
 */
export function useShownInStrip(strip: RefObject<HTMLElement | null>, href: string, marginPx?: number): void {
  useEffect(() => {
    const row = strip.current;
    const link = [...(row?.querySelectorAll('a') ?? [])].find((anchor) => anchor.getAttribute('href')?.endsWith(href));
    if (!row || !link) return undefined;
    const show = () => {
      const around = row.getBoundingClientRect();
      const box = link.getBoundingClientRect();
      const middle = box.left + box.width / 2 - around.left - around.width / 2;
      const isMirrored = getComputedStyle(row).direction === 'rtl';
      const start = isMirrored ? box.right - around.right : box.left - around.left;
      row.scrollBy({ left: marginPx === undefined ? middle : start + (isMirrored ? marginPx : -marginPx) });
    };
    show();
    const sizes = new ResizeObserver(show);
    for (const element of [row, ...row.querySelectorAll('li')]) sizes.observe(element);
    return () => sizes.disconnect();
  }, [strip, href, marginPx]);
}
