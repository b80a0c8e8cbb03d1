import PQueue from 'p-queue';
import type { Reason } from '#shared/kernel/reason.ts';
import { Unavailable } from './refusal.ts';

/** Work with `isFirst` is started before other work, and has a queue of the same length. */
export type Semaphore = <Result>(work: () => Promise<Result>, isFirst?: boolean) => Promise<Result>;

/**
 * Lets `maxConcurrent` pieces of work run and `waiting` more wait, first come, first served; the rest is refused with
 * unavailable and `reason`. A failure rejects for its own caller only.
 */
export function createSemaphore(
  { maxConcurrent, waiting = Number.POSITIVE_INFINITY }: { maxConcurrent: number; waiting?: number },
  reason?: Reason,
): Semaphore {
  const queue = new PQueue({ concurrency: maxConcurrent });
  return async (work, isFirst = false) => {
    const priority = isFirst ? 1 : 0;
    if (queue.pending >= maxConcurrent && queue.sizeBy({ priority }) >= waiting) throw new Unavailable(reason, 2);
    return queue.add(work, { priority });
  };
}

/** Runs `work` for its owner when it is the owner's turn. */
export type FairSemaphore = <Result>(owner: string, work: () => Promise<Result>) => Promise<Result>;

type FairLimits = {
  maxConcurrent: number;
  /** Work of all owners together. */
  waiting: number;
  /** Work of one owner, behind the piece whose turn comes next. */
  waitingEach: number;
};

/**
 * Limits concurrency by turns: one piece of work of each owner runs or waits for a slot, and further work of that owner
 * waits behind it. The rest is refused with unavailable and `reason`.
 */
export function createFairSemaphore(
  { maxConcurrent, waiting, waitingEach }: FairLimits,
  reason?: Reason,
): FairSemaphore {
  const slots = new PQueue({ concurrency: maxConcurrent });
  const owners = new Map<string, PQueue>();
  let acceptedCount = 0;
  return async (owner, work) => {
    const queue = owners.get(owner) ?? new PQueue({ concurrency: 1 });
    const mayStart = slots.pending < maxConcurrent && queue.pending === 0;
    if (!mayStart && (queue.size >= waitingEach || acceptedCount - slots.pending >= waiting))
      throw new Unavailable(reason, 2);
    owners.set(owner, queue);
    acceptedCount += 1;
    try {
      return await queue.add(() => slots.add(work));
    } finally {
      acceptedCount -= 1;
      if (queue.size + queue.pending === 0) owners.delete(owner);
    }
  };
}
