import type { Reason } from '#shared/kernel/reason.ts';
import { Unavailable } from './refusal.ts';

/** `isFirst` work goes before the rest, and has as many places to wait of its own. */
export type Semaphore = <Result>(work: () => Promise<Result>, isFirst?: boolean) => Promise<Result>;

/** Lets `maxConcurrent` pieces of work run and `waiting` more wait, first come, first served; the rest is refused with Unavailable and `reason`. */
export function createSemaphore(
  { maxConcurrent, waiting }: { maxConcurrent: number; waiting: number },
  reason?: Reason,
): Semaphore {
  let active = 0;
  const first: (() => void)[] = [];
  const rest: (() => void)[] = [];
  return async (work, isFirst = false) => {
    const queue = isFirst ? first : rest;
    if (active < maxConcurrent) active += 1;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
    else throw new Unavailable(reason, 2);
    try {
      return await work();
    } finally {
      // The slot is passed on, not released: no new caller can overtake the waiting one.
      const next = first.shift() ?? rest.shift();
      if (next) next();
      else active -= 1;
    }
  };
}
