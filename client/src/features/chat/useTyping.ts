import { useCallback, useEffect, useRef, useState } from 'react';
import { typingIntervalMs } from '#shared/chat/chat.limits.ts';

/** Without a typing event for this long, typing has stopped. */
const typingTimeoutMs = typingIntervalMs + 2_000;

/** Whether the other side is typing, and a function that reports that this one is, throttled. */
export function useTyping(send: () => void) {
  const [isOtherTyping, setOtherTyping] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => () => clearTimeout(timer.current), []);
  const receiveTyping = useCallback((isTyping: boolean) => {
    clearTimeout(timer.current);
    setOtherTyping(isTyping);
    if (isTyping) timer.current = setTimeout(() => setOtherTyping(false), typingTimeoutMs);
  }, []);
  const sendTyping = () => {
    const now = performance.now();
    if (now - sentAt.current < typingIntervalMs) return;
    sentAt.current = now;
    send();
  };
  /** The message is there: further typing is announced again at once. */
  const endTyping = () => (sentAt.current = Number.NEGATIVE_INFINITY);
  return { isOtherTyping, receiveTyping, sendTyping, endTyping };
}
