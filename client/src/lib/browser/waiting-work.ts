import { useEffect, useSyncExternalStore } from 'react';

// What waits for an administrator, by kind: counted where the badges are, shown in the window's title.
const counts = new Map<string, number>();
const listeners = new Set<() => void>();
const moreListeners = new Set<(kind: string, text: string) => void>();

/** How many pieces of work wait, for the window's title. */
export function useWaitingWork(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    total,
    () => 0,
  );
}

const total = (): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Reports how much of a kind waits, undefined while it is not known; `text` is the label of that count. */
export function useReportWaiting(kind: string | undefined, count: number | undefined, text: string): void {
  useEffect(() => {
    if (kind === undefined || count === undefined) return;
    const before = counts.get(kind);
    counts.set(kind, count);
    for (const listener of listeners) listener();
    // What waited before this window was opened is not announced.
    if (before !== undefined && count > before) for (const listener of moreListeners) listener(kind, text);
  }, [kind, count, text]);
  useEffect(() => {
    if (kind === undefined) return undefined;
    return () => {
      counts.delete(kind);
      for (const listener of listeners) listener();
    };
  }, [kind]);
}

/** Calls `listener` whenever more of a kind waits than before. */
export function onMoreWork(listener: (kind: string, text: string) => void): () => void {
  moreListeners.add(listener);
  return () => moreListeners.delete(listener);
}
