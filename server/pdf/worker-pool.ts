import type { Worker } from 'node:worker_threads';
import { startThread } from '#server/lib/thread.ts';
import type { ToWorker } from './documents.ts';

/** What pages leave behind is collected early instead of being let grow. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };
/** A thread that has nothing to do for so long gives its memory back. */
const maxIdleMs = 30_000;

const idle = new Map<Worker, NodeJS.Timeout>();

/** A printing thread: one that rests, else a new one. */
export function acquireWorker(): Worker {
  for (const [worker, timer] of idle) {
    clearTimeout(timer);
    idle.delete(worker);
    worker.ref();
    return worker;
  }
  const worker = startThread('pdf/worker', new URL('./worker.ts', import.meta.url), { resourceLimits });
  // A waiting document gets the failure elsewhere; an idle worker just exits.
  worker.on('error', () => undefined);
  worker.once('exit', () => removeIdle(worker));
  return worker;
}

function removeIdle(worker: Worker): void {
  clearTimeout(idle.get(worker));
  idle.delete(worker);
}

/** Lets a thread rest for the next document; one that was left in the middle of one is ended. */
export async function releaseWorker(worker: Worker, isComplete: boolean): Promise<void> {
  if (!isComplete) {
    await worker.terminate();
    return;
  }
  // An idle worker must not block exit.
  worker.unref();
  idle.set(worker, setTimeout(() => void worker.terminate(), maxIdleMs).unref());
}

/** Sends a document or its rows to a thread. */
export function postToWorker(worker: Worker, message: ToWorker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of this process, not a window
  worker.postMessage(message);
}
