import type { Tx } from '#server/db/connection.ts';
import { allOrNull, column } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { installation } from './installation.tables.ts';

/** What PostgreSQL says of itself. */
export type Server = { database: string; timeline: string };

const stored = {
  installationId: column.uuid,
  storedDatabase: column.text,
  storedTimeline: column.text,
  counter: column.float,
  token: column.uuid,
  raisedAt: column.moment,
  isTakingOver: column.boolean,
};

/** The database as it is, and beside it what it remembers of itself; all of that is null before the first start. */
export const readIdentity = readStatement({
  database: column.text,
  timeline: column.text,
  ...allOrNull(stored),
}).one()`
  select format('%s/%s', c.system_identifier, d.oid) as database,
    left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline, i.installation_id as "installationId",
    i.database as "storedDatabase", i.timeline as "storedTimeline", i.counter::float8 as counter, i.token,
    i.raised_at as "raisedAt", i.is_taking_over as "isTakingOver"
  from pg_control_system() c join pg_database d on d.datname = current_database() left join installation i on true`;

/** Stores the first identity, unless there is one already: of processes that start at once the first one wins. */
export async function insertIdentity(
  tx: Tx,
  identity: Server & { installationId: string; isTakingOver: boolean },
): Promise<boolean> {
  const inserted = await tx.insert(installation).values(identity).onConflictDoNothing().returning();
  return inserted.length > 0;
}

/** Makes this database another installation; false where another process has changed the row since it had this token. */
export const replaceIdentity = writeStatement({ id: column.integer }).exists<
  [token: string, installationId: string, database: string, timeline: string]
>()`
  update installation set installation_id = $2, database = $3, timeline = $4, counter = counter + 1,
    token = gen_random_uuid(), raised_at = now(), is_taking_over = true
  where token = $1 returning id`;

/** Raises the counter beyond what it is here and in the storage; undefined where the storage was taken over since. */
export const raiseCounter = writeStatement({
  counter: column.float,
  token: column.uuid,
  raisedAt: column.moment,
}).first<[installationId: string, stored: number, by: number, timeline: string]>()`
  update installation set counter = greatest(counter, $2::bigint) + $3::bigint, timeline = $4, token = gen_random_uuid(),
    raised_at = now(), is_taking_over = false
  where installation_id = $1 returning counter::float8 as counter, token, raised_at as "raisedAt"`;
