import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Tx } from '#server/db/connection.ts';
import { lockName } from '#server/db/locks.ts';
import { publish } from '#server/events/publish.ts';
import { ownSourceAddresses } from '#server/features/deposit-sources/deposit-sources.service.ts';
import { deleteFilesOf, insertFile, type StoredFile } from '#server/features/files/files.service.ts';
import { enqueue } from '#server/features/jobs/jobs.service.ts';
import { findAsked } from '#server/features/orders/orders.question.service.ts';
import { activeMethods } from '#server/features/payment-methods/payment-methods.service.ts';
import { accountById, type ErasedUser } from '#server/features/users/users.service.ts';
import { ownAddresses } from '#server/features/wallets/wallets.service.ts';
import type { SignedInActor } from '#server/http/guards/actor.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { findAccounts, normalizeAccount } from '#shared/chat/chat.accounts.ts';
import { visitorName } from '#shared/chat/chat.names.ts';
import type { ChatSide } from '#shared/chat/chat.socket.ts';
import { email as emailField } from '#shared/kernel/fields.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { setAnswered } from './admin/chat.requests.queries.ts';
import { answer, decideAnswer, type BotRequest } from './bot/chat.bot.service.ts';
import {
  endOfRoom,
  findSent,
  insertMessage,
  isOrderOf,
  readLater,
  type MessageRow,
  type NewMessage,
} from './chat.messages.queries.ts';
import type { ChatDeps } from './chat.ports.ts';
import * as rooms from './live/chat.rooms.queries.ts';
import { isCustomerThere } from './live/chat.rooms.queries.ts';

export { openRequestCondition } from './admin/chat.requests.queries.ts';
export { exportChatPersonalData } from './live/chat.rooms.queries.ts';

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

export type MessageInput = Omit<NewMessage, 'warning' | 'sender' | 'fileId'> & {
  sender: ChatSide;
  file?: StoredFile;
  /** The customer gets this message in a mail of its own. */
  isMailed?: boolean;
};
/** `asksForAgent`: the customer's message calls an agent. */
export type StoredMessage = { message: MessageRow; asksForAgent: boolean };

/**
 * Stores a message as the next one of its room, with the bot's answer, and notifies every process. A duplicate (by the
 * sender's own id) returns the stored one. Refuses with not_found for a missing room or another user's order, conflict
 * for a visitor's file.
 */
export async function storeMessage(
  deps: ChatDeps,
  input: MessageInput,
  botRequest: BotRequest,
): Promise<StoredMessage> {
  const warning = await warningFor(deps, input.text);
  return deps.inTx((tx) => storeInRoom(tx, deps, { ...input, warning }, botRequest));
}

/** Stores a message within a transaction; its text needs no warning or was checked before. */
export async function storeInRoom(
  tx: Tx,
  deps: ChatDeps,
  { file, isMailed = false, ...message }: MessageInput & Pick<NewMessage, 'warning'>,
  botRequest: BotRequest,
): Promise<StoredMessage> {
  const { sender, text, orderId = null } = message;
  const room = await rooms.lockRoom(tx, { id: message.roomId });
  if (!room) throw new NotFound('room_not_found');
  if (orderId !== null && !(await isOrderOf(tx, { id: orderId, userId: room.userId })))
    throw new NotFound('order_not_found');
  const isForAgent = orderId !== null || file !== undefined;
  const decision = sender === 'user' ? decideAnswer(room, text, { ...botRequest, isForAgent }) : undefined;
  const { asksForAgent = false } = decision ?? {};
  const { roomId, clientMessageId } = message;
  const sentMessage = await findSent(tx, { roomId, sender, clientMessageId });
  if (sentMessage) return { message: sentMessage, asksForAgent };
  const fileId = file ? await insertRoomFile(tx, room, file) : null;
  // An answer ends the question, so the order has to be found before it is stored.
  const askedOrder = sender === 'user' && orderId !== null ? await findAsked(tx, { id: orderId }) : undefined;
  const storedMessage = await insertMessage(tx, { ...message, fileId });
  if (askedOrder) await publish(tx, { kind: 'order_changed', ...askedOrder });
  const { seq } = storedMessage;
  const answers = decision?.answers.length ?? 0;
  if (decision) await answer(tx, deps, { room, message: storedMessage, language: botRequest.language, decision });
  else {
    await setAnswered(tx, { roomId: room.id });
    await (isMailed ? markMailedToo(tx, room, seq) : scheduleAnswerMail(tx, deps, room));
  }
  await publish(tx, { kind: 'chat_message', roomId: room.id, seq, last: seq + answers });
  return { message: storedMessage, asksForAgent };
}

