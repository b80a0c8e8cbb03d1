import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { errorOf } from '#server/lib/safe-error.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { persistedSecret } from '../../env/local-secrets.ts';
import { retry } from '../../lib/retry.ts';
import { isConnectionBroken } from '../errors.ts';
import { linkedBinaries } from './binaries.ts';
import { clusterUser, createIfMissing, runningServer, startOrAttach, stop, type Cluster } from './cluster.ts';
import { letPass } from './run-as.ts';

export type EmbeddedPostgres = {
  url: string;
  /** True when the server was still running because only Node had been killed. */
  attached: boolean;
  /** Call it after the pool has drained; a server that does not stop in time is stopped at once. */
  stop: (timeoutMs?: number) => Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  /** Defaults to true: fsync and synchronous commit on. */
  durable?: boolean;
  /** Runs when the server went away while the program ran, and for each failed try to start it again. */
  onFailure?: (error: Error) => void;
};

/** Advisory lock of the one program that owns a data folder; PostgreSQL releases it however that program ends. */
const ownerLock = 7_205_320;
const databaseName = 'landfall';
const passwordFile = 'postgres-password';

/** Makes, adopts, recovers and restarts PostgreSQL 18 in `dataDir/postgres`. Throws when another Landfall uses it. */
export async function startEmbedded({
  dataDir,
  durable = true,
  onFailure,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { value: password } = persistedSecret(dataDir, passwordFile);
  const binaries = await linkedBinaries(join(dataDir, 'postgres-programs'));
  const cluster: Cluster = { binaries, folder: join(dataDir, 'postgres'), password, durable };
  if (process.platform !== 'linux') await letPass(cluster.folder);
  await createIfMissing(cluster);
  const { port, attached } = await startOrAttach(cluster);
  const urlOf = (name: string) => urlAt(port, password, name);
  const owner = renewOwnership(cluster, port, urlOf('postgres'), onFailure);
  await owner.taken;
  return {
    url: urlOf(databaseName),
    attached,
    stop: async (timeoutMs = 10_000) => {
      await owner.close();
      await stop(cluster, timeoutMs);
    },
  };
}

/** Reaches the embedded database for a short piece of work: the running server, or one started meanwhile. */
export async function attachEmbedded(dataDir: string): Promise<{ url: string; release: () => Promise<void> }> {
  const server = await runningServer(join(dataDir, 'postgres'));
  if (server) {
    const { value } = persistedSecret(dataDir, passwordFile);
    return { url: urlAt(server.port, value, databaseName), release: async () => undefined };
  }
  const { url, stop: release } = await startEmbedded({ dataDir });
  return { url, release: () => release() };
}

function urlAt(port: number, password: string, database: string): string {
  return `postgres://${clusterUser}:${password}@127.0.0.1:${port}/${database}`;
}

/** Holds the owner's lock on a connection of its own; losing that connection means that the server died. */
function renewOwnership(
  cluster: Cluster,
  port: number,
  url: string,
  onFailure: (error: Error) => void = () => undefined,
) {
  const closeController = new AbortController();
  let client: Client | undefined;

  const take = async () => {
    const connection = await openWhenReady(url, () => startOrAttach(cluster, port));
    if (!(await lockSoon(connection))) {
      await connection.end();
      throw new Error(
        `Another Landfall is already running on this data folder (${cluster.folder}). Stop it first, or set DATA_DIR.`,
      );
    }
    await createDatabaseOnce(connection);
    connection.on('error', () => undefined); // 'end' follows and is acted on.
    connection.on('end', () => {
      const onError = (error: unknown) => onFailure(errorOf(error));
      void retry(restart, { pauseMs: 100, maxPauseMs: 5_000, onError, signal: closeController.signal });
    });
    client = connection;
  };
  const restart = async () => {
    onFailure(new Error('The embedded database went away; starting it again.'));
    await startOrAttach(cluster, port);
    await take();
  };
  const close = async () => {
    closeController.abort();
    // A server that hangs never ends the connection.
    await Promise.race([client?.end(), pause(300, undefined, { ref: false })]);
  };
  return { taken: take(), close };
}

/** A server recovering from a crash refuses connections for a moment; one that was going down is started again. */
async function openWhenReady(url: string, startAgain: () => Promise<unknown>): Promise<Client> {
  for (const deadline = performance.now() + minuteMs; ; await pause(50)) {
    const client = new Client({ connectionString: url, application_name: 'landfall-owner', keepAlive: true });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (performance.now() > deadline || !isConnectionBroken(error)) throw error;
      await startAgain();
    }
  }
}

/** A Landfall killed a moment ago may still hold the lock until PostgreSQL has noticed. */
async function lockSoon(client: Client): Promise<boolean> {
  for (const deadline = performance.now() + 2_000; performance.now() < deadline; await pause(50)) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [ownerLock]);
    if (rows[0]?.taken) return true;
  }
  return false;
}

async function createDatabaseOnce(client: Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
  if (rowCount === 0) await client.query(`create database ${databaseName}`);
}
