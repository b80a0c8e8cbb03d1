import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { isConnectionBroken } from '#server/db/errors.ts';

/** The code after which the job library tries a statement again, within 50 ms to 5 s, up to a hundred times. */
const retryLater = '40001';

/**
 * A pool whose lost connections look to the job library like what they are: a reason to try again. Left as they are,
 * one at the moment a job is ticked off rejects a promise that nobody awaits, and so ends the whole process.
 * All the library sends through it may be sent twice.
 */
export function jobsPool(config: PoolConfig, onLost: (error: Error) => void): Pool {
  const pool = new Pool(config);
  pool.on('error', onLost);
  pool.on('connect', (client) => {
    client.on('error', onLost);
    retryOnOutage(client, 'query', requestRetry);
  });
  // A job that could not be ticked off before the end is taken over: it waits here until the process has gone.
  retryOnOutage(pool, 'connect', (error) => (pool.ending ? new Promise(() => undefined) : requestRetry(error)));
  return pool;
}

/** Callbacks are left alone: the library hears of those errors and reconnects. */
function retryOnOutage<Name extends string>(
  target: Record<Name, unknown> | Pool | PoolClient,
  name: Name,
  onFailure: (error: unknown) => unknown,
): void {
  const methods = target as Record<Name, (...given: unknown[]) => unknown>;
  const plain = methods[name].bind(target);
  methods[name] = (...given) => {
    const answer = plain(...given);
    return answer instanceof Promise ? answer.catch(onFailure) : answer;
  };
}

function requestRetry(error: unknown): never {
  if (isConnectionBroken(error)) throw Object.assign(error as Error, { code: retryLater });
  throw error;
}
