/** A source that is down, slow or responds with invalid data. The message is for the log, without address or key. */
export class FeedError extends Error {
  /** Seconds that the provider asks to wait before the next request; absent if it does not. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, cause?: unknown, retryAfterSeconds?: number) {
    super(message, { cause });
    this.name = 'FeedError';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A source refused the whole question because it does not know one of the markets in it. */
export class UnknownMarketError extends FeedError {
  constructor() {
    super('a market that was asked for is not known there');
  }
}
