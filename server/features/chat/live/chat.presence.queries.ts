import { and, eq } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { column, filtered } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';
import { presence } from '#server/sockets/presence.tables.ts';
import { agentStatuses, type AgentStatus } from '#shared/chat/chat.socket.ts';

/** The status customers see: online when any agent is, else busy when any is. */
export const readAgentStatus = readStatement({ status: column.oneOf(agentStatuses) }).only()`
  select coalesce(max(status) filter (where status = 'online'), max(status) filter (where status = 'busy'), 'offline')
    as status
  from presence where role = 'support' and until > now()`;

/** The status this agent set in another tab. */
export const readStatusOf = readStatement({ status: filtered(column.oneOf(agentStatuses)) }).value<[userId: string]>()`
  select status from presence where role = 'support' and user_id = $1 and until > now() order by until desc limit 1`;

/** Sets the status in all tabs of an agent. */
export async function setStatusOf(tx: Tx, userId: string, status: AgentStatus): Promise<void> {
  await tx
    .update(presence)
    .set({ status })
    .where(and(eq(presence.role, 'support'), eq(presence.userId, userId)));
}

/** Whether the customer of a room has it open, in any process. */
export const isCustomerThere = readStatement({ there: column.boolean }).only<[roomId: string]>()`
  select exists (select from presence where role = 'user' and subject = $1 and until > now()) as there`;
