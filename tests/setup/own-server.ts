import { join } from 'node:path';
import { linkedBinaries } from '#server/db/embedded/binaries.ts';
import { clusterUser, createIfMissing, startOrAttach, stop, type Cluster } from '#server/db/embedded/cluster.ts';
import { aDataDir } from './program.ts';

export type OwnServer = {
  cluster: Cluster;
  port: number;
  /** Of the database `postgres`, with the password. */
  url: string;
  /** Stops the server and removes its folder. */
  remove: () => Promise<void>;
};

/** A durable external PostgreSQL: the product has only its address, and a test may stop it. */
export async function startOwnServer(password = 'river-copper-ninety'): Promise<OwnServer> {
  const { path, remove } = await aDataDir();
  const binaries = await linkedBinaries(join(path, 'programs'));
  const cluster: Cluster = { binaries, folder: join(path, 'postgres'), password, durable: true };
  await createIfMissing(cluster);
  const { port } = await startOrAttach(cluster);
  const url = `postgres://${clusterUser}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  const end = async () => {
    await stop(cluster, 5_000);
    await remove();
  };
  return { cluster, port, url, remove: end };
}
