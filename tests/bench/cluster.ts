import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { migrationsDir, rootDir } from '#server/env/paths.ts';
import { withClient } from '#tests/setup/client.ts';
import { urlWithDatabase } from '#tests/setup/template.ts';
import { seed } from './seed.ts';

export type BenchDatabases = Awaited<ReturnType<typeof openDatabases>>;

const sizes = { large: { users: 100_000, orders: 1_000_000 }, small: { users: 1_000, orders: 1_000 } };

/**
 * A PostgreSQL for the benchmark, seeded once per state of the schema and of the seed: `.cache/bench/STAMP` is reused
 * between runs, older ones are removed.
 */
export async function openDatabases() {
  const shelf = join(rootDir, '.cache', 'bench');
  const stamp = await contentStamp();
  await mkdir(join(shelf, stamp), { recursive: true });
  for (const name of await readdir(shelf))
    if (name !== stamp) await rm(join(shelf, name), { recursive: true, force: true });
  const server = await startEmbedded({ dataDir: join(shelf, stamp) });
  const urlOf = (database: string) => urlWithDatabase(server.url, database);
  const seeded = async (name: 'small' | 'large') => {
    const markerFile = join(shelf, stamp, `seeded-${name}`);
    const url = urlOf(`bench_${name}`);
    if (existsSync(markerFile)) return url;
    await makeDatabase(server.url, `bench_${name}`);
    await seed(url, sizes[name]);
    await writeFile(markerFile, '');
    return url;
  };
  await seeded('small').catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  return {
    /** 100,000 users and 1,000,000 orders, seeded when a line first needs them. */
    large: () => seeded('large'),
    /**
     * 1,000 users and 1,000 orders, for one benchmark line alone. The product never starts on the original, so each
     * line can use its own keys.
     */
    fresh: async (name: string) => {
      await makeDatabase(server.url, name, 'bench_small');
      return urlOf(name);
    },
    stop: () => server.stop(),
  };
}

async function makeDatabase(serverUrl: string, name: string, template = 'template1'): Promise<void> {
  await withClient(serverUrl, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name} template ${template}`);
  });
}

async function contentStamp(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(sizes));
  const migrations = (await readdir(migrationsDir)).filter((name) => name.endsWith('.sql')).toSorted();
  const sources = [...migrations.map((name) => join(migrationsDir, name)), join(rootDir, 'tests', 'bench', 'seed.ts')];
  for (const path of sources) hash.update(await readFile(path));
  return hash.digest('hex').slice(0, 12);
}
