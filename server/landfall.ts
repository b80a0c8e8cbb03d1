import { setTimeout as pause } from 'node:timers/promises';
import type { Client, Pool } from 'pg';
import { createApp } from './app.ts';
import { compose } from './compose.ts';
import { startClock, type Clock } from './db/clock.ts';
import { whenAnnounced, connect, type Database, type PoolSettings } from './db/connection.ts';
import { readUnsafeSettings } from './db/durability.ts';
import { startEmbedded } from './db/embedded/embedded.ts';
import { reachDatabase } from './db/reach.ts';
import { assertSameDatabase, openReports, type Reports } from './db/replica.ts';
import { assertNoUnfinishedRestore } from './db/unfinished-restore.ts';
import { strayNames, type Env } from './env/env.ts';
import { openBook } from './features/books/books.opening.service.ts';
import { observeChains } from './features/chains/chains.service.ts';
import { operationGauges, readOperations } from './features/overview/overview.service.ts';
import { observePriceSources } from './features/rates/rates.service.ts';
import { healthEndpoints, type Readiness } from './http/serving/health.ts';
import { listen, reservePort, type Listener } from './http/serving/listener.ts';
import type { serveMetrics } from './http/serving/metrics.ts';
import type { Copy } from './installation/installation.ts';
import type { Log } from './lib/log.ts';
import { errorOf } from './lib/safe-error.ts';
import { productVersion } from './lib/version.ts';
import { fillSearchTexts } from './search-texts.ts';
import { prepareDatabase } from './start/migrations.ts';
import { closeFolders } from './start/private-folders.ts';
import { observeProcess, watchProcesses } from './start/process-watch.ts';
import {
  assertUsable,
  assertWritable,
  reportDoubtfulSettings,
  reportPlainConnections,
  reportSilentMailServer,
} from './start/start-checks.ts';

export type Landfall = {
  /** Address for a browser on this machine. */
  url: string;
  /** Why the database is a restored copy, if it is. */
  copy: Copy | undefined;
  /** Finishes requests, closes sockets and the database; done within 10 s. */
  stop: () => Promise<void>;
};

type RunningDatabase = Database & {
  reports: Reports;
  /** The connection pool of /readyz alone. */
  readinessPool: Pool;
  /** Number of migrations that this start ran. */
  migrationsRun: number;
  stop: (timeoutMs: number) => Promise<void>;
};

/** Supervisors commonly kill after 10 s; the database gets the part of it that requests do not use. */
const stopTimeoutMs = 9_000;
const requestTimeoutMs = 4_500;
const poolTimeoutMs = 1_000;

/** Starts everything in order; when a step fails, stops the started parts again and throws the reason. */
export async function startLandfall(env: Env, log: Log): Promise<Landfall> {
  const { port, release } = await reservePort(env);
  const url = `http://${nameForBrowser(env.host)}:${port}`;
  let listener: Listener | undefined;
  let database: RunningDatabase | undefined;
  let clock: Clock | undefined;
  try {
    await assertWritable(env.dataDir);
    reportPlainConnections(env, log);
    reportDoubtfulSettings(env, strayNames(), log);
    database = await openDatabase(env, log);
    clock = await startClock(database, log);
    const { now } = clock;
    const { reports } = database;
    const deps = compose({ env, log, database, reports, publicUrl: env.publicUrl ?? url, now });
    await assertUsable(deps.storage, env.storage);
    await closeFolders(env, log);
    await openBook(deps);
    await fillSearchTexts(deps);
    const app = createApp(deps);
    await app.start?.();
    void reportSilentMailServer(deps.mailer, log);
    const readiness: Readiness = { pool: database.readinessPool, installation: deps.installation, stopping: false };
    await release();
    listener = await listen({ ...env, port }, healthEndpoints(readiness), app);
    const metrics = await startMetrics(env, {
      server: listener.server,
      pool: database.pool,
      operations: { help: operationGauges, read: () => readOperations(deps) },
      failures: deps.failures,
      register: (metrics) => {
        observeProcess(deps, metrics);
        observeChains(deps, metrics);
        observePriceSources(deps, metrics);
      },
    });
    const watch = watchProcesses(deps);
    const openedParts = { database, clock, listener };
    log.info({ ...describeStart(env), migrationsRun: database.migrationsRun }, 'started');
    const stop = async () => {
      log.info({ afterSeconds: Math.round(process.uptime()) }, 'stopping');
      readiness.stopping = true;
      watch.stop();
      const stopBy = performance.now() + stopTimeoutMs;
      const whenClosed = Promise.race([app.close?.(), pause(requestTimeoutMs, undefined, { ref: false })]);
      await Promise.all([openedParts.listener.drain(requestTimeoutMs), whenClosed]);
      metrics?.stop();
      openedParts.clock.stop();
      await openedParts.database.stop(stopBy - performance.now());
      log.info({}, 'stopped');
    };
    return { url, copy: deps.installation.copy, stop };
  } catch (error) {
    await release();
    await listener?.drain(0);
    clock?.stop();
    await database?.stop(stopTimeoutMs);
    throw error;
  }
}

