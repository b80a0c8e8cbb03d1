import type { Db } from '#server/db/connection.ts';
import type { ChainHead } from './audit.head.ts';
import { readLastCheckpoint } from './audit.queries.ts';

export type { ChainHead } from './audit.head.ts';

/** Where the chain of the audit log ends now; undefined before its first checkpoint. */
export async function newestCheckpoint(db: Db): Promise<ChainHead | undefined> {
  const last = await readLastCheckpoint(db);
  return last && { seq: last.seq, hash: last.hash.toString('hex') };
}
