import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** A log within this distance of its end counts as at the end. */
const nearPx = 48;

interface LoadedRange {
  first: string | undefined;
  last: string | undefined;
  /** True if the newest line is the reader's own: it is always scrolled into view. */
  isLastOwn: boolean;
}

/** Keeps a log's scroll position: new lines scroll in at its end only. `isBehind`: unread new lines below. */
export function useLogScroll({ first, last, isLastOwn }: LoadedRange) {
  const log = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const place = useRef({ isAtEnd: true, height: 0, first, last });
  const [isBehind, setBehind] = useState(false);
  const scrollToEnd = () => {
    const element = log.current;
    if (element) element.scrollTop = element.scrollHeight;
    setBehind(false);
  };
  useLayoutEffect(() => {
    const element = log.current;
    if (!element) return;
    const previousPlace = place.current;
    const isLastNew = last !== previousPlace.last;
    const isAtEnd = previousPlace.isAtEnd || (isLastNew && isLastOwn);
    if (isAtEnd) element.scrollTop = element.scrollHeight;
    else if (!isLastNew && first !== previousPlace.first)
      element.scrollTop += element.scrollHeight - previousPlace.height;
    else if (isLastNew) setBehind(true);
    place.current = { isAtEnd, height: element.scrollHeight, first, last };
  }, [first, last, isLastOwn]);
  // A form under the last line, or a keyboard above the field, moves the end as well.
  useEffect(() => {
    const restorePosition = () => {
      const element = log.current;
      if (!element) return;
      if (place.current.isAtEnd) element.scrollTop = element.scrollHeight;
      place.current.height = element.scrollHeight;
    };
    const observer = new ResizeObserver(restorePosition);
    for (const part of [log.current, content.current]) if (part) observer.observe(part);
    return () => observer.disconnect();
  }, []);
  const onScroll = () => {
    const element = log.current;
    if (!element) return;
    const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < nearPx;
    place.current.isAtEnd = isAtEnd;
    if (isAtEnd) setBehind(false);
  };
  return { log, content, isBehind, toEnd: scrollToEnd, onScroll };
}
