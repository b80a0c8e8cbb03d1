import { useEffect } from 'react';
import { createStore } from './store.ts';

// Work that waits for an administrator, by kind: counted by the badges, shown in the window's title.
const counts = new Map<string, number>();
const total = createStore(0);
const moreListeners = new Set<(kind: string, text: string) => void>();

/** The number of waiting work items, for the window's title. */
export const useWaitingWork = (): number => total.use();

const recount = (): void => total.set([...counts.values()].reduce((sum, count) => sum + count, 0));

/** Reports how much of a kind waits, undefined while unknown; `text` is the label of that count. */
export function useReportWaiting(kind: string | undefined, count: number | undefined, text: string): void {
  useEffect(() => {
    if (kind === undefined || count === undefined) return;
    const previousCount = counts.get(kind);
    counts.set(kind, count);
    recount();
    // Work that waited before this window was opened is not announced.
    if (previousCount !== undefined && count > previousCount)
      for (const listener of moreListeners) listener(kind, text);
  }, [kind, count, text]);
  useEffect(() => {
    if (kind === undefined) return undefined;
    return () => {
      counts.delete(kind);
      recount();
    };
  }, [kind]);
}

/** Calls `listener` whenever more of a kind waits than before. */
export function onMoreWork(listener: (kind: string, text: string) => void): () => void {
  moreListeners.add(listener);
  return () => moreListeners.delete(listener);
}
