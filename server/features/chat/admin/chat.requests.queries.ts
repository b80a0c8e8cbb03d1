import {
  and,
  asc,
  count,
  desc,
  eq,
  exists as hasSome,
  isNotNull,
  isNull,
  like,
  not,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { now } from '#server/db/fragments.ts';
import { lockName } from '#server/db/locks.ts';
import { exists, first, one, rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { maxCounted } from '#shared/reference/limits.ts';
import { agentRequests, chatMessages } from '../chat.tables.ts';

type PageOf = {
  limit: number;
  offset: number;
  /** A LIKE pattern in lower case; null lists all. */
  pattern: string | null;
};

const matchesPattern = ({ pattern }: Blanks<Pick<PageOf, 'pattern'>>) =>
  or(
    sql`${pattern}::text is null`,
    like(sql`lower(concat_ws(' ', ${agentRequests.email}, ${agentRequests.message}))`, pattern),
  );

/**
 * The condition of an open request, begun as its index is declared. A request from within a conversation is answered
 * there, so it is not open.
 */
export const openRequestCondition = (db: Reads): SQL | undefined => {
  const asMessages = db
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.roomId, agentRequests.roomId), eq(chatMessages.text, agentRequests.message)));
  return and(sql`(${agentRequests.handledAt} is not null) is false`, not(hasSome(asMessages)));
};

const requestsOf = (isListed: (db: Reads) => SQL | undefined, inOrder: typeof asc) =>
  rows((db: Reads, { limit, offset, pattern }: Blanks<PageOf>) => {
    const { id, email, message, roomId, createdAt, handledAt } = agentRequests;
    const matchesSearch = () => and(isListed(db), matchesPattern({ pattern }));
    const countedRequests = db
      .select({ id })
      .from(agentRequests)
      .where(matchesSearch())
      .limit(maxCounted)
      .as('counted');
    const total = db.select({ total: count() }).from(countedRequests);
    return db
      .select({ id, email, message, roomId, createdAt, handledAt, total: sql`${total}`.mapWith(Number) })
      .from(agentRequests)
      .where(matchesSearch())
      .orderBy(sql`(${handledAt} is not null)`, sql`${inOrder(createdAt)} nulls last`, id)
      .limit(limit)
      .offset(offset);
  });
export type AgentRequestRow = Awaited<ReturnType<ReturnType<typeof requestsOf>>>[number];

const sortedRequests = (isListed: (db: Reads) => SQL | undefined) => ({
  newest: requestsOf(isListed, desc),
  oldest: requestsOf(isListed, asc),
});
/** A page of requests for an agent, open ones first, each with the total of all that match. */
export const listRequests = {
  open: sortedRequests(openRequestCondition),
  handled: sortedRequests(() => isNotNull(agentRequests.handledAt)),
  all: sortedRequests(() => undefined),
};

type NewRequest = { email: string; message: string; roomId: Id<'room'> | null };

const findSame = first((db: Reads, { email, message }: Blanks<Pick<NewRequest, 'email' | 'message'>>) =>
  db
    .select({ id: agentRequests.id })
    .from(agentRequests)
    .where(
      and(
        sql`lower(${agentRequests.email}) = lower(${email})`,
        eq(agentRequests.message, message),
        sql`${agentRequests.createdAt} > now() - interval '10 minutes'`,
      ),
    )
    .limit(1),
);
const insert = one((db: Drizzle, { email, message, roomId }: Blanks<NewRequest>) =>
  db.insert(agentRequests).values({ email, message, roomId }).returning({ id: agentRequests.id }),
);

/** Stores a request; one that was sent twice within ten minutes is stored once. */
export async function insertRequest(tx: Tx, request: NewRequest): Promise<{ id: Id<'agentRequest'>; isNew: boolean }> {
  await lockName(tx, `agent-request ${request.email}`);
  const existingRequest = await findSame(tx, request);
  return existingRequest ? { ...existingRequest, isNew: false } : { ...(await insert(tx, request)), isNew: true };
}

type RoomId = { roomId: Id<'room'> };
const isUnhandled = ({ roomId }: Blanks<RoomId>) =>
  and(eq(agentRequests.roomId, roomId), isNull(agentRequests.handledAt));

export const hasOpenRequest = exists((db: Reads, room: Blanks<RoomId>) =>
  db.select({ id: agentRequests.id }).from(agentRequests).where(isUnhandled(room)).limit(1),
);

/** Ends the calls for an agent out of a room, once one has answered there or put it away. */
export const setAnswered = sent((db: Drizzle, room: Blanks<RoomId>) =>
  db.update(agentRequests).set({ handledAt: now }).where(isUnhandled(room)),
);

const mark = (handledAt: SQL | null) =>
  exists((db: Drizzle, { id }: Blanks<{ id: Id<'agentRequest'> }>) =>
    db.update(agentRequests).set({ handledAt }).where(eq(agentRequests.id, id)).returning({ id: agentRequests.id }),
  );
/** Marks a request as handled, or as open again; false when there is no such request. */
export const setHandled = mark(sql`coalesce(${agentRequests.handledAt}, now())`);
export const setOpen = mark(null);

type OptionalRoomId = { roomId: Id<'room'> | null };
/** Requests without a room count as one room. */
const isIn = ({ roomId }: Blanks<OptionalRoomId>) => sql`${agentRequests.roomId} is not distinct from ${roomId}`;

/** When support may be mailed about this room again; undefined means now. */
export const findNextRequestMail = first((db: Reads, room: Blanks<OptionalRoomId>) => {
  const { mailedAt } = agentRequests;
  return db
    .select({ at: sql`${mailedAt} + interval '10 minutes'`.mapWith(mailedAt) })
    .from(agentRequests)
    .where(and(isIn(room), sql`${mailedAt} > now() - interval '10 minutes'`))
    .orderBy(desc(mailedAt))
    .limit(1);
});

/** Marks the requests of a room as mailed and answers those that were not. */
export const takeUnmailedRequests = rows((db: Drizzle, room: Blanks<OptionalRoomId>) =>
  db
    .update(agentRequests)
    .set({ mailedAt: now })
    .where(and(isIn(room), isNull(agentRequests.mailedAt)))
    .returning({ email: agentRequests.email, message: agentRequests.message }),
);
