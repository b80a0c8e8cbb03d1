import { and, count, eq, exists as hasSome, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connection.ts';
import { textOrNull } from '#server/db/fragments.ts';
import {
  placeholderValues,
  first,
  isOneOf,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
} from '#server/db/query.ts';
import { fullNameOrNull, users } from '#server/features/users/users.tables.ts';
import { presence } from '#server/sockets/presence.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { maxCounted } from '#shared/reference/limits.ts';
import { chatMessages, chatRooms } from '../chat.tables.ts';
import { forEachFilter, forEachList, type RoomFilter, type RoomList } from './chat.lists.queries.ts';

const assignee = alias(users, 'assignee');

const unreadOf = (db: Reads) => {
  const { roomId, sender, seq } = chatMessages;
  return db
    .select({ unread: sql`count(*)::int` })
    .from(chatMessages)
    .where(and(eq(roomId, chatRooms.id), eq(sender, 'user'), sql`${seq} > ${chatRooms.agentSeenSeq}`));
};

const customersIn = (db: Reads) =>
  db
    .select()
    .from(presence)
    .where(and(eq(presence.role, 'user'), eq(presence.subject, chatRooms.id), sql`${presence.until} > now()`));

/** Conversations as the list shows them, with the total of the list. */
const selectRooms = (db: Reads, total: SQL<number>) =>
  db
    .select({
      roomId: chatRooms.id,
      userId: chatRooms.userId,
      userName: sql`concat_ws(' ', ${users.firstName}, ${users.lastName})`.mapWith(String),
      userEmail: sql`coalesce(${users.email}, ${chatRooms.visitorEmail})`.mapWith(textOrNull),
      emailVerified: sql`${users.email} is not null`.mapWith(Boolean),
      kycStatus: users.kycStatus,
      assigneeId: chatRooms.assigneeId,
      assigneeName: fullNameOrNull(assignee),
      lastSeq: chatRooms.lastSeq,
      lastActivity: chatRooms.lastActivity,
      isActive: sql`${chatRooms.closedAt} is null`.mapWith(Boolean),
      waitingSince: chatRooms.waitingSince,
      wantsAgent: chatRooms.wantsAgent,
      unread: sql`${unreadOf(db)}`.mapWith(Number),
      online: hasSome(customersIn(db)).mapWith(Boolean),
      total,
    })
    .from(chatRooms)
    .leftJoin(users, eq(users.id, chatRooms.userId))
    .leftJoin(assignee, eq(assignee.id, chatRooms.assigneeId));

type PageOf = Pick<RoomFilter, 'assigneeId'> & { limit: number; offset: number };

// The page is chosen from the index before anything is looked up for its rooms.
const listOf = forEachList((isListed, orderOf) =>
  rows((db: Reads, { assigneeId, limit, offset }: Blanks<PageOf>) => {
    const listedRooms = () => db.select({ id: chatRooms.id }).from(chatRooms).where(isListed({ assigneeId }));
    const page = listedRooms()
      .orderBy(...orderOf(chatRooms))
      .limit(limit)
      .offset(offset)
      .as('page');
    const total = db.select({ total: count() }).from(listedRooms().limit(maxCounted).as('counted'));
    return selectRooms(db, sql`${total}`.mapWith(Number))
      .innerJoin(page, eq(page.id, chatRooms.id))
      .orderBy(...orderOf(chatRooms));
  }),
);
export type AdminRoomRow = Awaited<ReturnType<typeof listRooms>>[number];

/** Returns a page of conversations in the requested order. */
export function listRooms(db: Pick<Db, 'ask'>, list: RoomList & { limit: number; offset: number }) {
  return listOf(list)(db, list);
}

/** The conversations of these names, in their order. */
export const listNamedRooms = rows((db: Reads, { ids }: Blanks<{ ids: readonly Id<'room'>[] }>) =>
  selectRooms(db, sql`cardinality(${ids}::text[])`.mapWith(Number))
    .where(isOneOf(chatRooms.id, ids))
    .orderBy(sql`array_position(${ids}::text[], ${chatRooms.id})`),
);

const oneOf = forEachFilter((isListed) =>
  rows((db: Reads, { id, assigneeId }: Blanks<{ id: Id<'room'>; assigneeId: Id<'user'> | null }>) =>
    selectRooms(db, sql`1`.mapWith(Number)).where(and(eq(chatRooms.id, id), isListed({ assigneeId }))),
  ),
);

/** Returns a list of one conversation, even before its first message; an empty one if the filter excludes it. */
export function listOneRoom(db: Pick<Db, 'ask'>, room: RoomFilter & { id: Id<'room'> }): Promise<AdminRoomRow[]> {
  return oneOf(room)(db, room);
}

type ById = Blanks<{ id: Id<'room'> }>;

/** Locks a room and reads its assignee. */
export const lockHandling = first((db: Drizzle, { id }: ById) =>
  db.select({ assigneeId: chatRooms.assigneeId }).from(chatRooms).where(eq(chatRooms.id, id)).for('update'),
);

const assigneeOf = first((db: Reads, { id }: ById) =>
  db
    .select({ id: chatRooms.assigneeId, name: fullNameOrNull(assignee) })
    .from(chatRooms)
    .leftJoin(assignee, eq(assignee.id, chatRooms.assigneeId))
    .where(eq(chatRooms.id, id)),
);

/** The member who answers in a room; null for none, undefined where there is no such room. */
export async function findAssignee(
  db: Pick<Db, 'ask'>,
  roomId: Id<'room'>,
): Promise<{ id: Id<'user'>; name: string } | null | undefined> {
  const currentAssignee = await assigneeOf(db, { id: roomId });
  return (
    currentAssignee &&
    (currentAssignee.id !== null && currentAssignee.name !== null
      ? { id: currentAssignee.id, name: currentAssignee.name }
      : null)
  );
}

export const setAssignee = sent(
  (db: Drizzle, { id, assigneeId }: Blanks<{ id: Id<'room'>; assigneeId: Id<'user'> | null }>) =>
    db.update(chatRooms).set(placeholderValues({ assigneeId })).where(eq(chatRooms.id, id)),
);

/** Unassigns every room of a member; answers all of them. */
export const releaseRooms = rows((db: Drizzle, { memberId }: Blanks<{ memberId: Id<'user'> }>) =>
  db
    .update(chatRooms)
    .set({ assigneeId: null })
    .where(eq(chatRooms.assigneeId, memberId))
    .returning({ id: chatRooms.id }),
);
