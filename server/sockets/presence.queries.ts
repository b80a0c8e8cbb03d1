import { and, count, eq, gt, lte, min, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { now } from '#server/db/fragments.ts';
import { isOneOf, one, rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { presence } from './presence.tables.ts';

/** One open tab, as its own process records it. */
export type Presence = Pick<typeof presence.$inferSelect, 'connectionId' | 'role' | 'subject' | 'userId' | 'status'>;

type ProcessId = { processId: string };
type Lease = ProcessId & { leaseSeconds: number };

const leaseEnd = ({ leaseSeconds }: Blanks<Pick<Lease, 'leaseSeconds'>>) =>
  sql`now() + make_interval(secs => ${leaseSeconds})`;

const upsert = sent((db: Drizzle, { tabs, processId, leaseSeconds }: Blanks<Lease & { tabs: string }>) => {
  const tab = sql`json_to_recordset(${tabs}::json)
    as tab("connectionId" uuid, role text, subject text, "userId" uuid, status text)`;
  return db
    .insert(presence)
    .select(
      db
        .select({
          connectionId: sql`tab."connectionId"`.as('connection_id'),
          role: sql`tab.role`.as('role'),
          processId: sql`${processId}::uuid`.as('process_id'),
          subject: sql`tab.subject`.as('subject'),
          userId: sql`tab."userId"`.as('user_id'),
          status: sql`tab.status`.as('status'),
          until: leaseEnd({ leaseSeconds }).as('until'),
        })
        .from(tab),
    )
    .onConflictDoUpdate({
      target: [presence.connectionId, presence.role],
      set: {
        subject: sql`excluded.subject`,
        userId: sql`excluded.user_id`,
        status: sql`coalesce(${presence.status}, excluded.status)`,
        until: sql`excluded.until`,
      },
    });
});

/** Records that these tabs of a process are open, for `leaseSeconds`. A stored status stays. */
export async function upsertPresence(
  tx: Tx,
  { present, ...lease }: Lease & { present: readonly Presence[] },
): Promise<void> {
  await upsert(tx, { ...lease, tabs: JSON.stringify(present) });
}

/** Extends the lease of every tab of a process by `leaseSeconds`. Answers how many those are. */
export const renewPresence = one((db: Drizzle, lease: Blanks<Lease>) => {
  const renewedPresence = db.$with('renewed').as(
    db
      .update(presence)
      .set({ until: leaseEnd(lease) })
      .where(eq(presence.processId, lease.processId))
      .returning({ id: presence.connectionId }),
  );
  return db.with(renewedPresence).select({ tabs: count() }).from(renewedPresence);
});

const sweep = rows((db: Drizzle, { roles }: Blanks<{ roles: readonly Presence['role'][] }>) =>
  db
    .delete(presence)
    .where(and(lte(presence.until, now), isOneOf(presence.role, roles)))
    .returning({ subject: presence.subject }),
);

/** Removes the tabs in these roles whose lease ran out; returns what they had open. */
export async function deleteExpired(tx: Tx, roles: readonly Presence['role'][]): Promise<string[]> {
  return [...new Set((await sweep(tx, { roles })).flatMap(({ subject }) => subject ?? []))];
}

export const deletePresence = sent((db: Drizzle, { connectionId }: Blanks<{ connectionId: string }>) =>
  db.delete(presence).where(eq(presence.connectionId, connectionId)),
);

/** Takes a whole process out, as it is about to end. */
export const deleteProcess = sent((db: Drizzle, { processId }: Blanks<ProcessId>) =>
  db.delete(presence).where(eq(presence.processId, processId)),
);

const viewers = rows((db: Reads, { subject }: Blanks<{ subject: string }>) =>
  db
    .select({ userId: presence.userId })
    .from(presence)
    .where(and(eq(presence.role, 'viewer'), eq(presence.subject, subject), gt(presence.until, now)))
    .groupBy(presence.userId)
    .orderBy(min(presence.until)),
);

/** The users who have this open, in any process. */
export async function readViewers(db: Pick<Db, 'ask'>, subject: string): Promise<string[]> {
  return (await viewers(db, { subject })).flatMap(({ userId }) => userId ?? []);
}
