import { setTimeout as pause } from 'node:timers/promises';

type RetryOptions = {
  /** The first pause in milliseconds. */
  pauseMs: number;
  /** Longest pause; each pause is twice the one before. Without it all pauses are equal. */
  maxPauseMs?: number;
  onError: (error: unknown) => void;
  /** Ends the pauses, and with them the work. */
  signal?: AbortSignal;
};

/** Runs `work` until it succeeds; undefined if `signal` ended it first. */
export async function retry<Result>(
  work: () => Promise<Result>,
  { pauseMs, maxPauseMs = pauseMs, onError, signal }: RetryOptions,
): Promise<Result | undefined> {
  for (let ms = pauseMs; ; ms = Math.min(ms * 2, maxPauseMs)) {
    if (signal?.aborted) return undefined;
    try {
      return await work();
    } catch (error) {
      onError(error);
      await pauseFor(ms, signal);
    }
  }
}

/**
 * Waits this long; ends early, without an error, when `signal` aborts. Without a signal the timer keeps no process
 * running.
 */
export async function pauseFor(ms: number, signal?: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal, ref: signal !== undefined }).catch(() => undefined);
}
