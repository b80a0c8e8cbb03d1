import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Tx } from '#server/db/connection.ts';
import { lockName } from '#server/db/locks.ts';
import type { SignedInActor } from '#server/http/guards/actor.ts';
import { email as emailField } from '#shared/kernel/fields.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { ChatDeps } from './chat.ports.ts';
import * as rooms from './live/chat.rooms.queries.ts';

export type RoomClaim = {
  /** The browser's own name of the room. */
  label: string;
  actor: SignedInActor | null;
  roomToken: string | null | undefined;
  email: string | null | undefined;
  ip: string;
};
/** The token, returned only when a room was made for a visitor. */
export type OpenedRoom = { room: rooms.RoomRow; roomToken: string | null };

/**
 * Returns the room of a caller: a customer's newest, or that of a visitor's token. A free name becomes the caller's;
 * for the name of another user's room they get a new room, so that a guess reveals nothing.
 */
export async function openRoom(deps: ChatDeps, claim: RoomClaim): Promise<OpenedRoom> {
  const ownRoom = await findOwnRoom(deps, claim);
  if (ownRoom) return ownRoom;
  const { actor, ip, label } = claim;
  await deps.limits.countCall('write', { ip, ...(actor && { userId: actor.userId }) });
  return deps.inTx(async (tx) => {
    if (actor) return { room: await customerRoom(tx, actor.userId, label), roomToken: null };
    return createVisitorRoom(tx, claim, label);
  });
}

/** Finds the room of a caller without creating one; undefined where they have none. */
export async function findOwnRoom(deps: ChatDeps, claim: RoomClaim): Promise<OpenedRoom | undefined> {
  const namedRoom = await rooms.findRoom(deps.db, { id: claim.label });
  const isHeld = namedRoom?.userId === null && isOwner(namedRoom, claim);
  if (isHeld) return { room: await rejoinRoom(deps, namedRoom, claim), roomToken: null };
  const newestRoom = claim.actor ? await rooms.findNewestRoomOf(deps.db, { userId: claim.actor.userId }) : undefined;
  return newestRoom && { room: newestRoom, roomToken: null };
}

/** A customer's newest room, or a new one under this name; two at once get the same. */
export async function customerRoom(tx: Tx, userId: Id<'user'>, label = freshLabel()): Promise<rooms.RoomRow> {
  await lockName(tx, `chat-room ${userId}`);
  const newestRoom = await rooms.findNewestRoomOf(tx, { userId });
  if (newestRoom) return newestRoom;
  // The name may be another user's.
  if (await rooms.insertRoom(tx, { id: label, userId, tokenHash: null, visitorEmail: null }))
    return requireRoom(await rooms.findRoom(tx, { id: label }));
  return customerRoom(tx, userId);
}

/** True if this session or token may read and write in the room. */
export function isOwner(
  { userId, tokenHash }: Pick<rooms.RoomRow, 'userId' | 'tokenHash'>,
  { actor, roomToken }: Pick<RoomClaim, 'actor' | 'roomToken'>,
): boolean {
  if (userId !== null) return userId === actor?.userId;
  return tokenHash !== null && Boolean(roomToken) && timingSafeEqual(tokenHash, hashOf(roomToken ?? ''));
}

const emailSchema = emailField();

/** An address a visitor typed, normalized; null for an invalid one. */
export function parseEmail(email: string | null | undefined): string | null {
  return email ? (emailSchema.safeParse(email).data ?? null) : null;
}

async function rejoinRoom(
  { inTx }: ChatDeps,
  room: rooms.RoomRow,
  { actor, email }: RoomClaim,
): Promise<rooms.RoomRow> {
  const typedEmail = actor ? null : parseEmail(email);
  if (!actor && (typedEmail === null || typedEmail === room.email)) return room;
  return inTx(async (tx) => {
    if (actor) await rooms.assignRoom(tx, { id: room.id, userId: actor.userId });
    else if (typedEmail !== null) await rooms.setVisitorEmail(tx, { id: room.id, email: typedEmail });
    return requireRoom(await rooms.findRoom(tx, { id: room.id }));
  });
}

async function createVisitorRoom(tx: Tx, claim: RoomClaim, label: string): Promise<OpenedRoom> {
  const roomToken = randomBytes(32).toString('base64url');
  const isOurs = await rooms.insertRoom(tx, {
    id: label,
    userId: null,
    tokenHash: hashOf(roomToken),
    visitorEmail: parseEmail(claim.email),
  });
  // The name is another user's, or was taken since.
  if (!isOurs) return createVisitorRoom(tx, claim, freshLabel());
  return { room: requireRoom(await rooms.findRoom(tx, { id: label })), roomToken };
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const freshLabel = () => `room_${randomUUID()}`;

function requireRoom(room: rooms.RoomRow | undefined): rooms.RoomRow {
  if (!room) throw new Error('The room is gone.');
  return room;
}
