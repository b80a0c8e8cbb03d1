import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { isConnectionBroken } from './errors.ts';
import { detectPooling, isSameDatabase } from './pooler.ts';

const timeoutMs = 30_000;
const retryMs = 500;

export type ReachedDatabase = {
  /** A connection to PostgreSQL itself; end it. */
  client: Client;
  /** Whether requests go through a pooler, which passes on no session settings. */
  isPooled: boolean;
};

/** Connects to PostgreSQL, waiting a while for it; throws a sentence for the operator where that fails. */
export async function reachDatabase(url: string, directUrl: string): Promise<ReachedDatabase> {
  const client = await reach(url, 'DATABASE_URL');
  const isDirect = directUrl === url;
  try {
    const pooling = await detectPooling(client, () => reach(url, 'DATABASE_URL'));
    if (isDirect) {
      if (pooling === 'transaction') throw new Error(needsDirectUrl);
      return { client, isPooled: pooling !== 'none' };
    }
    const direct = await reachDirect(directUrl, client);
    await client.end();
    return { client: direct, isPooled: true };
  } catch (error) {
    await client.end();
    throw error;
  }
}

const needsDirectUrl =
  'DATABASE_URL: a transaction pooler (PgBouncer) answers there. Set DATABASE_DIRECT_URL to PostgreSQL itself: ' +
  'events, jobs and migrations need sessions of their own.';

async function reachDirect(directUrl: string, requests: Client): Promise<Client> {
  const direct = await reach(directUrl, 'DATABASE_DIRECT_URL');
  try {
    if ((await detectPooling(direct, () => reach(directUrl, 'DATABASE_DIRECT_URL'))) === 'transaction')
      throw new Error('DATABASE_DIRECT_URL: a transaction pooler answers there, too. It must be PostgreSQL itself.');
    if (!(await isSameDatabase(direct, requests)))
      throw new Error('DATABASE_DIRECT_URL: this is another database than that of DATABASE_URL.');
    return direct;
  } catch (error) {
    await direct.end();
    throw error;
  }
}

async function reach(url: string, setting: string): Promise<Client> {
  for (const deadline = performance.now() + timeoutMs; ; await pause(retryMs)) {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      application_name: 'landfall-start',
    });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (isConnectionBroken(error) && performance.now() < deadline) continue;
      throw new Error(`${setting}: the database cannot be reached (${(error as Error).message}).`, { cause: error });
    }
  }
}
