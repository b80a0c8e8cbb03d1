/** A rate provider that is down, slow or talks nonsense. The message is for the log and never holds an address or a key. */
export class FeedError extends Error {
  /** How long the provider asks to be left alone; absent where it does not say. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, cause?: unknown, retryAfterSeconds?: number) {
    super(message, { cause });
    this.name = 'FeedError';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
