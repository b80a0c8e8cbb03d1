/** A rate provider that is down, slow or talks nonsense. The message is for the log and never holds an address or a key. */
export class FeedError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'FeedError';
  }
}
