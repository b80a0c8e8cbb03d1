import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { asksOn } from '../../db/connection.ts';
import { countCall, deleteExpired } from './limits.queries.ts';

type CountedPoints = { points: number; leftMs: number };
type LimiterOptions = {
  keyPrefix: string;
  points: number;
  /** Seconds. */
  duration: number;
  clearExpiredByTimeout: boolean;
  inMemoryBlockOnConsumed: number;
};

/** Counts by PostgreSQL's clock: otherwise one of two processes an hour apart would drop the counts of the other. */
export class SharedLimiter extends RateLimiterPostgres {
  readonly #pool: Pool;

  constructor(pool: Pool, options: LimiterOptions) {
    super({ ...options, storeClient: pool, storeType: 'pool', tableName: 'request_limits', tableCreated: true });
    this.#pool = pool;
  }

  /** rate-limiter-flexible calls this to count. */
  async _upsert(key: string, points: number, durationMs: number): Promise<CountedPoints[]> {
    return [await countCall(asksOn(this.#pool), { key, points, durationMs })];
  }

  /** rate-limiter-flexible calls this to read what `_upsert` answered. */
  _getRateLimiterRes(_key: string, addedPoints: number, [row]: CountedPoints[]): RateLimiterRes {
    const { points = addedPoints, leftMs = 0 } = row ?? {};
    return new RateLimiterRes(Math.max(this.points - points, 0), Math.max(leftMs, 0), points, points === addedPoints);
  }

  /**
   * rate-limiter-flexible calls this every five minutes and takes no error: rows that one call leaves go with the next.
   */
  async clearExpired(): Promise<void> {
    await deleteExpired(asksOn(this.#pool)).catch(() => undefined);
  }
}
