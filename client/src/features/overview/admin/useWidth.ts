import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * How wide an element is drawn, in whole pixels; 0 before it is. Charts are drawn to it, so that their words keep their size. The
 * third turns a distance from where reading begins into one from the left: days run as words do.
 */
export function useWidth(): [RefObject<HTMLElement | null>, number, (x: number) => number] {
  const { i18n } = useTranslation();
  const box = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width, (x) => (i18n.dir() === 'rtl' ? width - x : x)];
}
