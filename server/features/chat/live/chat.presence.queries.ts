import { and, eq } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column, filtered } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';
import { presence } from '#server/sockets/presence.tables.ts';
import { agentStatuses, type AgentStatus } from '#shared/chat/chat.socket.ts';

const overall = readStatement({ status: column.oneOf(agentStatuses) })`
  select coalesce(max(status) filter (where status = 'online'), max(status) filter (where status = 'busy'), 'offline')
    as status
  from presence where role = 'support' and until > now()`;

/** The status customers see: online when any agent is, else busy when any is. */
export async function readAgentStatus(db: Pick<Db, 'run'>): Promise<AgentStatus> {
  const [row] = await db.run(overall);
  return row?.status ?? 'offline';
}

const ownStatus = readStatement({ status: filtered(column.oneOf(agentStatuses)) })`
  select status from presence where role = 'support' and user_id = $1 and until > now() order by until desc limit 1`;

/** The status this agent set in another tab. */
export async function readStatusOf(db: Pick<Db, 'run'>, userId: string): Promise<AgentStatus | undefined> {
  const [row] = await db.run(ownStatus, [userId]);
  return row?.status;
}

/** Sets the status in all tabs of an agent. */
export async function setStatusOf(tx: Tx, userId: string, status: AgentStatus): Promise<void> {
  await tx
    .update(presence)
    .set({ status })
    .where(and(eq(presence.role, 'support'), eq(presence.userId, userId)));
}

const customerPresent = readStatement({ there: column.boolean })`
  select exists (select from presence where role = 'user' and subject = $1 and until > now()) as there`;

/** Whether the customer of a room has it open, in any process. */
export async function isCustomerThere(db: Pick<Db, 'run'>, roomId: string): Promise<boolean> {
  const [row] = await db.run(customerPresent, [roomId]);
  return row?.there ?? false;
}
