import { Readable } from 'node:stream';
import { TooMany } from '#server/lib/refusal.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';

/** A client that reads nothing for this long is gone, and must not block a worker. */
const maxPauseMs = minuteMs;

type Chunks = AsyncGenerator<Uint8Array, void, undefined>;

/**
 * A stream of chunks that are made while it is sent. The first chunk is made before this returns, so that an error at
 * once is answered as an error and not as half a file. Further chunks are made only as fast as the caller reads.
 */
export async function streamOf(chunks: Chunks, pauseMs = maxPauseMs): Promise<Readable> {
  const firstChunk = await chunks.next();
  let timer: NodeJS.Timeout | undefined;
  async function* withTimeout() {
    for (let next = firstChunk; !next.done; next = await chunks.next()) {
      timer = setTimeout(() => stream.destroy(callerIsGone()), pauseMs).unref();
      yield next.value;
      clearTimeout(timer);
    }
  }
  const stream = Readable.from(withTimeout(), { objectMode: false });
  // Lets the generator clean up, however the stream ended.
  stream.once('close', () => {
    clearTimeout(timer);
    chunks.return().catch(() => undefined);
  });
  return stream;
}

/** The code of an error that the sender of files treats as a disconnected caller. */
const callerIsGone = () =>
  Object.assign(new Error('The caller reads nothing more.'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });

/** Files that this process is making. */
const inFlight = new Set<string>();

/** Streams what `make` generates, one for each key at a time. Refuses with too_many_requests (export_running). */
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

/** Passes the pieces on, and calls `onEnd` after the final one, however it ends. */
async function* andThen(chunks: Chunks, onEnd: () => void): Chunks {
  try {
    yield* chunks;
  } finally {
    onEnd();
  }
}
