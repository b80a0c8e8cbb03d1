import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { runStatement } from '../../db/connection.ts';
import { column } from '../../db/rows.ts';
import { writeStatement } from '../../db/statements.ts';

const nowMs = '(extract(epoch from now()) * 1000)::bigint';

// No window ends later than a whole one from now: such a row was written by a process whose clock was ahead.
const count = writeStatement({ points: column.integer, leftMs: column.float })`
  insert into request_limits as counted (key, points, expire) values ($1, $2::int, ${nowMs} + $3::bigint)
   on conflict (key) do update set
     points = case when counted.expire <= ${nowMs} then $2::int else counted.points + $2::int end,
     expire = case when counted.expire <= ${nowMs} or counted.expire > ${nowMs} + $3::bigint then ${nowMs} + $3::bigint
       else counted.expire end
   returning points, (expire - ${nowMs})::float8 as "leftMs"`;
const deleteExpired = writeStatement({})`delete from request_limits where expire < ${nowMs}`;

type Counted = { points: number; leftMs: number };
type LimiterOptions = {
  keyPrefix: string;
  points: number;
  /** Seconds. */
  duration: number;
  clearExpiredByTimeout: boolean;
  inMemoryBlockOnConsumed: number;
};

/** Counts by PostgreSQL's clock: of two processes an hour apart one would drop what the other counted. */
export class SharedLimiter extends RateLimiterPostgres {
  readonly #pool: Pool;

  constructor(pool: Pool, options: LimiterOptions) {
    super({ ...options, storeClient: pool, storeType: 'pool', tableName: 'request_limits', tableCreated: true });
    this.#pool = pool;
  }

  /** Called by the library to count. */
  async _upsert(key: string, points: number, durationMs: number): Promise<Counted[]> {
    return runStatement(this.#pool, count, [key, points, durationMs]);
  }

  /** Called by the library to read what `_upsert` answered. */
  _getRateLimiterRes(_key: string, added: number, [row]: Counted[]): RateLimiterRes {
    const { points = added, leftMs = 0 } = row ?? {};
    return new RateLimiterRes(Math.max(this.points - points, 0), Math.max(leftMs, 0), points, points === added);
  }

  /** Called by the library every five minutes, and it takes no error: what one call leaves the next one sweeps. */
  async clearExpired(): Promise<void> {
    await runStatement(this.#pool, deleteExpired).catch(() => undefined);
  }
}
