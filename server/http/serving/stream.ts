import { Readable } from 'node:stream';

/** A client that reads nothing for this long is gone, and must not block a worker. */
const maxPauseMs = 60_000;

type Chunks = AsyncGenerator<Uint8Array, void, undefined>;

/**
 * A stream of what is made while it is sent. The first piece is made before this answers, so that what fails at once is
 * answered as an error and not as half a file. Making goes on only as fast as the caller takes it.
 */
export async function streamOf(chunks: Chunks, pauseMs = maxPauseMs): Promise<Readable> {
  return new ChunkStream(chunks, await chunks.next(), pauseMs);
}

class ChunkStream extends Readable {
  private readonly chunks: Chunks;
  private readonly pauseMs: number;
  private first: IteratorResult<Uint8Array, void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(chunks: Chunks, first: IteratorResult<Uint8Array, void>, pauseMs: number) {
    super();
    this.chunks = chunks;
    this.first = first;
    this.pauseMs = pauseMs;
  }

  override _read(): void {
    clearTimeout(this.timer);
    void this.pass();
  }

  override _destroy(error: Error | null, finished: (error: Error | null) => void): void {
    clearTimeout(this.timer);
    void this.end(error, finished);
  }

  private async pass(): Promise<void> {
    try {
      const { value, done } = this.first ?? (await this.chunks.next());
      this.first = undefined;
      if (this.destroyed) return;
      if (!done) this.timer = setTimeout(() => this.destroy(new CallerIsGone()), this.pauseMs).unref();
      this.push(done ? null : value);
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  /** Lets the generator clean up, however the stream ended. */
  private async end(error: Error | null, finished: (error: Error | null) => void): Promise<void> {
    let failure: Error | null = null;
    try {
      await this.chunks.return();
    } catch (thrown) {
      failure = thrown as Error;
    }
    finished(error ?? failure);
  }
}

/** Seen by the sender of files like any other disconnected caller. */
class CallerIsGone extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE';
}
