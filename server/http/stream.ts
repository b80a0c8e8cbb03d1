import { Readable } from 'node:stream';

/** Whoever takes nothing for so long is gone, and must not keep a printing thread. */
const longestPauseMs = 60_000;

type Pieces = AsyncGenerator<Uint8Array, void, undefined>;

/**
 * A stream of what is made while it is sent. The first piece is made before this answers, so that what fails at once is
 * answered as an error and not as half a file. Making goes on only as fast as the caller takes it.
 */
export async function streamOf(pieces: Pieces, pauseMs = longestPauseMs): Promise<Readable> {
  return new PieceStream(pieces, await pieces.next(), pauseMs);
}

class PieceStream extends Readable {
  private readonly pieces: Pieces;
  private readonly pauseMs: number;
  private first: IteratorResult<Uint8Array, void> | undefined;
  private patience: NodeJS.Timeout | undefined;

  constructor(pieces: Pieces, first: IteratorResult<Uint8Array, void>, pauseMs: number) {
    super();
    this.pieces = pieces;
    this.first = first;
    this.pauseMs = pauseMs;
  }

  override _read(): void {
    clearTimeout(this.patience);
    void this.pass();
  }

  override _destroy(error: Error | null, finished: (error: Error | null) => void): void {
    clearTimeout(this.patience);
    void this.end(error, finished);
  }

  private async pass(): Promise<void> {
    try {
      const { value, done } = this.first ?? (await this.pieces.next());
      this.first = undefined;
      if (this.destroyed) return;
      if (!done) this.patience = setTimeout(() => this.destroy(new CallerIsGone()), this.pauseMs).unref();
      this.push(done ? null : value);
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  /** Lets the maker clear up, however the stream ended. */
  private async end(error: Error | null, finished: (error: Error | null) => void): Promise<void> {
    let failure: Error | null = null;
    try {
      await this.pieces.return();
    } catch (thrown) {
      failure = thrown as Error;
    }
    finished(error ?? failure);
  }
}

/** Looks to the sender of files like any other caller that hung up. */
class CallerIsGone extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE';
}
