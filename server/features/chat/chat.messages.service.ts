import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { insertFile, type StoredFile } from '#server/features/files/files.service.ts';
import { findAsked } from '#server/features/orders/orders.question.service.ts';
import { accountById } from '#server/features/users/users.service.ts';
import type { SignedInActor } from '#server/http/guards/actor.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { visitorName } from '#shared/chat/chat.names.ts';
import type { ChatSide } from '#shared/chat/chat.socket.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { setAnswered } from './admin/chat.requests.queries.ts';
import { answer, decideAnswer, type BotRequest } from './bot/chat.bot.service.ts';
import { markMailedToo, scheduleAnswerMail } from './chat.mail.service.ts';
import { findSent, insertMessage, isOrderOf, type MessageRow, type NewMessage } from './chat.messages.queries.ts';
import type { ChatDeps } from './chat.ports.ts';
import { warningFor } from './chat.warning.service.ts';
import { lockRoom, type RoomRow } from './live/chat.rooms.queries.ts';

export type MessageInput = Omit<NewMessage, 'warning' | 'sender' | 'fileId'> & {
  sender: ChatSide;
  file?: StoredFile;
  /** The customer gets this message in a mail of its own. */
  isMailed?: boolean;
};
type CheckedMessage = MessageInput & Pick<NewMessage, 'warning'>;
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
  { isMailed = false, ...input }: CheckedMessage,
  botRequest: BotRequest,
): Promise<StoredMessage> {
  const { roomId, sender, text, clientMessageId } = input;
  const room = await lockRoomOf(tx, input);
  const decision =
    sender === 'user' ? decideAnswer(room, text, { ...botRequest, isForAgent: isForAgent(input) }) : undefined;
  const { asksForAgent = false, answers = [] } = decision ?? {};
  const sentMessage = await findSent(tx, { roomId, sender, clientMessageId });
  if (sentMessage) return { message: sentMessage, asksForAgent };
  const message = await insertInRoom(tx, room, input);
  if (decision) await answer(tx, deps, { room, message, language: botRequest.language, decision });
  else await followAnswer(tx, deps, room, { seq: message.seq, isMailed });
  await publish(tx, { kind: 'chat_message', roomId, seq: message.seq, last: message.seq + answers.length });
  return { message, asksForAgent };
}

/** No bot can judge an order or a file. */
const isForAgent = ({ orderId = null, file }: MessageInput): boolean => orderId !== null || file !== undefined;

/** Locks the room of a message; refuses with not_found without it, and for an order of another user. */
async function lockRoomOf(tx: Tx, { roomId, orderId = null }: MessageInput): Promise<RoomRow> {
  const room = await lockRoom(tx, { id: roomId });
  if (!room) throw new NotFound('room_not_found');
  if (orderId !== null && !(await isOrderOf(tx, { id: orderId, userId: room.userId })))
    throw new NotFound('order_not_found');
  return room;
}

/** Stores a message with its file; one about an order that waits for an answer gives that answer. */
async function insertInRoom(tx: Tx, room: RoomRow, { file, ...message }: CheckedMessage): Promise<MessageRow> {
  const { sender, orderId = null } = message;
  const fileId = file ? await insertRoomFile(tx, room, file) : null;
  // An answer ends the question, so the order has to be found before it is stored.
  const askedOrder = sender === 'user' && orderId !== null ? await findAsked(tx, { id: orderId }) : undefined;
  const storedMessage = await insertMessage(tx, { ...message, fileId });
  if (askedOrder) await publish(tx, { kind: 'order_changed', ...askedOrder });
  return storedMessage;
}

/** The team has answered: requests of the room are over, and a customer who has left gets a mail. */
async function followAnswer(
  tx: Tx,
  deps: ChatDeps,
  room: RoomRow,
  { seq, isMailed }: { seq: number; isMailed: boolean },
): Promise<void> {
  await setAnswered(tx, { roomId: room.id });
  await (isMailed ? markMailedToo(tx, room, seq) : scheduleAnswerMail(tx, deps, room));
}

/** A file belongs to the room's customer, even if the team sends it: so only the two sides see it. */
async function insertRoomFile(tx: Tx, { userId }: RoomRow, file: StoredFile): Promise<Id<'file'>> {
  if (userId === null) throw new Conflict('conflict', 'chat_file_needs_account');
  return (await insertFile(tx, file, { ownerId: userId })).id;
}

/** Returns the name under which a customer writes: their first name, or the word for a visitor. */
export async function nameOf({ db }: Pick<Platform, 'db'>, actor: SignedInActor | null): Promise<string> {
  const account = actor ? await accountById(db, actor.userId) : undefined;
  return account?.user.firstName ?? visitorName;
}
