import { and, desc, eq, exists as hasSome, gt, isNull, lt, min, notExists as hasNone, or, sql } from 'drizzle-orm';
import { now, textOrNull } from '#server/db/fragments.ts';
import {
  exists,
  placeholderValues,
  first,
  one,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
  type RowOf,
} from '#server/db/query.ts';
import { recordsOf, type UserId } from '#server/db/records.ts';
import { files } from '#server/features/files/files.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import { presence } from '#server/sockets/presence.tables.ts';
import type { AgentStatus } from '#shared/chat/chat.socket.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { agentRequests, chatMessages, chatRooms } from '../chat.tables.ts';

type ById = Blanks<{ id: Id<'room'> }>;

const roomFields = {
  id: chatRooms.id,
  userId: chatRooms.userId,
  tokenHash: chatRooms.tokenHash,
  /** Name of the customer, or the one that the visitor typed. */
  email: sql`coalesce(${users.email}, ${chatRooms.visitorEmail})`.mapWith(textOrNull),
  language: users.language,
  lastSeq: chatRooms.lastSeq,
  userSeenSeq: chatRooms.userSeenSeq,
  agentSeenSeq: chatRooms.agentSeenSeq,
  mailedSeq: chatRooms.mailedSeq,
  agentName: chatRooms.agentName,
  wantsAgent: chatRooms.wantsAgent,
  closed: sql`${chatRooms.closedAt} is not null`.mapWith(Boolean),
};
const selectRooms = (db: Reads) =>
  db.select(roomFields).from(chatRooms).leftJoin(users, eq(users.id, chatRooms.userId));
export type RoomRow = RowOf<typeof selectRooms>;

const roomById = (db: Reads, { id }: ById) => selectRooms(db).where(eq(chatRooms.id, id));

export const findRoom = first(roomById);

/** The room, locked against other writers until `tx` ends. */
export const lockRoom = first((db: Drizzle, blanks: ById) => roomById(db, blanks).for('update', { of: chatRooms }));

/** The conversation a customer is in: the one in which something happened last. */
export const findNewestRoomOf = first((db: Reads, { userId }: Blanks<{ userId: Id<'user'> }>) =>
  selectRooms(db).where(eq(chatRooms.userId, userId)).orderBy(desc(chatRooms.lastActivity), chatRooms.id).limit(1),
);

/** Rooms in which something was written in the last seconds, with the number of the first message of that time. */
export const readRoomsSince = rows((db: Reads, { seconds }: Blanks<{ seconds: number }>) => {
  const since = sql`now() - make_interval(secs => ${seconds})`;
  return db
    .select({ roomId: chatRooms.id, seq: min(chatMessages.seq).mapWith(Number) })
    .from(chatRooms)
    .innerJoin(chatMessages, eq(chatMessages.roomId, chatRooms.id))
    .where(and(gt(chatRooms.lastActivity, since), gt(chatMessages.createdAt, since)))
    .groupBy(chatRooms.id);
});

type NewRoom = Pick<typeof chatRooms.$inferSelect, 'id' | 'userId' | 'tokenHash' | 'visitorEmail'>;

/** False when the name has been taken. */
export const insertRoom = exists((db: Drizzle, { id, userId, tokenHash, visitorEmail }: Blanks<NewRoom>) =>
  db
    .insert(chatRooms)
    .values({ id, userId, tokenHash, visitorEmail })
    .onConflictDoNothing()
    .returning({ id: chatRooms.id }),
);

/** Hands a visitor's room to the account they signed in to, as its newest; from then on its token opens nothing. */
export const assignRoom = sent((db: Drizzle, { id, userId }: Blanks<{ id: Id<'room'>; userId: Id<'user'> }>) =>
  db
    .update(chatRooms)
    .set({ ...placeholderValues({ userId }), tokenHash: null, lastActivity: now })
    .where(and(eq(chatRooms.id, id), isNull(chatRooms.userId))),
);

export const setVisitorEmail = sent((db: Drizzle, { id, email }: Blanks<{ id: Id<'room'>; email: string }>) =>
  db
    .update(chatRooms)
    .set(placeholderValues({ visitorEmail: email }))
    .where(eq(chatRooms.id, id)),
);

const setSeen = (column: 'userSeenSeq' | 'agentSeenSeq') =>
  exists((db: Drizzle, { id, seq }: Blanks<{ id: Id<'room'>; seq: number }>) =>
    db
      .update(chatRooms)
      .set(placeholderValues({ [column]: seq }))
      .where(and(eq(chatRooms.id, id), lt(chatRooms[column], seq)))
      .returning({ id: chatRooms.id }),
  );
/** Records that a side was shown the room up to a number; false when nothing changed. */
export const markSeen = { user: setSeen('userSeenSeq'), support: setSeen('agentSeenSeq') };

export const markMailed = sent((db: Drizzle, { id, seq }: Blanks<{ id: Id<'room'>; seq: number }>) =>
  db
    .update(chatRooms)
    .set(placeholderValues({ mailedSeq: seq }))
    .where(eq(chatRooms.id, id)),
);

