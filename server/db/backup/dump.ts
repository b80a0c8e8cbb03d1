import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { asksOn } from '../connection.ts';
import { one, rows, textQuery, type Reads } from '../query.ts';
import { sequences, tablesInOrder } from './catalog.ts';
import { hashOf, manifestName, type Manifest } from './manifest.ts';

const readAppliedHashes = rows((db: Reads) =>
  db
    .select({ hash: sql`hash`.mapWith(String) })
    .from(sql`drizzle.__drizzle_migrations`)
    .orderBy(sql`created_at`),
);
const transactionTime = one(textQuery<{ now: string }>(() => sql`select now()::text as now`));

/**
 * Writes every table into `folder` (made here, readable by its owner alone) from one repeatable-read snapshot.
 * `meanwhile` runs before the snapshot ends: a file row in it has its bytes already.
 */
export async function dumpDatabase(url: string, folder: string, meanwhile: () => Promise<void>): Promise<Manifest> {
  await mkdir(join(folder, 'tables'), { recursive: true, mode: 0o700 });
  const client = new Client({ connectionString: url, application_name: 'landfall-backup' });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    const tables = [];
    for (const { name, columns } of await tablesInOrder(client)) {
      const file = `tables/${name.replaceAll('"', '')}.copy.gz`;
      const path = join(folder, file);
      const copyStream = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`));
      await pipeline(copyStream, createGzip(), createWriteStream(path, { mode: 0o600 }));
      tables.push({ name, columns, file, sha256: await hashOf(path) });
    }
    const migrations = (await readAppliedHashes(asksOn(client))).map(({ hash }) => hash);
    const { now } = await transactionTime(asksOn(client));
    const madeAt = new Date(now).toISOString();
    const manifest = { madeAt, migrations, tables, sequences: await sequences(client) };
    await meanwhile();
    await client.query('commit');
    await writeFile(join(folder, manifestName), JSON.stringify(manifest, undefined, 2), { mode: 0o600, flush: true });
    return manifest;
  } finally {
    await client.end();
  }
}
