import type { Readable } from 'node:stream';
import { TooMany } from '../../lib/refusal.ts';
import { streamOf } from './stream.ts';

type Chunks = AsyncGenerator<Uint8Array>;

/** What is being made in this process. */
const inFlight = new Set<string>();

/** Streams what `make` generates, one for each key at a time. Throws TooMany('export_running'). */
export async function exclusiveStream(key: string, make: () => Chunks | Promise<Chunks>): Promise<Readable> {
  if (inFlight.has(key)) throw new TooMany(5, 'export_running');
  inFlight.add(key);
  try {
    return await streamOf(andThen(await make(), () => inFlight.delete(key)));
  } catch (error) {
    inFlight.delete(key);
    throw error;
  }
}

/** Passes the pieces on, and does what is to be done after the last, however it ends. */
async function* andThen(chunks: Chunks, last: () => void): Chunks {
  try {
    yield* chunks;
  } finally {
    last();
  }
}
