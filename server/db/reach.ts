import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Client } from 'pg';
import { errorOf } from '#server/lib/safe-error.ts';
import type { Reporter } from '../lib/log.ts';
import { asksOn, PooledClient } from './connection.ts';
import { isConnectionBroken } from './errors.ts';
import { one, textQuery } from './query.ts';

const timeoutMs = 30_000;
const retryMs = 500;

export type ReachedDatabase = {
  /** A connection to PostgreSQL itself; end it. */
  client: Client;
  /** True if requests go through a pooler, which passes on no session settings. */
  isPooled: boolean;
};

type Urls = { url: string; directUrl: string; migrationUrl?: string | undefined };

/** Connects to PostgreSQL, waiting a while for it; throws a sentence for the operator where that fails. */
export async function reachDatabase(urls: Urls, log: Pick<Reporter, 'warn'>): Promise<ReachedDatabase> {
  const { url, directUrl, migrationUrl } = urls;
  const reachAddress = (address: string, setting: string) => reachAt(address, setting, log);
  const reachedDatabase = await reachForRequests({ url, directUrl }, reachAddress);
  if (migrationUrl === undefined) return reachedDatabase;
  try {
    const migrating = await reachAddress(migrationUrl, 'MIGRATION_DATABASE_URL');
    const isSame = await isSameDatabase(migrating, reachedDatabase.client).finally(() => void migrating.end());
    if (!isSame) throw new Error('MIGRATION_DATABASE_URL: this is another database than that of DATABASE_URL.');
    return reachedDatabase;
  } catch (error) {
    await reachedDatabase.client.end();
    throw error;
  }
}

type Reach = (address: string, setting: string) => Promise<Client>;

async function reachForRequests({ url, directUrl }: Urls, reach: Reach): Promise<ReachedDatabase> {
  const client = await reach(url, 'DATABASE_URL');
  const isDirect = directUrl === url;
  try {
    const pooling = await detectPooling(client, () => reach(url, 'DATABASE_URL'));
    if (isDirect) {
      if (pooling === 'transaction') throw new Error(needsDirectUrl);
      return { client, isPooled: pooling !== 'none' };
    }
    const directClient = await reachDirect(directUrl, client, reach);
    await client.end();
    return { client: directClient, isPooled: true };
  } catch (error) {
    await client.end();
    throw error;
  }
}

const needsDirectUrl =
  'DATABASE_URL: a transaction pooler (PgBouncer) answers there. Set DATABASE_DIRECT_URL to PostgreSQL itself: ' +
  'events, jobs and migrations need sessions of their own.';

async function reachDirect(directUrl: string, requests: Client, reach: Reach): Promise<Client> {
  const directClient = await reach(directUrl, 'DATABASE_DIRECT_URL');
  try {
    if ((await detectPooling(directClient, () => reach(directUrl, 'DATABASE_DIRECT_URL'))) === 'transaction')
      throw new Error('DATABASE_DIRECT_URL: a transaction pooler answers there, too. It must be PostgreSQL itself.');
    if (!(await isSameDatabase(directClient, requests)))
      throw new Error('DATABASE_DIRECT_URL: this is another database than that of DATABASE_URL.');
    return directClient;
  } catch (error) {
    await directClient.end();
    throw error;
  }
}

async function reachAt(url: string, setting: string, log: Pick<Reporter, 'warn'>): Promise<Client> {
  const deadline = performance.now() + timeoutMs;
  for (let attempt = 1; ; attempt += 1) {
    // A statement that is named in one session of a pooler is unknown in the next.
    try {
      // Files that the address names are read here.
      const client = new PooledClient({
        connectionString: url,
        connectionTimeoutMillis: 5_000,
        application_name: 'landfall-start',
      });
      await client.connect();
      return client;
    } catch (error) {
      if (isConnectionBroken(error) && performance.now() < deadline) {
        if (attempt === 1) log.warn({ err: error, setting }, `${setting}: waiting for PostgreSQL`);
        await pause(retryMs);
        continue;
      }
      throw new Error(`${setting}: the database cannot be reached (${errorOf(error).message}).`, { cause: error });
    }
  }
}

/** The pooler between us and PostgreSQL: none, or one that assigns a connection per session or per transaction. */
type Pooling = 'none' | 'session' | 'transaction';

const backend = one(textQuery<{ pid: number }>(() => sql`select pg_backend_pid() as pid`));
const serverIdentity = one(
  textQuery<{ identity: string }>(
    () => sql`select current_database() || ' ' || pg_postmaster_start_time() as identity`,
  ),
);
/** With a busy pooler it may take a few queries until a session is seen to change or to be shared. */
const questions = 10;

/** Finds out the kind of pooler; `connectAnother` opens a second connection to the address where there is one. */
async function detectPooling(client: Client, connectAnother: () => Promise<Client>): Promise<Pooling> {
  // A pooler gives its own number when the connection is made: it has no session behind it yet.
  if ((await backendOf(client)) === (client as Client & { processID?: number | null }).processID) return 'none';
  const otherClient = await connectAnother();
  try {
    const firstBackend = await backendOf(client);
    for (let question = 0; question < questions; question++) {
      // Two connections never share a session, and one never changes it, unless sessions are assigned per transaction.
      if ((await backendOf(otherClient)) === firstBackend || (await backendOf(client)) !== firstBackend)
        return 'transaction';
    }
    return 'session';
  } finally {
    await otherClient.end();
  }
}

/** True if both are connected to the same database of the same running server. */
async function isSameDatabase(item: Client, otherClient: Client): Promise<boolean> {
  return (await identityOf(item)) === (await identityOf(otherClient));
}

const backendOf = async (client: Client): Promise<number> => (await backend(asksOn(client))).pid;
const identityOf = async (client: Client): Promise<string> => (await serverIdentity(asksOn(client))).identity;
