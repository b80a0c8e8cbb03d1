import { sql } from 'drizzle-orm';
import type { Env } from '../env/env.ts';
import { signFields } from '../lib/keys.ts';
import type { Db } from './connection.ts';
import { rows, type Reads } from './query.ts';

const prefix = 'landfall-events';
const settings = [
  'JWT_SECRET',
  'STORAGE_URL',
  'ADMIN_EMAIL or ADMIN_PASSWORD',
  'RATES_PROVIDER or FX_PROVIDER',
] as const;

export type ComparedSettings = Pick<Env, 'encryptionKey' | 'jwtSecret' | 'storage' | 'admin' | 'rates' | 'fx'>;

/** A setting whose value differs in another process. */
export type Difference = { setting: (typeof settings)[number]; address: string };

/**
 * The name of the connection by which this process listens for events: it lives as long as the process, and carries a
 * keyed digest of each setting that all processes of one database must share.
 */
export function processName({ encryptionKey, jwtSecret, storage, admin, rates, fx }: ComparedSettings): string {
  const storageLocation = storage.kind === 'file' ? storage.folder : [storage.bucket, storage.endpoint, storage.region];
  const digests = [jwtSecret, storageLocation, [admin.email, admin.password], [rates.sources, fx.sources]].map(
    (value) => signFields(encryptionKey, 'settings of processes', [value]).toString('hex').slice(0, 8),
  );
  return [prefix, ...digests].join(' ');
}

const processes = rows((db: Reads) =>
  db
    .selectDistinct({
      name: sql`coalesce(application_name, '')`.mapWith(String),
      address: sql`coalesce(host(client_addr), 'this machine')`.mapWith(String),
    })
    .from(sql`pg_stat_activity`)
    .where(sql`datname = current_database() and application_name like ${`${prefix} %`}`),
);

/** Settings in which the living processes of this database differ from this one, and where they run. */
export async function readDifferences(db: Pick<Db, 'ask'>, ownSettings: ComparedSettings): Promise<Difference[]> {
  const digestsOf = (name: string) => name.split(' ').slice(1);
  const ownDigests = digestsOf(processName(ownSettings));
  return (await processes(db)).flatMap(({ name, address }) =>
    settings
      // The name of an earlier version has fewer digests.
      .filter((_, index) => (digestsOf(name)[index] ?? ownDigests[index]) !== ownDigests[index])
      .map((setting) => ({ setting, address })),
  );
}
