import { and, eq, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column, filtered } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { agentStatuses, type AgentStatus } from '#shared/chat/chat.socket.ts';
import { chatPresence } from '../chat.tables.ts';

/** One open connection, as its own process records it. */
export type Presence = {
  connectionId: string;
  role: 'user' | 'support';
  roomId: string | null;
  userId: string | null;
  status: AgentStatus | null;
};

const upsert = writeStatement(
  {},
  `insert into chat_presence (connection_id, role, process_id, room_id, user_id, status, until)
   select p."connectionId", p.role, $1, p."roomId", p."userId", p.status, now() + make_interval(secs => $3)
   from json_to_recordset($2::json) as p("connectionId" uuid, role text, "roomId" text, "userId" uuid, status text)
   on conflict (connection_id, role) do update set room_id = excluded.room_id, user_id = excluded.user_id,
     status = coalesce(chat_presence.status, excluded.status), until = excluded.until`,
);

/** Records that these connections of a process are open, for `leaseSeconds`. A stored status stays. */
export async function upsertPresence(
  tx: Tx,
  processId: string,
  present: readonly Presence[],
  leaseSeconds: number,
): Promise<void> {
  await tx.run(upsert, [processId, JSON.stringify(present), leaseSeconds]);
}

const renew = writeStatement(
  { held: column.integer },
  `with held as (
     update chat_presence set until = now() + make_interval(secs => $2) where process_id = $1 returning connection_id)
   select count(*)::int as held from held`,
);

/** Extends the lease of every connection of a process by `leaseSeconds`. Returns how many those are. */
export async function renewPresence(tx: Tx, processId: string, leaseSeconds: number): Promise<number> {
  const [row] = await tx.run(renew, [processId, leaseSeconds]);
  return row?.held ?? 0;
}

export async function deletePresence(tx: Tx, connectionId: string): Promise<void> {
  await tx.delete(chatPresence).where(eq(chatPresence.connectionId, connectionId));
}

/** Takes a whole process out, as it is about to end. */
export async function deleteProcess(tx: Tx, processId: string): Promise<void> {
  await tx.delete(chatPresence).where(eq(chatPresence.processId, processId));
}

export async function deleteOldPresence(tx: Tx): Promise<void> {
  await tx.delete(chatPresence).where(lt(chatPresence.until, sql`now() - interval '1 minute'`));
}

const overall = readStatement(
  { status: column.oneOf(agentStatuses) },
  `select coalesce(max(status) filter (where status = 'online'), max(status) filter (where status = 'busy'), 'offline')
     as status
   from chat_presence where role = 'support' and until > now()`,
);

/** The status customers see: online when any agent is, else busy when any is. */
export async function readAgentStatus(db: Pick<Db, 'run'>): Promise<AgentStatus> {
  const [row] = await db.run(overall);
  return row?.status ?? 'offline';
}

const ownStatus = readStatement(
  { status: filtered(column.oneOf(agentStatuses)) },
  `select status from chat_presence where role = 'support' and user_id = $1 and until > now() order by until desc limit 1`,
);

/** The status this agent set in another tab. */
export async function readStatusOf(db: Pick<Db, 'run'>, userId: string): Promise<AgentStatus | undefined> {
  const [row] = await db.run(ownStatus, [userId]);
  return row?.status;
}

/** Sets the status in all tabs of an agent. */
export async function setStatusOf(tx: Tx, userId: string, status: AgentStatus): Promise<void> {
  await tx
    .update(chatPresence)
    .set({ status })
    .where(and(eq(chatPresence.role, 'support'), eq(chatPresence.userId, userId)));
}

const customerPresent = readStatement(
  { there: column.boolean },
  `select exists (select from chat_presence where role = 'user' and room_id = $1 and until > now()) as there`,
);

/** Whether the customer of a room has it open, in any process. */
export async function isCustomerThere(db: Pick<Db, 'run'>, roomId: string): Promise<boolean> {
  const [row] = await db.run(customerPresent, [roomId]);
  return row?.there ?? false;
}
