import { execFile } from 'node:child_process';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startOrAttach, type Cluster } from '#server/db/embedded/cluster.ts';
import { ownerFor } from '#server/db/embedded/run-as.ts';
import { withClient } from './client.ts';
import type { OwnServer } from './own-server.ts';

export type Replica = { cluster: Cluster; url: string };

/** Copies the running server like `pg_basebackup`, which is not among the programs of the tests, and follows it. */
export async function startReplica({ cluster, url }: OwnServer, setup: string): Promise<Replica> {
  const folder = join(setup, 'replica');
  const { rows } = await withClient(url, async (client) => {
    await client.query(`select pg_backup_start('replica', true)`);
    await promisify(execFile)('cp', ['-a', cluster.folder, folder]);
    return client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  });
  const { hostname, port, username, password } = new URL(url);
  const ownedFolder = ownerFor(folder);
  await rm(join(folder, 'postmaster.pid'));
  await writeFile(join(folder, 'backup_label'), rows[0]?.labelfile ?? '');
  await writeFile(join(folder, 'standby.signal'), '');
  if (ownedFolder) await promisify(execFile)('chown', ['-R', `${ownedFolder.uid}:${ownedFolder.gid}`, folder]);
  const from = `host=${hostname} port=${port} user=${username} password=${password}`;
  await appendFile(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`);
  const ownCluster = { ...cluster, folder };
  const startedCluster = await startOrAttach(ownCluster);
  return { cluster: ownCluster, url: `postgres://${username}:${password}@127.0.0.1:${startedCluster.port}/postgres` };
}
