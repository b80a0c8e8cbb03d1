import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { now } from '#server/db/fragments.ts';
import { exists, placeholderValues, first, one, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { installation } from './installation.tables.ts';

/** Identity of the PostgreSQL server. */
export type Server = { database: string; timeline: string };

/** State of the database, and beside it what it remembers of itself; all of that is null before the first start. */
export const readIdentity = one((db: Reads) =>
  db
    .select({
      database: sql`format('%s/%s', c.system_identifier, d.oid)`.mapWith(String),
      timeline: sql`left(pg_walfile_name(pg_current_wal_lsn()), 8)`.mapWith(String),
      installationId: installation.installationId,
      storedDatabase: installation.database,
      storedTimeline: installation.timeline,
      counter: installation.counter,
      token: installation.token,
      raisedAt: installation.raisedAt,
      isTakingOver: installation.isTakingOver,
    })
    .from(sql`pg_control_system() c`)
    .innerJoin(sql`pg_database d`, sql`d.datname = current_database()`)
    .leftJoin(installation, sql`true`),
);

/** Stores the first identity, unless there is one already: the first of simultaneous starts stores it. */
export async function insertIdentity(
  tx: Tx,
  identity: Server & { installationId: string; isTakingOver: boolean },
): Promise<boolean> {
  const inserted = await tx.insert(installation).values(identity).onConflictDoNothing().returning();
  return inserted.length > 0;
}

const renewedToken = { token: sql`gen_random_uuid()`, raisedAt: now };
type Change = Server & { token: string; installationId: string };

/**
 * Makes this database another installation; false where another process has changed the row since it had this token.
 */
export const replaceIdentity = exists((db: Drizzle, { token, installationId, database, timeline }: Blanks<Change>) =>
  db
    .update(installation)
    .set({
      ...placeholderValues({ installationId, database, timeline }),
      ...renewedToken,
      counter: sql`${installation.counter} + 1`,
      isTakingOver: true,
    })
    .where(eq(installation.token, token))
    .returning({ id: installation.id }),
);

type CounterRaise = { installationId: string; stored: number; by: number; timeline: string };

/** Raises the counter beyond what it is here and in the storage; undefined where the storage was taken over since. */
export const raiseCounter = first((db: Drizzle, { installationId, stored, by, timeline }: Blanks<CounterRaise>) =>
  db
    .update(installation)
    .set({
      ...placeholderValues({ timeline }),
      ...renewedToken,
      counter: sql`greatest(${installation.counter}, ${stored}::bigint) + ${by}::bigint`,
      isTakingOver: false,
    })
    .where(eq(installation.installationId, installationId))
    .returning({ counter: installation.counter, token: installation.token, raisedAt: installation.raisedAt }),
);
