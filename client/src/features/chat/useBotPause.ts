import { useEffect, useRef, useState } from 'react';
import type { ChatMessage, ChatWindow } from '#shared/chat/chat.socket.ts';

const typingMs = 1_500;
const answerDelay = { minMs: 1_000, maxMs: 3_000 };
const handOverMs = 2_000;

/** Shows the bot's answer after a typing pause, but not after a reload: history never depends on a timer. */
export function useBotPause(window: ChatWindow | undefined) {
  const [pendingCount, setPendingCount] = useState(0);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  /** The last waiting message, and the time at which it is due by the clock of `performance`. */
  const lastMessage = useRef({ seq: 0, dueAt: 0 });
  useEffect(() => {
    const timerIds = timers.current;
    return () => timerIds.forEach(clearTimeout);
  }, []);
  const pause = ({ seq }: Pick<ChatMessage, 'seq'>, show: () => void) => {
    const now = performance.now();
    // The second part of an answer arrives after the first, for example once the team has been called in.
    const isSecond = lastMessage.current.seq === seq - 1 && lastMessage.current.dueAt > now;
    const dueAt = isSecond ? lastMessage.current.dueAt + handOverMs : now + pauseMs(window);
    lastMessage.current = { seq, dueAt };
    setPendingCount((count) => count + 1);
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setPendingCount((count) => count - 1);
      show();
    }, dueAt - now);
    timers.current.add(timer);
  };
  return { isBotTyping: pendingCount > 0, pause };
}

function pauseMs(window: ChatWindow | undefined): number {
  if (window !== 'assistant') return typingMs;
  return answerDelay.minMs + Math.random() * (answerDelay.maxMs - answerDelay.minMs);
}
