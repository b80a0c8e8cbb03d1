// npm run failover: sales, chat and reads through nginx, two processes and PgBouncer, while both processes are
// restarted and killed without a pause, PostgreSQL is restarted, and the replica that serves reports is promoted and
// every process restarted. Before that, both are upgraded from the previous build, while a browser loads pages. `--
// patroni` uses Patroni, etcd and HAProxy instead: a switchover, and a leader that loses its power. It ends with 1 if
// anything acknowledged is missing or duplicated, or a restart or an upgrade by the manual failed a request. Needs
// Debian's nginx, pgbouncer and postgresql; for Patroni also patroni, etcd-server and haproxy.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { rootDir } from '#server/env/paths.ts';
import { aSeller, tokensOf } from '#tests/factories/sales.ts';
import { lostMessages, lostOrders, sellOnce } from '#tests/load/traffic.ts';
import { aFolder, atTheEnd, toTheEnd } from '#tests/setup/endings.ts';
import { acknowledgedBy, socketOf, Visitor } from '#tests/setup/flaky-connection.ts';
import { freePort } from '#tests/setup/listening.ts';
import { startPgBouncer } from '#tests/setup/pgbouncer.ts';
import { Program } from '#tests/setup/program.ts';
import { followingAddress, missing, startPrimary, startProxy, startReplica } from './cluster.ts';
import { missingForPatroni, startPatroni } from './patroni.ts';
import { loadPages, previousBuild } from './upgrade.ts';

const sellers = 10;
const visitors = 6;
const readers = 4;
const calmMs = 6_000;
const restarts = 10;
const kills = 4;

const secrets = { JWT_SECRET: randomBytes(32).toString('hex'), ENCRYPTION_KEY: randomBytes(32).toString('hex') };

const answers = new Map<string, number>();
const count = (answer: string) => answers.set(answer, (answers.get(answer) ?? 0) + 1);
/** Requests that the proxy or a process did not serve, sales and reads alike. */
const failures = () =>
  [...answers].reduce((sum, [answer, times]) => sum + (/^(read )?(no answer|50\d)/.test(answer) ? times : 0), 0);

/** Repeats the reads of every page. */
async function readPages(url: string, endSignal: AbortSignal): Promise<void> {
  while (!endSignal.aborted) {
    const status = await fetch(`${url}/api/crypto-assets`, { signal: AbortSignal.timeout(20_000) })
      .then(async (response) => (await response.arrayBuffer(), String(response.status)))
      .catch(() => 'no answer');
    count(`read ${status}`);
    await pause(20);
  }
}

type Faults = Record<string, () => Promise<unknown>>;

/** A database whose primary changes: its address, and its faults. */
type FailingDeployment = { directUrl: string; replicaUrl: string; isReplicaPromoted: boolean; faults: Faults };

/** A primary with its synchronous replica, which is promoted by hand. */
async function byHand(): Promise<FailingDeployment> {
  const primary = await startPrimary();
  const replica = await startReplica(primary);
  const address = await followingAddress(primary.port);
  const promote = async () => {
    await primary.kill();
    await replica.promote();
    address.moveTo(replica.port);
  };
  return {
    directUrl: `postgres://landfall@127.0.0.1:${address.port}/postgres`,
    replicaUrl: replica.url,
    isReplicaPromoted: true,
    faults: { 'PostgreSQL restarted': primary.restart, 'the primary killed, its replica promoted': promote },
  };
}

/** Two machines of Patroni behind HAProxy. */
async function byPatroni(): Promise<FailingDeployment> {
  const { url, replicaUrl, switchover, killPrimary } = await startPatroni();
  const faults = { 'switched over by Patroni': switchover, 'the leader and its Patroni killed': killPrimary };
  return { directUrl: url, replicaUrl, isReplicaPromoted: false, faults };
}

