import { uploadCommand } from '#server/features/files/files.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { StagedFile } from '#server/http/uploads.ts';
import { newId } from '#server/lib/new-id.ts';
import { NotFound, wrongField } from '#server/lib/refusal.ts';
import { agentName } from '#shared/chat/chat.agent.ts';
import type { ChatMessage, TeamMessage } from '#shared/chat/chat.socket.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { MessageRow } from './chat.messages.queries.ts';
import { nameOf, storeInRoom } from './chat.messages.service.ts';
import type { ChatDeps } from './chat.ports.ts';
import { presentMessage, presentTeamMessage } from './chat.present.ts';
import { openRoom } from './chat.rooms.service.ts';
import { findRoom, type RoomRow } from './live/chat.rooms.queries.ts';

type SentFile = { staged: StagedFile | undefined; clientMessageId: string; orderId?: Id<'order'> | undefined };

/**
 * Stores a customer's file as a message of their conversation. Refuses with file_missing without a file, and the errors
 * of `storeStaged`.
 */
export async function sendCustomerFile(
  deps: ChatDeps,
  actor: Actor,
  { label, ip, ...sentFile }: SentFile & { label: string; ip: string },
): Promise<ChatMessage> {
  const claim = { label, actor, ip, roomToken: null, email: null };
  const { room } = await openRoom(deps, claim);
  const senderName = await nameOf(deps, actor);
  return presentMessage(await store(deps, sentFile, { room, sender: 'user', senderName, authorId: null }));
}

/** Stores a file that an agent sends. Refuses with not_found, and with conflict for the conversation of a visitor. */
export async function sendAgentFile(
  deps: ChatDeps,
  { userId }: Actor,
  { roomId, ...sentFile }: SentFile & { roomId: Id<'room'> },
): Promise<TeamMessage> {
  const room = await findRoom(deps.db, { id: roomId });
  if (!room) throw new NotFound('room_not_found');
  const sender = { room, sender: 'support', senderName: agentName, authorId: userId } as const;
  return presentTeamMessage(await store(deps, sentFile, sender));
}

type Sender = { room: RoomRow; sender: 'user' | 'support'; senderName: string; authorId: Id<'user'> | null };

async function store(
  deps: ChatDeps,
  { staged, clientMessageId, orderId }: SentFile,
  { room, ...from }: Sender,
): Promise<MessageRow> {
  if (!staged) throw wrongField('file', 'chat_file_required', 'file_missing');
  const purpose = from.sender === 'user' ? ('chat' as const) : ('chat_document' as const);
  const files: [StagedFile] = [staged];
  return uploadCommand(deps, { files, purpose, ownerId: room.userId }, async (tx, [file]) => {
    const message = { id: newId('message'), roomId: room.id, ...from, text: '', clientMessageId, warning: null };
    const botRequest = { window: undefined, language: undefined, isAgentOnline: false };
    const storedMessage = await storeInRoom(tx, deps, { ...message, file, ...(orderId && { orderId }) }, botRequest);
    return storedMessage.message;
  });
}
