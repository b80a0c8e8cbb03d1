import { useCallback, useEffect, useRef, useState } from 'react';
import { typingEveryMs } from '#shared/chat/figures.ts';

/** Whoever has not said for this long that they write has stopped. */
const forgottenMs = typingEveryMs + 2_000;

/** Whether the other side is writing, and a way to say that this one is, no oftener than needed. */
export function useTyping(tell: () => void) {
  const [isOtherTyping, setOtherTyping] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const toldAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hearTyping = useCallback((isTyping: boolean) => {
    clearTimeout(timer.current);
    setOtherTyping(isTyping);
    if (isTyping) timer.current = setTimeout(() => setOtherTyping(false), forgottenMs);
  }, []);
  const sayTyping = () => {
    const now = performance.now();
    if (now - toldAt.current < typingEveryMs) return;
    toldAt.current = now;
    tell();
  };
  /** The message is there: whoever goes on writing says so again at once. */
  const endTyping = () => (toldAt.current = Number.NEGATIVE_INFINITY);
  return { isOtherTyping, hearTyping, sayTyping, endTyping };
}
