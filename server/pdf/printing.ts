import { on } from 'node:events';
import { createGate } from '#server/gate.ts';
import type { FromPrinter, PdfDocument } from './documents.ts';
import { giveBackThread, takeThread, tell } from './threads.ts';

type Batch = readonly (readonly string[])[];

// Each print has a thread and its memory; more at once would only make all of them slower.
const gate = createGate(
  { atOnce: 2, waiting: 20 },
  'Many documents are being made right now. Please try again in a moment.',
);

/**
 * Prints a document in a thread of its own and gives its bytes as they come. Rows are asked for only as fast as the
 * bytes are taken, so a list of any length needs the memory of one batch. Waits for its turn before the first byte;
 * refuses with Unavailable when too many wait.
 */
export async function* printPdf(document: PdfDocument, batches: AsyncIterable<Batch> = none()): AsyncGenerator<Buffer> {
  const endTurn = await takeTurn();
  const thread = takeThread();
  const source = batches[Symbol.asyncIterator]();
  let isWhole = false;
  try {
    const messages = on(thread, 'message', { close: ['exit'] }) as AsyncIterable<[FromPrinter]>;
    tell(thread, document);
    // Ends with an error if the thread fails, and by itself if it just stops.
    for await (const [message] of messages) {
      if (message === 'done') {
        isWhole = true;
        return;
      }
      if (message !== 'rows please') yield Buffer.from(message.bytes);
      else {
        const next = await source.next();
        tell(thread, next.done ? null : next.value);
      }
    }
    throw new Error('The printing thread stopped before its document was whole.');
  } finally {
    await source.return?.();
    await giveBackThread(thread, isWhole);
    endTurn();
  }
}

async function takeTurn(): Promise<() => void> {
  return new Promise((resolve, reject) => {
    gate(() => new Promise<void>((done) => resolve(done))).catch(reject);
  });
}

async function* none(): AsyncGenerator<Batch> {}