/** The whole deployment: the database behind PgBouncer, two processes of a build, and nginx. */
async function deploy({ directUrl, replicaUrl }: FailingDeployment, checkout: string) {
  const pooler = await startPgBouncer(directUrl, { default_pool_size: 20, server_login_retry: 1 });
  atTheEnd(pooler.stop);
  const databaseUrl = pooler.urlOf(directUrl);
  const dataDir = aFolder();
  const ports = [await freePort(), await freePort()];
  const metricsPort = await freePort();
  const start = async (at: number, folder: string) => {
    const settings = {
      ...secrets,
      DATA_DIR: dataDir,
      PORT: String(ports[at]),
      DATABASE_URL: databaseUrl,
      DATABASE_DIRECT_URL: directUrl,
      DATABASE_REPLICA_URL: replicaUrl,
      METRICS_PORT: at === 0 ? String(metricsPort) : '',
      ADMIN_EMAIL: 'desk@landfall.test',
      ADMIN_PASSWORD: 'the desk signs in with this',
      RATE_LIMIT_FACTOR: '100000',
      TRUST_PROXY: '1',
    };
    const command: [string, string] = [process.execPath, join(folder, 'server', 'cli', 'start.mjs')];
    const program = new Program(settings, command, folder);
    atTheEnd(() => program.end());
    await program.ready();
    return program;
  };
  const programs = [await start(0, checkout), await start(1, checkout)];
  return {
    url: await startProxy(ports),
    databaseUrl,
    /** Time for which the read replica has been lagging, as the first process measures it. */
    replicaLag: async () => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return Number(/^landfall_replica_lag_seconds (\S+)$/m.exec(text)?.[1]);
    },
    /** Ends a process and starts it again, with this build. */
    restart: async (at: number, signal: NodeJS.Signals) => {
      await programs[at]?.end(signal);
      programs[at] = await start(at, rootDir);
    },
  };
}

/** Customers who sell and visitors who chat, until they are stopped; returns everything that was acknowledged. */
async function startCustomers(url: string, databaseUrl: string) {
  const pool = new Pool({ connectionString: databaseUrl, max: 2 });
  const accounts = await Promise.all(Array.from({ length: sellers }, () => aSeller(tokensOf(secrets), pool)));
  await pool.end();
  const endController = new AbortController();
  const soldReferences: string[] = [];
  const reads = Array.from({ length: readers }, () => readPages(url, endController.signal));
  const noteFailure = (failureText: string) => {
    count(failureText);
    if (/^4(?!09|29)/.test(failureText)) throw new Error(failureText);
  };
  const sale = { failed: noteFailure, isOver: () => endController.signal.aborted };
  const selling = accounts.map(async (seller) => {
    while (!endController.signal.aborted) {
      const reference = await sellOnce({ url }, seller, sale);
      if (reference !== undefined) soldReferences.push(reference);
      await pause(150);
    }
  });
  const talkers = Array.from({ length: visitors }, () => new Visitor(Number.POSITIVE_INFINITY));
  for (const talker of talkers) talker.connect(socketOf(url));
  // Reconnects every four seconds, like a browser with a broken connection.
  const reconnecting = setInterval(() => {
    for (const talker of talkers) talker.connect(socketOf(url));
  }, 4_000);
  return {
    sold: soldReferences,
    talkers,
    stop: async () => {
      endController.abort();
      await Promise.all([...selling, ...reads]);
      clearInterval(reconnecting);
      for (const talker of talkers) talker.end();
    },
  };
}

