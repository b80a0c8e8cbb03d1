import { join } from 'node:path';
import { linkedBinaries } from '#server/db/embedded/binaries.ts';
import { clusterUser, createIfMissing, startOrAttach, stop, type Cluster } from '#server/db/embedded/cluster.ts';
import { aDataDir } from './program.ts';

export type OwnServer = Awaited<ReturnType<typeof startOwnServer>>;

/**
 * A persistent external PostgreSQL: the product has only its address, of the database `postgres`, and a test may stop
 * it.
 */
export async function startOwnServer(password = 'river-copper-ninety') {
  const { path, remove } = await aDataDir();
  const binaries = await linkedBinaries(join(path, 'programs'));
  const cluster: Cluster = { binaries, folder: join(path, 'postgres'), password, durable: true };
  await createIfMissing(cluster);
  const { port } = await startOrAttach(cluster);
  const url = `postgres://${clusterUser}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  /** Stops the server and removes its folder. */
  const end = () => stop(cluster, 5_000).then(remove);
  return { cluster, port, url, remove: end };
}
