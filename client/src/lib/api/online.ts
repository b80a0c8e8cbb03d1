import { useSyncExternalStore } from 'react';

// navigator.onLine misses captive portals and dead servers: two failed calls in a row count as offline as well.
const failuresUntilOffline = 2;
const changes = new EventTarget();
let failures = 0;

/** True while the server can be reached, as far as this browser knows. */
export const isOnline = (): boolean => navigator.onLine && failures < failuresUntilOffline;

function update(next: number): void {
  const wasOnline = isOnline();
  failures = next;
  if (wasOnline !== isOnline()) changes.dispatchEvent(new Event('change'));
}

/** Records that a call got a response of any status. */
export function recordResponse(): void {
  update(0);
}

/** Records that a call got no answer at all. */
export function recordNoResponse(): void {
  update(failures + 1);
}

function watch(callback: () => void): () => void {
  changes.addEventListener('change', callback);
  window.addEventListener('online', callback);
  window.addEventListener('offline', callback);
  return () => {
    changes.removeEventListener('change', callback);
    window.removeEventListener('online', callback);
    window.removeEventListener('offline', callback);
  };
}

/** Returns `isOnline` to a screen, and renders it again on changes. */
export const useOnline = (): boolean => useSyncExternalStore(watch, isOnline, () => true);
