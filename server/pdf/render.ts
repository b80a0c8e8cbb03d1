import { on } from 'node:events';
import { createSemaphore } from '#server/lib/semaphore.ts';
import type { FromWorker, PdfDocument } from './documents.ts';
import { acquireWorker, postToWorker, releaseWorker } from './worker-pool.ts';

type Batch = readonly (readonly string[])[];

// Each print has a thread and its memory; more at once would only make all of them slower.
const semaphore = createSemaphore({ maxConcurrent: 2, waiting: 20 }, 'pdf_busy');

/**
 * Prints a document in a thread of its own and gives its bytes as they come. Rows are asked for only as fast as the
 * bytes are taken, so a list of any length needs the memory of one batch. Waits for its turn before the first byte;
 * refuses with Unavailable when too many wait.
 */
export async function* renderPdf(
  document: PdfDocument,
  batches: AsyncIterable<Batch> = none(),
): AsyncGenerator<Buffer> {
  const releaseSlot = await acquireSlot();
  const worker = acquireWorker();
  const source = batches[Symbol.asyncIterator]();
  let isComplete = false;
  try {
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
        const next = await source.next();
        postToWorker(worker, next.done ? null : next.value);
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

async function* none(): AsyncGenerator<Batch> {}