/** Counts a message as mailed with those before it, unless one of them still waits for its mail. */
async function markMailedToo(
  tx: Tx,
  { id: roomId, mailedSeq, userSeenSeq }: rooms.RoomRow,
  seq: number,
): Promise<void> {
  const laterMessages = await readLater(tx, { roomId, after: Math.max(mailedSeq, userSeenSeq), limit: endOfRoom });
  if (laterMessages.some((message) => message.sender === 'support' && message.seq < seq)) return;
  await rooms.markMailed(tx, { id: roomId, seq });
}

/** A file belongs to the room's customer, even if the team sends it: so only the two sides see it. */
async function insertRoomFile(tx: Tx, { userId }: rooms.RoomRow, file: StoredFile): Promise<Id<'file'>> {
  if (userId === null) throw new Conflict('conflict', 'chat_file_needs_account');
  return (await insertFile(tx, file, { ownerId: userId })).id;
}

/** Lines of one answer go into one mail. */
const batchDelayMs = 20_000;
/** A connection still open after this long has shown the answer: a dead one is detected sooner. */
const presenceTimeoutMs = 90_000;

/** Schedules a mail with the agents' messages, should the customer not see them. */
export async function scheduleAnswerMail(
  tx: Tx,
  { now }: Pick<Platform, 'now'>,
  { id, email }: rooms.RoomRow,
): Promise<void> {
  if (email === null) return;
  const waitMs = (await isCustomerThere(tx, { roomId: id })) ? presenceTimeoutMs : batchDelayMs;
  const options = { key: `chat-answers ${id}`, runAt: new Date(now().getTime() + waitMs) };
  await enqueue(tx, 'chat.mail-answers', { roomId: id }, options);
}

/** Fraudsters post accounts in chats: any account that is not the operator's is flagged. */
async function warningFor(deps: ChatDeps, text: string): Promise<NewMessage['warning']> {
  const namedAccounts = findAccounts(text);
  if (namedAccounts.length === 0) return null;
  const methods = await activeMethods(deps, undefined);
  const banks = methods.flatMap(({ accountDetails }) => Object.values(accountDetails));
  const ownNames = new Set(
    [...(await ownAddresses(deps)), ...(await ownSourceAddresses(deps)), ...banks].map(normalizeAccount),
  );
  return namedAccounts.every((account) => ownNames.has(account)) ? null : 'foreign_account';
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const freshLabel = () => `room_${randomUUID()}`;

function requireRoom(room: rooms.RoomRow | undefined): rooms.RoomRow {
  if (!room) throw new Error('The room is gone.');
  return room;
}

/** Deletes the messages and files of a user being erased. */
export async function eraseChatPersonalData(tx: Tx, { id, email }: ErasedUser): Promise<void> {
  await rooms.deleteChatsOf(tx, { userId: id, email });
  await deleteFilesOf(tx, id, ['chat', 'chat_document']);
}

/** Returns the name under which a customer writes: their first name, or the word for a visitor. */
export async function nameOf({ db }: Pick<Platform, 'db'>, actor: SignedInActor | null): Promise<string> {
  const account = actor ? await accountById(db, actor.userId) : undefined;
  return account?.user.firstName ?? visitorName;
}
