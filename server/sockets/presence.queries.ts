import type { Tx } from '#server/db/connection.ts';
import { column, filtered, orNull } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import type { presence } from './presence.tables.ts';

/** One open tab, as its own process records it. */
export type Presence = Pick<typeof presence.$inferSelect, 'connectionId' | 'role' | 'subject' | 'userId' | 'status'>;

const upsert = writeStatement({})`
  insert into presence (connection_id, role, process_id, subject, user_id, status, until)
  select p."connectionId", p.role, $1, p.subject, p."userId", p.status, now() + make_interval(secs => $3)
  from json_to_recordset($2::json) as p("connectionId" uuid, role text, subject text, "userId" uuid, status text)
  on conflict (connection_id, role) do update set subject = excluded.subject, user_id = excluded.user_id,
    status = coalesce(presence.status, excluded.status), until = excluded.until`;

/** Records that these tabs of a process are open, for `leaseSeconds`. A stored status stays. */
export async function upsertPresence(
  tx: Tx,
  processId: string,
  present: readonly Presence[],
  leaseSeconds: number,
): Promise<void> {
  await tx.run(upsert, [processId, JSON.stringify(present), leaseSeconds]);
}

/** Extends the lease of every tab of a process by `leaseSeconds`. Returns how many those are. */
export const renewPresence = writeStatement({ renewed: column.integer }).only<
  [processId: string, leaseSeconds: number]
>()`
  with renewed as (
    update presence set until = now() + make_interval(secs => $2) where process_id = $1 returning connection_id)
  select count(*)::int as renewed from renewed`;

const sweep = writeStatement({ subject: orNull(column.text) })`
  delete from presence where until <= now() and role = any($1) returning subject`;

/** Removes the tabs in these roles whose lease ran out; returns what they had open. */
export async function deleteExpired(tx: Tx, roles: readonly Presence['role'][]): Promise<string[]> {
  return [...new Set((await tx.run(sweep, [roles])).flatMap(({ subject }) => subject ?? []))];
}

export const deletePresence = writeStatement({}).send<[connectionId: string]>()`
  delete from presence where connection_id = $1`;
/** Takes a whole process out, as it is about to end. */
export const deleteProcess = writeStatement({}).send<[processId: string]>()`delete from presence where process_id = $1`;

/** Who has this open, in any process. */
export const readViewers = readStatement({ userId: filtered(column.uuid) }).values<[subject: string]>()`
  select user_id as "userId" from presence where role = 'viewer' and subject = $1 and until > now()
  group by 1 order by min(until)`;