async function main([kind = '', from]: readonly string[]): Promise<number> {
  const isPatroni = kind === 'patroni';
  const neededPrograms = [...missing, ...(isPatroni ? missingForPatroni : [])];
  if (neededPrograms.length > 0) {
    console.error(`Missing here: ${neededPrograms.join(', ')}. Install them with apt-get install.`);
    return 1;
  }
  const previousRelease = await previousBuild(from);
  const database = await (isPatroni ? byPatroni() : byHand());
  const deployment = await deploy(database, previousRelease.folder);
  const { sold, talkers, stop } = await startCustomers(deployment.url, deployment.databaseUrl);
  const restartInTurn = async (times: number, signal: NodeJS.Signals) => {
    for (let turn = 0; turn < times; turn += 1) await deployment.restart(turn % 2, signal);
  };
  const errors: string[] = [];
  const faultsOfPromotion: Faults = {
    'both processes restarted, which still name the promoted replica': async () => {
      await restartInTurn(2, 'SIGTERM');
      const lagBefore = await deployment.replicaLag();
      await pause(calmMs);
      if (!((await deployment.replicaLag()) > lagBefore)) errors.push('the lag of the promoted replica does not rise');
    },
  };
  const faults: Faults = {
    [`both processes upgraded from ${previousRelease.commit.slice(0, 12)}, one after the other`]: async () => {
      const oldCount = failures();
      const pages = await loadPages(deployment.url);
      for (const at of [0, 1]) {
        await pause(calmMs);
        await deployment.restart(at, 'SIGTERM');
      }
      await pause(calmMs);
      const { loads, failed } = await pages.stop();
      console.log(`pages loaded by a browser meanwhile: ${loads}, failed: ${failed.length}`);
      errors.push(...failed.map((failureText) => `a page during the upgrade: ${failureText}`));
      if (failures() > oldCount) errors.push(`${failures() - oldCount} requests failed during the upgrade`);
    },
    [`${restarts} restarts, each when the last process is ready`]: async () => {
      const oldCount = failures();
      await restartInTurn(restarts, 'SIGTERM');
      if (failures() > oldCount) errors.push(`${failures() - oldCount} requests failed while processes were restarted`);
    },
    [`${kills} processes killed and started`]: async () => {
      const oldCount = failures();
      await restartInTurn(kills, 'SIGKILL');
      console.log(`in flight at ${kills} kills: ${failures() - oldCount} requests`);
      if (failures() - oldCount > kills * (sellers + readers)) errors.push('more requests failed than were in flight');
    },
    ...database.faults,
    ...(database.isReplicaPromoted ? faultsOfPromotion : {}),
  };
  for (const [name, causeFault] of Object.entries(faults)) {
    await pause(calmMs);
    const from = performance.now();
    await causeFault();
    const soldBefore = sold.length;
    while (sold.length < soldBefore + sellers) await pause(50);
    const seconds = ((performance.now() - from) / 1000).toFixed(1);
    console.log(`${name}: ${sellers} more sales acknowledged after ${seconds} s`);
  }
  await pause(calmMs);
  await stop();
  const storedProblems = await problemsIn(new Pool({ connectionString: database.directUrl, max: 1 }), sold, talkers);
  const problems = [...errors, ...storedProblems];
  console.log(`answers: ${[...answers].map(([answer, times]) => `${times} x ${answer}`).join(', ')}`);
  console.log(`${sold.length} sales and ${acknowledgedBy(talkers)} messages acknowledged; ${problems.length} problems`);
  for (const problem of problems.slice(0, 20)) console.error(problem);
  return problems.length === 0 ? 0 : 1;
}

/** Rows that were acknowledged and are not exactly once in the serving database. */
async function problemsIn(pool: Pool, references: readonly string[], talkers: readonly Visitor[]): Promise<string[]> {
  const losses = [...(await lostOrders(pool, references)), ...(await lostMessages(pool, talkers))];
  const { rows: orders } = await pool.query('select from orders');
  const { rows: doubledMessages } = await pool.query<{ text: string }>(
    `select text from chat_messages where sender = 'user' group by 1 having count(*) > 1`,
  );
  await pool.end();
  return [
    ...losses.map((loss) => `${loss} is not there whole and once`),
    ...(orders.length === references.length
      ? []
      : [`${orders.length} orders for ${references.length} acknowledged sales`]),
    ...doubledMessages.map(({ text }) => `message ${text} is there more than once`),
  ];
}

process.exitCode = await toTheEnd(() => main(process.argv.slice(2)));
