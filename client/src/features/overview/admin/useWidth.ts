import { useEffect, useRef, useState, type RefObject } from 'react';

/** How wide an element is drawn, in whole pixels; 0 before it is. Charts are drawn to it, so that their words keep their size. */
export function useWidth(): [RefObject<HTMLElement | null>, number] {
  const box = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}