/** Puts the agent's name on the room; false when another agent is in it already. */
export const assignAgent = exists((db: Drizzle, { id, agentName }: Blanks<{ id: Id<'room'>; agentName: string }>) =>
  db
    .update(chatRooms)
    .set(placeholderValues({ agentName }))
    .where(and(eq(chatRooms.id, id), isNull(chatRooms.agentName)))
    .returning({ id: chatRooms.id }),
);

/** Notes that the customer is to talk with an agent, until the room is closed. */
export const setWantsAgent = sent((db: Drizzle, { id }: ById) =>
  db.update(chatRooms).set({ wantsAgent: true }).where(eq(chatRooms.id, id)),
);

/** False when there is no such room. */
export const setClosed = exists((db: Drizzle, { id }: ById) =>
  db
    .update(chatRooms)
    .set({
      closedAt: sql`coalesce(${chatRooms.closedAt}, now())`,
      agentName: null,
      wantsAgent: false,
      waitingSince: null,
      agentSeenSeq: chatRooms.lastSeq,
    })
    .where(eq(chatRooms.id, id))
    .returning({ id: chatRooms.id }),
);

/** False when there is no such room. */
export const setReopened = exists((db: Drizzle, { id }: ById) =>
  db.update(chatRooms).set({ closedAt: null }).where(eq(chatRooms.id, id)).returning({ id: chatRooms.id }),
);

const isPresent = sql`${presence.until} > now()`;

/** Deletes conversations of deleted users, and rooms without any message. */
export const dropRooms = sent((db: Drizzle) =>
  db.delete(chatRooms).where(
    or(
      hasSome(
        db
          .select()
          .from(users)
          .where(and(eq(users.id, chatRooms.userId), eq(users.status, 'deleted'))),
      ),
      and(
        eq(chatRooms.lastSeq, 0),
        sql`${chatRooms.createdAt} < now() - interval '2 days'`,
        hasNone(
          db
            .select()
            .from(presence)
            .where(and(eq(presence.role, 'user'), eq(presence.subject, chatRooms.id), isPresent)),
        ),
      ),
    ),
  ),
);

/**
 * Deletes a user's conversations, those they had as a visitor under their address, and the agent requests left under
 * it.
 */
export const deleteChatsOf = sent(
  (db: Drizzle, { userId, email }: Blanks<{ userId: Id<'user'>; email: string | null }>) =>
    db
      .with(
        db.$with('requests').as(
          db
            .delete(agentRequests)
            .where(sql`lower(${agentRequests.email}) = ${email}`)
            .returning(),
        ),
      )
      .delete(chatRooms)
      .where(
        or(
          eq(chatRooms.userId, userId),
          and(isNull(chatRooms.userId), sql`lower(${chatRooms.visitorEmail}) = ${email}`),
        ),
      ),
);

const messagesOfRoom = sql`(
  select json_agg(json_build_object('at', ${chatMessages.createdAt}, 'from', ${chatMessages.sender},
    'text', ${chatMessages.text}, 'order', ${orders.reference}, 'file', ${files.originalName}, 'size', ${files.size})
    order by ${chatMessages.seq})
  from ${chatMessages} left join ${orders} on ${orders.id} = ${chatMessages.orderId}
    left join ${files} on ${files.id} = ${chatMessages.fileId}
  where ${chatMessages.roomId} = ${chatRooms.id})`;

/** A user's conversations, message by message. */
export const exportChatPersonalData = recordsOf((db: Reads, { userId }: Blanks<UserId>) =>
  db
    .select({
      records: sql`coalesce(json_agg(json_build_object('room', ${chatRooms.id}, 'begun', ${chatRooms.createdAt},
        'messages', ${messagesOfRoom}) order by ${chatRooms.createdAt}), '[]')`,
    })
    .from(chatRooms)
    .where(eq(chatRooms.userId, userId)),
);

const statusOfAll = sql`coalesce(max(${presence.status}) filter (where ${presence.status} = 'online'),
  max(${presence.status}) filter (where ${presence.status} = 'busy'), 'offline')`;

/** The status customers see: online when any agent is, else busy when any is. */
export const readAgentStatus = one((db: Reads) =>
  db
    .select({ status: statusOfAll.mapWith(presence.status) })
    .from(presence)
    .where(and(eq(presence.role, 'support'), isPresent)),
);

type AgentId = { userId: Id<'user'> };

/** The status this agent set in another tab. */
export const readStatusOf = first((db: Reads, { userId }: Blanks<AgentId>) =>
  db
    .select({ status: presence.status })
    .from(presence)
    .where(and(eq(presence.role, 'support'), eq(presence.userId, userId), isPresent))
    .orderBy(desc(presence.until))
    .limit(1),
);

/** Sets the status in all tabs of an agent. */
export const setStatusOf = sent((db: Drizzle, { userId, status }: Blanks<AgentId & { status: AgentStatus }>) =>
  db
    .update(presence)
    .set(placeholderValues({ status }))
    .where(and(eq(presence.role, 'support'), eq(presence.userId, userId))),
);

/** True if the customer of a room has it open, in any process. */
export const isCustomerThere = exists((db: Reads, { roomId }: Blanks<{ roomId: Id<'room'> }>) =>
  db
    .select({ role: presence.role })
    .from(presence)
    .where(and(eq(presence.role, 'user'), eq(presence.subject, roomId), isPresent))
    .limit(1),
);
