import type { Database, Db, Tx } from './db/connection.ts';
import { inTx } from './db/connection.ts';
import type { Env } from './env.ts';
import type { Sessions } from './http/actor.ts';
import { createLimits, type Limits } from './http/limits.ts';
import type { Log } from './log.ts';

/** What the outside world is made of, chosen here once and handed to everything that needs it. */
export type Deps = {
  env: Env;
  log: Log;
  database: Database;
  /** Reads; see `Db`. */
  db: Db;
  /** The only way to write; see `inTx` in db/connection.ts. */
  inTx: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  now: () => Date;
  /** Origin of links in mails and of browsers that may open sockets, without a trailing slash. */
  publicUrl: string;
  /** Who is behind a bearer token. */
  sessions: Sessions;
  limits: Limits;
};

export type DepsInput = Pick<Deps, 'env' | 'log' | 'database' | 'publicUrl'>;

/** The composition root: the only place that picks adapters. */
export function createDeps({ env, log, database, publicUrl }: DepsInput): Deps {
  return {
    env,
    log,
    database,
    db: database.db,
    inTx: (work) => inTx(database, work),
    now: () => new Date(),
    publicUrl,
    sessions: nobody,
    limits: createLimits({ pool: database.pool, factor: env.rateLimitFactor }),
  };
}

/** Until accounts exist nobody is signed in, so every call that is not public is refused. */
const nobody: Sessions = {
  authenticate: () => Promise.resolve(null),
  stepUpHolds: () => Promise.resolve(false),
};
