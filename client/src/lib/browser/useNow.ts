import { useEffect, useState } from 'react';

const start = { at: Date.now(), elapsed: performance.now() };

/** The device's time in ms, for countdowns: it continues during sleep, and setting the clock back regains nothing. */
export const deviceTime = (): number => Math.max(Date.now(), start.at + performance.now() - start.elapsed);

const receivedAt = new Map<string, number>();

/**
 * A server time by this device's clock, compared once for each answer, so that all places agree. An answer from the
 * cache names the time at which it came.
 */
export function onThisDevice(moment: string, serverTime: string, cameAt = Date.now()): string {
  const receivedTime = receivedAt.get(serverTime) ?? deviceTime() - Math.max(0, Date.now() - cameAt);
  receivedAt.set(serverTime, receivedTime);
  return new Date(receivedTime + Date.parse(moment) - Date.parse(serverTime)).toISOString();
}

/** The device's time in ms, updated every `everyMs` while running; for countdowns only, as the server decides. */
export function useNow(isRunning: boolean, everyMs = 1000): number {
  const [now, setNow] = useState(deviceTime);
  useEffect(() => {
    if (!isRunning) return undefined;
    const update = () => setNow(deviceTime());
    const first = setTimeout(update);
    const timer = setInterval(update, everyMs);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [isRunning, everyMs]);
  return now;
}
