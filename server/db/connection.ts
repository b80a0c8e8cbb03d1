import { drizzle } from 'drizzle-orm/node-postgres';
import { Client, Pool, type ClientConfig, type PoolClient } from 'pg';
import { errorOf } from '#server/lib/safe-error.ts';
import { createAnnouncer, type Announcer } from './announcer.ts';
import { isConnectionBroken, isOvertaken } from './errors.ts';
import {
  asksOf,
  type Announcement,
  type QuerySender,
  type Drizzle,
  type Reads,
  type TransactionSender,
} from './query.ts';

/** Reads only. A function that takes a `Db` may be handed a `Tx` as well, to read inside a transaction. */
export type Db = Reads & QuerySender<Reads>;

/** An open transaction: reads and writes. Only `inTx` makes one, so a write outside a transaction does not compile. */
export type Tx = Reads &
  Pick<Drizzle, 'with' | 'insert' | 'update' | 'delete'> &
  QuerySender<Drizzle> &
  Pick<TransactionSender, 'announce'> & {
    /** Runs `work` as the last step before the commit: for locks that every transaction needs. */
    atEnd: (work: () => Promise<void>) => void;
  };

export type Database = {
  pool: Pool;
  db: Db;
  /** PostgreSQL itself, for the few that need a connection of their own: listening, background work, migrations. */
  url: string;
};

export type PoolSettings = {
  url: string;
  /** An address that gives whole sessions, for a `url` that may be a pooler; it may be `url` itself. */
  directUrl?: string;
  /** The largest number of connections of this process; the default suits two cores. */
  max?: number;
  /** True if idle connections stay open; by default they close after 10 s. */
  staysOpen?: boolean;
  /** The longest wait of a caller for a free connection; then it is refused. */
  waitMs?: number;
  /** Runs for connections that broke while idle, e.g. on a restart of PostgreSQL. */
  onError?: (error: Error) => void;
};

// A frozen PostgreSQL must be answered within 12 s: at worst a caller waits for a connection and then for one query.
const connectionTimeoutMillis = 3_000;
const queryTimeoutMillis = 8_000;

/** Startup parameters of a session; a pooler does not pass them on. */
const sessionTimeouts = {
  statement_timeout: queryTimeoutMillis,
  idle_in_transaction_session_timeout: queryTimeoutMillis,
};
const begin = 'begin';
const beginPooled = `begin; ${Object.entries(sessionTimeouts)
  .map(([name, ms]) => `set local ${name} = ${ms}`)
  .join('; ')}`;

/** Opens the pool every query of this process goes through. Connects on first use; never throws for a lost server. */
export function connect({
  url,
  directUrl,
  max = 10,
  staysOpen = false,
  waitMs = connectionTimeoutMillis,
  onError = () => undefined,
}: PoolSettings): Database {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: waitMs,
    ...(staysOpen && { idleTimeoutMillis: 0 }),
    keepAlive: true,
    application_name: 'landfall',
    ...(directUrl === undefined ? { Client: WatchedClient, ...sessionTimeouts } : { Client: PooledClient }),
  });
  // Without these two listeners Node ends the process when PostgreSQL restarts.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return { pool, url: directUrl ?? url, db: instanceOf(pool) };
}

type Target = Pool | PoolClient | Client;

/** One Drizzle instance for each connection: its queries are prepared there once, and never leave its transaction. */
const instances = new WeakMap<Target, Drizzle & QuerySender<Drizzle>>();

function instanceOf(target: Target): Drizzle & QuerySender<Drizzle> {
  const knownInstance = instances.get(target);
  if (knownInstance) return knownInstance;
  const ownDatabase = drizzle(target);
  const instance = Object.assign(ownDatabase, asksOf(target));
  instances.set(target, instance);
  return instance;
}

/** Sends declared queries for the few that hold a connection or a pool of their own, outside of `Db` and `Tx`. */
export const asksOn = (target: Target): QuerySender<Drizzle> => instanceOf(target);

