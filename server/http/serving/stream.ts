import { Readable } from 'node:stream';

/** A client that reads nothing for this long is gone, and must not block a worker. */
const maxPauseMs = 60_000;

type Chunks = AsyncGenerator<Uint8Array, void, undefined>;

/**
 * A stream of what is made while it is sent. The first piece is made before this answers, so that what fails at once is
 * answered as an error and not as half a file. Making goes on only as fast as the caller takes it.
 */
export async function streamOf(chunks: Chunks, pauseMs = maxPauseMs): Promise<Readable> {
  const first = await chunks.next();
  let timer: NodeJS.Timeout | undefined;
  async function* timed() {
    for (let next = first; !next.done; next = await chunks.next()) {
      timer = setTimeout(() => stream.destroy(callerIsGone()), pauseMs).unref();
      yield next.value;
      clearTimeout(timer);
    }
  }
  const stream = Readable.from(timed(), { objectMode: false });
  // Lets the generator clean up, however the stream ended.
  stream.once('close', () => {
    clearTimeout(timer);
    chunks.return().catch(() => undefined);
  });
  return stream;
}

/** Seen by the sender of files like any other disconnected caller. */
const callerIsGone = () =>
  Object.assign(new Error('The caller reads nothing more.'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
