import { Client, Pool, type PoolClient, type PoolConfig } from 'pg';
import { isConnectionBroken } from '#server/db/errors.ts';
import { errorOf } from '#server/lib/safe-error.ts';

/** The code after which the job library repeats a statement, within 50 ms to 5 s, up to a hundred times. */
const retryLater = '40001';

/**
 * A pool that reports lost connections with a code on which the job library retries: otherwise one that is lost while a
 * job is completed ends the process. All that the library sends may be sent twice.
 */
export function jobsPool(config: PoolConfig, onLost: (error: Error) => void): Pool {
  const pool = new JobsPool({ ...config, Client: JobsClient });
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
  return pool;
}

/** Callers with a callback are left alone: the library handles those errors and reconnects. */
class JobsClient extends Client {
  // The overloads of the driver in one signature; returns the driver's answer.
  override query(...args: unknown[]): never {
    const answer: unknown = super.query(...(args as [string]));
    return (answer instanceof Promise ? answer.catch(requestRetry) : answer) as never;
  }
}

type OnConnect = (error: Error | undefined, client?: PoolClient, release?: () => void) => void;

/**
 * The library releases its listening client a second time when the connection is lost in the moment of a stop, and what
 * the pool throws at that is never caught: a client taken with a callback can be released more than once.
 */
const releasedOnce =
  (onConnect: OnConnect): OnConnect =>
  (error, client, release) => {
    let isReleased = false;
    onConnect(error, client, () => {
      if (!isReleased) release?.();
      isReleased = true;
    });
  };

class JobsPool extends Pool {
  // The overloads of the driver in one signature; returns the driver's answer.
  override connect(...args: unknown[]): never {
    const [onConnect] = args as [OnConnect?];
    if (onConnect) return super.connect(releasedOnce(onConnect)) as never;
    const answer: unknown = super.connect(...(args as []));
    return (answer instanceof Promise ? answer.catch(this.#onFailure) : answer) as never;
  }

  // A job that could not be completed before the end is taken over: it waits here until the process has gone.
  readonly #onFailure = (error: unknown): Promise<never> | never =>
    this.ending ? new Promise<never>(() => undefined) : requestRetry(error);
}

function requestRetry(error: unknown): never {
  if (isConnectionBroken(error)) throw Object.assign(errorOf(error), { code: retryLater });
  throw error;
}