async function startMetrics(
  { metricsHost: host, metricsPort }: Env,
  observedParts: Parameters<typeof serveMetrics>[1],
) {
  if (metricsPort === undefined) return undefined;
  const metrics = await import('./http/serving/metrics.ts');
  try {
    return await metrics.serveMetrics({ host, port: metricsPort }, observedParts);
  } catch (cause) {
    throw new Error(`METRICS_PORT: nothing can listen there (${errorOf(cause).message}).`, { cause });
  }
}

/** The database of DATABASE_URL or the embedded one: reachable, durable, of our key, and migrated. */
async function openDatabase(env: Env, log: Log): Promise<RunningDatabase> {
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost');
  const embedded = env.databaseUrl ? undefined : await startEmbedded({ dataDir: env.dataDir, onFailure: onError });
  const url = embedded?.url ?? env.databaseUrl ?? '';
  const directUrl = embedded?.url ?? env.databaseDirectUrl ?? '';
  let isPooled = false;
  let migrationsRun = 0;
  try {
    const reachedDatabase = await reachDatabase({ url, directUrl, migrationUrl: env.migrationUrl }, log);
    isPooled = reachedDatabase.isPooled;
    await assertSafeDatabase(reachedDatabase.client, env, log);
    migrationsRun = await prepareDatabase(directUrl, env, log);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  const settings: PoolSettings = { url, ...(isPooled && { directUrl }), onError };
  const database = connect({ ...settings, max: env.databasePoolSize });
  // A pool of its own: slow queries of requests must not make this process seem to have no database.
  const readiness = connect({ ...settings, max: 1, staysOpen: true });
  const replica = env.databaseReplicaUrl ? connect({ url: env.databaseReplicaUrl, onError }) : undefined;
  const stop = async (timeoutMs: number) => {
    const stopBy = performance.now() + timeoutMs;
    const whenEnded = Promise.all([
      whenAnnounced(database.pool).then(() => database.pool.end()),
      readiness.pool.end(),
      replica?.pool.end(),
    ]);
    await Promise.race([whenEnded, pause(poolTimeoutMs, undefined, { ref: false })]);
    await embedded?.stop(stopBy - performance.now());
  };
  const onReplicaError = (error: Error) => log.warn({ err: error }, 'read replica not used');
  if (replica) {
    await assertSameDatabase(database, replica, onReplicaError).catch((error: unknown) => endWith(error, stop));
  }
  const reports = openReports(database, replica, onReplicaError);
  return { ...database, reports, readinessPool: readiness.pool, migrationsRun, stop };
}

/** Stops the parts that were opened already, and rethrows the error that prevents the start. */
async function endWith(error: unknown, stop: (timeoutMs: number) => Promise<void>): Promise<never> {
  await stop(stopTimeoutMs);
  throw error;
}

/** Throws where orders could be lost, or some already are. Ends the connection it is given. */
async function assertSafeDatabase(client: Client, { production }: Env, log: Log): Promise<void> {
  const unsafe = await assertNoUnfinishedRestore(client)
    .then(() => readUnsafeSettings(client))
    .finally(() => void client.end());
  if (unsafe.length === 0) return;
  const problem = `DATABASE_URL: ${unsafe.join(' and ')} must be on, or a crash would lose orders that customers saw accepted.`;
  if (production) throw new Error(problem);
  log.warn({}, problem);
}

/** The line an operator compares between two replicas: settings that are neither secret nor personal. */
function describeStart(env: Env) {
  return {
    version: productVersion,
    node: process.version,
    production: env.production,
    host: env.host,
    port: env.port,
    publicUrl: env.publicUrl,
    database: env.databaseUrl ? 'server' : 'embedded',
    replica: env.databaseReplicaUrl !== undefined,
    pooled: env.databaseUrl !== env.databaseDirectUrl,
    poolSize: env.databasePoolSize,
    storage: env.storage.kind,
    mail: env.mail.smtpUrl ? 'smtp' : 'outbox',
    rates: env.rates.sources,
    fx: env.fx.sources,
    trustProxy: env.trustProxy,
    metricsPort: env.metricsPort,
  };
}

function nameForBrowser(host: string): string {
  const everyOrOwn = ['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost'];
  if (everyOrOwn.includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
