import type { Reason } from '#shared/kernel/reason.ts';
import { Unavailable } from './refusal.ts';

/** Runs `work` for its owner when it is the owner's turn. */
export type FairSemaphore = <Result>(owner: string, work: () => Promise<Result>) => Promise<Result>;

type Limits = {
  maxConcurrent: number;
  /** Of all owners together. */
  waiting: number;
  waitingEach: number;
};

/**
 * Lets `maxConcurrent` pieces of work run, one of each owner, and the owners that wait take turns: who sends thirty waits
 * for their own. More than `waitingEach` of one owner or `waiting` of all are refused with Unavailable and `reason`.
 */
export function createFairSemaphore({ maxConcurrent, waiting, waitingEach }: Limits, reason?: Reason): FairSemaphore {
  const active = new Set<string>();
  /** In the order of their turns; an owner without waiting work is absent. */
  const queues = new Map<string, (() => void)[]>();
  let waitingNow = 0;

  const startNext = () => {
    for (const [owner, queue] of queues) {
      if (active.size >= maxConcurrent) return;
      if (active.has(owner)) continue;
      const [next, ...rest] = queue;
      // Behind all others that wait.
      queues.delete(owner);
      if (rest.length > 0) queues.set(owner, rest);
      waitingNow -= 1;
      active.add(owner);
      next?.();
    }
  };

  return async (owner, work) => {
    const queue = queues.get(owner) ?? [];
    const mayStart = active.size < maxConcurrent && !active.has(owner) && queue.length === 0;
    if (!mayStart && (queue.length >= waitingEach || waitingNow >= waiting)) throw new Unavailable(reason, 2);
    if (mayStart) active.add(owner);
    else {
      waitingNow += 1;
      await new Promise<void>((resolve) => queues.set(owner, [...queue, resolve]));
    }
    try {
      return await work();
    } finally {
      active.delete(owner);
      startNext();
    }
  };
}
