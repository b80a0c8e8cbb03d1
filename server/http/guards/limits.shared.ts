import { lt, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { asksOn } from '../../db/connection.ts';
import { one, sent, type Blanks, type Drizzle } from '../../db/query.ts';
import { requestLimits } from './limits.tables.ts';

const nowMs = sql`(extract(epoch from now()) * 1000)::bigint`;

type Call = { key: string; points: number; durationMs: number };

// No window ends later than a whole one from now: such a row was written by a process whose clock was ahead.
const count = one((db: Drizzle, { key, points, durationMs }: Blanks<Call>) => {
  const { expire, points: counted } = requestLimits;
  const end = sql`${nowMs} + ${durationMs}::bigint`;
  return db
    .insert(requestLimits)
    .values({ key, points: sql`${points}::int`, expire: end })
    .onConflictDoUpdate({
      target: requestLimits.key,
      set: {
        points: sql`case when ${expire} <= ${nowMs} then ${points}::int else ${counted} + ${points}::int end`,
        expire: sql`case when ${expire} <= ${nowMs} or ${expire} > ${end} then ${end} else ${expire} end`,
      },
    })
    .returning({ points: counted, leftMs: sql`(${expire} - ${nowMs})::float8`.mapWith(Number) });
});
const deleteExpired = sent((db: Drizzle) => db.delete(requestLimits).where(lt(requestLimits.expire, nowMs)));

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
    return [await count(asksOn(this.#pool), { key, points, durationMs })];
  }

  /** Called by the library to read what `_upsert` answered. */
  _getRateLimiterRes(_key: string, added: number, [row]: Counted[]): RateLimiterRes {
    const { points = added, leftMs = 0 } = row ?? {};
    return new RateLimiterRes(Math.max(this.points - points, 0), Math.max(leftMs, 0), points, points === added);
  }

  /** Called by the library every five minutes, and it takes no error: what one call leaves the next one sweeps. */
  async clearExpired(): Promise<void> {
    await deleteExpired(asksOn(this.#pool)).catch(() => undefined);
  }
}
