import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { errorOf } from '#server/lib/safe-error.ts';
import { asksOn, type Database, type Db } from './connection.ts';
import { momentOrNull, numberOrNull } from './fragments.ts';
import { one, type Blanks, type Reads } from './query.ts';

/** The database of reports, exports and searches, which take nothing from the server that takes orders. */
export type Reports = {
  /**
   * Returns the read replica once it has everything committed before this call; the primary if there is no replica, or
   * it does not follow within a second. Throws only if the primary does not answer.
   */
  db: () => Promise<Db>;
  /** `undefined` without a read replica. Throws only when the primary does not answer. */
  readLag: () => Promise<ReplicaLag | undefined>;
};

export type ReplicaLag = {
  /** Bytes written at the primary that the replica lacks; null while it does not answer as a replica. */
  bytes: number | null;
  /** Seconds since something that was there is missing; 0 while it follows. */
  seconds: number;
  /** Commit time of the newest transaction that the replica replayed; null while unknown. */
  newestAt: Date | null;
};

/**
 * The operator is warned of a replica further behind than this; the primary serves in its place from the first second.
 */
export const lagToleratedSeconds = 60;

const timeoutMs = 1_000;
const retryMs = 10;

const control = sql`pg_control_system()`;
const database = sql`format('%s %s', current_database(), system_identifier)`.mapWith(String);

const position = one((db: Reads) =>
  db.select({ position: sql`pg_current_wal_flush_lsn()::text`.mapWith(String), database }).from(control),
);
const replay = one((db: Reads, { position: wantedPosition }: Blanks<{ position: string }>) =>
  db
    .select({
      isReplica: sql`pg_is_in_recovery()`.mapWith(Boolean),
      database,
      missing: sql`pg_wal_lsn_diff(${wantedPosition}::pg_lsn, pg_last_wal_replay_lsn())::float8`.mapWith(numberOrNull),
      newestAt: sql`pg_last_xact_replay_timestamp()`.mapWith(momentOrNull),
    })
    .from(control),
);

type Primary = Pick<Database, 'pool' | 'db'>;
type Position = { position: string; database: string };
type ReplayState = { missing: number; newestAt: Date | null };

/** Reads at `replica` if it can, else at `primary`. `onError` gets the error of a replica that could not be used. */
export function openReports(
  primary: Primary,
  replica: Primary | undefined,
  onError: (error: Error) => void = () => undefined,
): Reports {
  if (!replica) return { db: async () => primary.db, readLag: async () => undefined };
  const { pool, db } = replica;
  /** A position that the replica did not have when this process looked, and when that was. */
  let awaitedPosition: (Position & { since: number }) | undefined;

  const replayed = async (wantedPosition: Position): Promise<ReplayState | undefined> => {
    try {
      return await replayedAt(pool, wantedPosition);
    } catch (error) {
      onError(errorOf(error));
      return undefined;
    }
  };

  return {
    db: async () => {
      const wantedPosition = await positionOf(primary);
      for (const deadline = performance.now() + timeoutMs; ; await pause(retryMs)) {
        const state = await replayed(wantedPosition);
        if (state && state.missing <= 0) return db;
        if (!state || performance.now() > deadline) return primary.db;
      }
    },
    readLag: async () => {
      const now = await positionOf(primary);
      const target = awaitedPosition ?? { ...now, since: performance.now() };
      const state = await replayed(target);
      awaitedPosition = state && state.missing <= 0 ? undefined : target;
      const newestState = target.position === now.position ? state : await replayed(now);
      return {
        bytes: newestState ? Math.max(0, newestState.missing) : null,
        seconds: awaitedPosition ? (performance.now() - awaitedPosition.since) / 1000 : 0,
        newestAt: newestState?.newestAt ?? null,
      };
    },
  };
}

/** Returns `deps` with the replica, for work that only reads: a report, an export or a search. */
export async function readingReports<Deps extends { reports: Reports }>(deps: Deps): Promise<Deps & { db: Db }> {
  return { ...deps, db: await deps.reports.db() };
}

/** Returns `deps` like `readingReports`, if something is searched for. */
export async function readingSearch<Deps extends { db: Db; reports: Reports }>(
  deps: Deps,
  searchText: string | undefined,
): Promise<Deps> {
  return searchText ? readingReports(deps) : deps;
}

/** Throws for the operator when another database answers at `replica`; one that is away only serves no reports. */
export async function assertSameDatabase(
  primary: Primary,
  replica: Primary,
  onError: (error: Error) => void,
): Promise<void> {
  const wantedPosition = await positionOf(primary);
  try {
    await replayedAt(replica.pool, wantedPosition);
  } catch (error) {
    if (error instanceof OtherDatabase) throw new Error(`DATABASE_REPLICA_URL: ${error.message}`, { cause: error });
    onError(errorOf(error));
  }
}

class OtherDatabase extends Error {}

async function positionOf({ pool }: Primary): Promise<Position> {
  return position(asksOn(pool));
}

async function replayedAt(
  pool: Primary['pool'],
  { position: wantedPosition, database }: Position,
): Promise<ReplayState> {
  const row = await replay(asksOn(pool), { position: wantedPosition });
  if (row.database !== database) throw new OtherDatabase('this is another database than that of DATABASE_URL.');
  if (!row.isReplica || row.missing === null) throw new Error('this server follows no other.');
  return { missing: row.missing, newestAt: row.newestAt };
}
