import type { Db } from '#server/db/connection.ts';
import { isSignedWith } from './audit.chain.ts';
import type { ChainHead } from './audit.head.ts';
import { readLastCheckpoint, readOldest } from './audit.queries.ts';
import { auditKeyOf } from './audit.signature.ts';

export type { ChainHead } from './audit.head.ts';

const sampleSize = 100;

/** How many of the oldest audit entries were looked at, 100 at most, and how many of them this ENCRYPTION_KEY signed. */
export async function countSignedEntries(db: Db, encryptionKey: string): Promise<{ found: number; signed: number }> {
  const key = auditKeyOf(encryptionKey);
  const rows = await readOldest(db, sampleSize);
  return { found: rows.length, signed: rows.filter((row) => isSignedWith(key, row)).length };
}

/** Where the chain of the audit log ends now; undefined before its first checkpoint. */
export async function newestCheckpoint(db: Db): Promise<ChainHead | undefined> {
  const last = await readLastCheckpoint(db);
  return last && { seq: last.seq, hash: last.hash.toString('hex') };
}
