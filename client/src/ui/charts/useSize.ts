import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * Width and height of an element in whole pixels, 0 before the first measurement; the third value converts a distance
 * from the start edge to one from the left.
 */
export function useSize(): [RefObject<HTMLElement | null>, number, (x: number) => number, number] {
  const { i18n } = useTranslation();
  const box = useRef<HTMLElement>(null);
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() =>
      setSize({ width: Math.floor(element.clientWidth), height: Math.floor(element.clientHeight) }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width, (x) => (i18n.dir() === 'rtl' ? width - x : x), height];
}
