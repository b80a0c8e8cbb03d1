import { sql } from 'drizzle-orm';
import type { Client } from 'pg';
import { z } from 'zod';
import { asksOn } from './connection.ts';
import { textOrNull } from './fragments.ts';
import { first, type Reads } from './query.ts';

/** A schema that exists from before the first change of a restore until its last; its comment names the backup. */
export const restoreSchema = 'landfall_restore';

const unfinished = first((db: Reads) =>
  db
    .select({ comment: sql`obj_description(oid, 'pg_namespace')`.mapWith(textOrNull) })
    .from(sql`pg_namespace`)
    .where(sql`nspname = ${restoreSchema}`),
);

const unfinishedShape = z.object({
  /** SHA-256 of the backup's manifest, in hex. */
  backup: z.string(),
  madeAt: z.iso.datetime(),
  /** True if all rows are in, so that only files, secrets and newer migrations are missing. */
  hasRows: z.boolean(),
});

export type UnfinishedRestore = z.infer<typeof unfinishedShape>;

/** The restore that began in this database and did not end; undefined when there is none. */
export async function readUnfinishedRestore(client: Client): Promise<UnfinishedRestore | undefined> {
  const row = await unfinished(asksOn(client));
  return row && unfinishedShape.parse(JSON.parse(row.comment ?? '{}'));
}

/** Throws when a restore was interrupted here: some of what customers own is missing. */
export async function assertNoUnfinishedRestore(client: Client): Promise<void> {
  const unfinishedRestore = await readUnfinishedRestore(client);
  if (unfinishedRestore)
    throw new Error(
      `DATABASE_URL: a restore of the backup of ${unfinishedRestore.madeAt} was interrupted here. Run npm run restore with it again.`,
    );
}
