import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { exists, first, rows, firstRow, type Blanks, type Reads } from '#server/db/query.ts';
import { proofOf, signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { agentRequests, chatMessages, chatRooms } from '#server/features/chat/chat.tables.ts';
import { kycRequests } from '#server/features/kyc/kyc.tables.ts';
import { orderEvents, orders } from '#server/features/orders/orders.tables.ts';
import { heldRates } from '#server/features/rates/rates.tables.ts';
import { teamMembers } from '#server/features/team/team.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import { newOrder, stageOf } from '#shared/orders/orders.stage.ts';

type NewUser = typeof users.$inferInsert;
type NewOrder = typeof orders.$inferInsert;

/** True if there is any user but the administrator: the demonstration never mixes with real customers. */
export const hasCustomers = exists((db: Reads) =>
  db.select({ id: users.id }).from(users).where(eq(users.role, 'customer')).limit(1),
);

/** Writes a customer who registered and was verified in the past; returns the id. */
export async function insertUser(tx: Tx, profile: NewUser): Promise<Id<'user'>> {
  return firstRow(await tx.insert(users).values(profile).returning({ id: users.id })).id;
}

/** Writes a member of the team. */
export async function insertMember(tx: Tx, member: typeof teamMembers.$inferInsert): Promise<void> {
  await tx.insert(teamMembers).values(member);
}

/** Writes a signed order with its proof and its events; returns the id. */
export async function insertOrder(
  tx: Tx,
  order: NewOrder & { id: Id<'order'> },
  proof: { filename: string; sentHash: Buffer },
  events: readonly Omit<typeof orderEvents.$inferInsert, 'orderId'>[],
): Promise<Id<'order'>> {
  const signature = signRow(signedTables.order, {
    ...order,
    quoteId: order.quoteId ?? null,
    cryptoId: order.cryptoId ?? null,
    fromCurrency: order.fromCurrency ?? null,
    paymentDetails: order.paymentDetails ?? null,
    paymentInstructions: order.paymentInstructions ?? null,
    depositAddress: order.depositAddress ?? null,
    depositMemo: order.depositMemo ?? null,
    depositNetwork: order.depositNetwork ?? null,
    transactionHash: order.transactionHash ?? null,
    proofAt: order.proofAt ?? null,
    proof: proofOf(proof),
    openedBy: order.openedBy ?? null,
  });
  const stage = stageOf({ status: order.status ?? 'pending', ...newOrder(false) });
  await tx.insert(orders).values({ ...order, stage, signature });
  await tx.insert(orderEvents).values(events.map((event) => ({ ...event, orderId: order.id })));
  return order.id;
}

export interface DemoMessage {
  id: Id<'message'>;
  seq: number;
  sender: 'user' | 'support';
  senderName: string;
  text: string;
  minutesAgo: number;
}

interface Conversation {
  owner: { userId: Id<'user'>; tokenHash: null } | { userId: null; tokenHash: Buffer };
  lines: readonly DemoMessage[];
  closed: boolean;
}

const minutesBefore = (minutes: number) => sql`now() - make_interval(mins => ${minutes}::int)`;

/** Inserts a conversation. Messages after the other side's last are unread, and a customer's last waits. */
export async function insertConversation(tx: Tx, { owner, lines, closed }: Conversation): Promise<void> {
  const id = `room_${owner.userId ?? randomUUID()}`;
  const lastOf = (sender: DemoMessage['sender']) => lines.findLast((line) => line.sender === sender);
  const lastLine = lines.at(-1);
  if (!lastLine) throw new Error('Nobody said anything');
  const askedLine = lines.find((line) => line.sender === 'user' && line.seq > (lastOf('support')?.seq ?? 0));
  await tx.insert(chatRooms).values({
    ...owner,
    id,
    lastSeq: lastLine.seq,
    userSeenSeq: lastOf('user')?.seq ?? 0,
    agentSeenSeq: closed ? lastLine.seq : (lastOf('support')?.seq ?? 0),
    waitingSince: askedLine && !closed ? minutesBefore(askedLine.minutesAgo) : null,
    closedAt: closed ? minutesBefore(lastLine.minutesAgo) : null,
    lastActivity: minutesBefore(lastLine.minutesAgo),
    createdAt: minutesBefore(lines[0]?.minutesAgo ?? 0),
  });
  await tx
    .insert(chatMessages)
    .values(lines.map(({ minutesAgo, ...line }) => ({ ...line, roomId: id, createdAt: minutesBefore(minutesAgo) })));
}

type DemoRequest = { email: string; message: string; minutesAgo: number };

/** Writes a request for an agent that was made some minutes ago. */
export async function insertAgentRequest(tx: Tx, { minutesAgo, ...request }: DemoRequest): Promise<void> {
  await tx.insert(agentRequests).values({ ...request, createdAt: minutesBefore(minutesAgo) });
}

/** Writes a rate that jumped. */
export async function insertHeldRate(tx: Tx, heldRate: typeof heldRates.$inferInsert): Promise<void> {
  await tx.insert(heldRates).values(heldRate);
}

/** The pending identity request of this customer. */
export const findWaitingRequest = first((db: Reads, { userId }: Blanks<{ userId: Id<'user'> }>) =>
  db
    .select({ id: kycRequests.id })
    .from(kycRequests)
    .where(and(eq(kycRequests.userId, userId), eq(kycRequests.status, 'pending'))),
);

/** Open orders with proof, those that pay this currency first. */
export const findPayableOrders = rows((db: Reads, { currency, max }: Blanks<{ currency: string; max: number }>) => {
  const { id, status, proofAt, type, payoutCurrency, createdAt } = orders;
  return db
    .select({ id })
    .from(orders)
    .where(and(inArray(status, [...openStatuses]), isNotNull(proofAt), eq(type, 'sell')))
    .orderBy(sql`${payoutCurrency} <> ${currency}`, createdAt)
    .limit(max);
});