/**
 * Closes a connection whose query is not answered in time. One timer for each connection: the driver's `query_timeout`
 * makes one for each query, and the garbage stops everything for up to 30 ms every second or two.
 */
class WatchedClient extends Client {
  #isWaiting = false;
  readonly #timer = setTimeout(() => this.#isWaiting && void this.end(), queryTimeoutMillis).unref();

  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('drain', () => (this.#isWaiting = false));
    this.once('end', () => clearTimeout(this.#timer));
  }

  // The overloads of the driver in one signature; returns the driver's answer.
  override query(...args: unknown[]): never {
    this.#isWaiting = true;
    this.#timer.refresh();
    return super.query(...(args as [string])) as never;
  }
}

/** A client for a transaction pooler: a statement prepared in one session is unknown, or known already, in the next. */
export class PooledClient extends WatchedClient {
  override query(...args: unknown[]): never {
    const [first, ...rest] = args;
    if (first === begin) return super.query(beginPooled, ...rest);
    const isNamed = typeof first === 'object' && first !== null && 'name' in first;
    return super.query(isNamed ? { ...first, name: undefined } : first, ...rest);
  }
}

/**
 * Runs `work` in one transaction: all of it is stored, or none. Nothing slow (mail, prices) belongs inside. Where
 * PostgreSQL ends it for the sake of another one, it is run once more.
 */
export async function inTx<Result>(
  database: Pick<Database, 'pool'>,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  try {
    return await once(database, work);
  } catch (error) {
    if (!isOvertaken(error)) throw error;
    return once(database, work);
  }
}

async function once<Result>({ pool }: Pick<Database, 'pool'>, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let connectionError: Error | undefined;
  const announcements: Announcement[] = [];
  let isSent = false;
  try {
    await client.query(begin);
    const endings: (() => Promise<void>)[] = [];
    const result = await work(txOf(client, endings, announcements));
    for (const end of endings) await end();
    isSent = true;
    await client.query('commit');
    return result;
  } catch (error) {
    connectionError = await rollBack(client, error);
    throw error;
  } finally {
    // A commit whose answer was lost may have happened. An announcement in vain only makes processes read again.
    if (isSent) announcerOf(pool).announce(announcements);
    client.release(connectionError);
  }
}

/** The instance of the connection, as one transaction of it. */
function txOf(client: PoolClient, endings: (() => Promise<void>)[], announcements: Announcement[]): Tx {
  // The prototype is that instance, to which a transaction adds what follows.
  const tx = Object.create(instanceOf(client)) as Tx;
  return Object.assign(tx, {
    atEnd: (work: () => Promise<void>) => void endings.push(work),
    announce: (announcement: Announcement) => void announcements.push(announcement),
  });
}

const announcers = new WeakMap<Pool, Announcer>();

/** Sends what transactions of this pool announced: one statement at a time, for all of its connections. */
function announcerOf(pool: Pool): Announcer {
  const knownAnnouncer = announcers.get(pool);
  if (knownAnnouncer) return knownAnnouncer;
  const announcer = createAnnouncer({ tx: instanceOf(pool), isOver: () => pool.ending });
  announcers.set(pool, announcer);
  return announcer;
}

/** Resolves once every process was notified of all announcements of this pool; awaited before the pool ends. */
export const whenAnnounced = (pool: Pool): Promise<void> => announcerOf(pool).settled();

/**
 * Returns the error that makes the connection unusable, so that it is thrown away; PostgreSQL then rolls back by
 * itself.
 */
async function rollBack(client: PoolClient, cause: unknown): Promise<Error | undefined> {
  if (isConnectionBroken(cause)) return errorOf(cause);
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return errorOf(error);
  }
}

/** Asks for nothing but an answer. Throws when the connection is broken. */
export async function ping(target: Pool | Client): Promise<void> {
  await target.query('select 1');
}

/** Subscribes this connection to a channel. */
export async function listenTo(client: Client, channel: string): Promise<void> {
  await client.query(`listen ${channel}`);
}
