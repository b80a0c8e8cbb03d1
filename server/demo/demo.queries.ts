import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { chatMessages, chatRooms } from '#server/features/chat/chat.tables.ts';
import { kycRequests } from '#server/features/kyc/kyc.tables.ts';
import { transactionEvents, transactions } from '#server/features/transactions/transactions.tables.ts';
import { users } from '#server/features/users/users.tables.ts';

type NewUser = typeof users.$inferInsert;
type NewTransaction = typeof transactions.$inferInsert;

/** Whether anybody but the administrator is on record: the demonstration never mixes with real people. */
export async function hasCustomers(db: Db): Promise<boolean> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.role} = 'customer'`)
    .limit(1);
  return row !== undefined;
}

/** Writes a person who registered and was verified in the past; answers the id. */
export async function insertPerson(tx: Tx, person: NewUser): Promise<string> {
  const [row] = await tx.insert(users).values(person).returning({ id: users.id });
  if (!row) throw new Error('The person was not written');
  return row.id;
}

/** Writes an identity check that was approved. */
export async function insertApproval(tx: Tx, approval: typeof kycRequests.$inferInsert): Promise<void> {
  await tx.insert(kycRequests).values(approval);
}

/** Writes an order as it stands now, with the events that led there. */
export async function insertOrder(
  tx: Tx,
  order: NewTransaction,
  events: readonly Omit<typeof transactionEvents.$inferInsert, 'transactionId'>[],
): Promise<string> {
  const [row] = await tx.insert(transactions).values(order).returning({ id: transactions.id });
  if (!row) throw new Error('The order was not written');
  await tx.insert(transactionEvents).values(events.map((event) => ({ ...event, transactionId: row.id })));
  return row.id;
}

/** Writes a conversation in which a customer has asked something and waits. */
export async function insertQuestion(tx: Tx, userId: string, text: string): Promise<void> {
  const id = `room_${userId}`;
  const waitingSince = sql`now() - interval '14 minutes'`;
  await tx.insert(chatRooms).values({ id, userId, lastSeq: 1, waitingSince, lastActivity: waitingSince });
  const sent = { id: randomUUID(), roomId: id, seq: 1, sender: 'user', senderName: 'You', text } as const;
  await tx.insert(chatMessages).values(sent);
}
