import { on } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { createSemaphore } from '#server/lib/semaphore.ts';
import { startThread } from '#server/lib/thread.ts';
import type { FromWorker, PdfDocument, ToWorker } from './documents.ts';

type Batch = readonly (readonly string[])[];

// Each print has a thread and its memory; more at once would only make all of them slower.
const semaphore = createSemaphore({ maxConcurrent: 2, waiting: 20 }, 'pdf_busy');

/**
 * Prints a document in a thread and gives its bytes as they come; rows are read as fast as the bytes are taken, so that
 * any length needs the memory of one batch. Refuses with unavailable when too many wait.
 */
export async function* renderPdf(
  document: PdfDocument,
  batches: AsyncIterable<Batch> = noBatches(),
): AsyncGenerator<Buffer> {
  const releaseSlot = await acquireSlot();
  const worker = acquireWorker();
  const source = batches[Symbol.asyncIterator]();
  let isComplete = false;
  try {
    // The worker sends nothing else.
    const messages = on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[FromWorker]>;
    postToWorker(worker, document);
    // Ends with an error if the thread fails, and by itself if it just stops.
    for await (const [message] of messages) {
      if (message === 'done') {
        isComplete = true;
        return;
      }
      if (message !== 'rows please') yield Buffer.from(message.bytes);
      else {
        const nextChunk = await source.next();
        postToWorker(worker, nextChunk.done ? null : nextChunk.value);
      }
    }
    throw new Error('The printing thread stopped before its document was whole.');
  } finally {
    await source.return?.();
    await releaseWorker(worker, isComplete);
    releaseSlot();
  }
}

async function acquireSlot(): Promise<() => void> {
  return new Promise((resolve, reject) => {
    semaphore(() => new Promise<void>((done) => resolve(done))).catch(reject);
  });
}

async function* noBatches(): AsyncGenerator<Batch> {}

/** Collects the garbage of pages early, so that the heap does not grow. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };
/** A thread that has nothing to do for so long gives its memory back. */
const maxIdleMs = 30_000;

const idle = new Map<Worker, NodeJS.Timeout>();

/** A printing thread: one that rests, else a new one. */
function acquireWorker(): Worker {
  for (const [worker, timer] of idle) {
    clearTimeout(timer);
    idle.delete(worker);
    worker.ref();
    return worker;
  }
  const worker = startThread('pdf/worker', new URL('./worker.ts', import.meta.url), { resourceLimits });
  // The waiting document gets the failure by another event; an idle worker just exits.
  worker.on('error', () => undefined);
  worker.once('exit', () => removeIdle(worker));
  return worker;
}

function removeIdle(worker: Worker): void {
  clearTimeout(idle.get(worker));
  idle.delete(worker);
}

/** Lets a thread rest for the next document; one that was left in the middle of one is ended. */
async function releaseWorker(worker: Worker, isComplete: boolean): Promise<void> {
  if (!isComplete) {
    await worker.terminate();
    return;
  }
  // An idle worker must not block exit.
  worker.unref();
  idle.set(worker, setTimeout(() => void worker.terminate(), maxIdleMs).unref());
}

/** Sends a document or its rows to a thread. */
function postToWorker(worker: Worker, message: ToWorker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of this process, not a window
  worker.postMessage(message);
}
