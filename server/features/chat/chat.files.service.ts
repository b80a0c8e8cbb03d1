import { randomUUID } from 'node:crypto';
import { uploadCommand } from '#server/features/files/files.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Actor } from '#server/http/actor.ts';
import { Invalid, NotFound } from '#server/http/refusal.ts';
import type { StagedFile } from '#server/http/uploads.ts';
import type { Platform } from '#server/platform.ts';
import { agentName } from '#shared/chat/chat.agent.ts';
import type { ChatMessage } from '#shared/chat/chat.socket.ts';
import { presentMessage } from './chat.present.ts';
import { findRoom, type RoomRow } from './chat.rooms.queries.ts';
import { nameOf, openRoom, storeInRoom } from './chat.service.ts';

type Deps = Platform & SettingsPorts;
type SentFile = { staged: StagedFile | undefined; clientMessageId: string; orderId?: string | undefined };

/** A customer's file, as a message of their own conversation. Throws Invalid without a file, and what storing refuses. */
export async function sendCustomerFile(
  deps: Deps,
  actor: Actor,
  { label, ip, ...sent }: SentFile & { label: string; ip: string },
): Promise<ChatMessage> {
  const claim = { label, actor, ip, roomToken: null, email: null };
  const { room } = await openRoom(deps, claim);
  return store(deps, sent, { room, sender: 'user', senderName: await nameOf(deps, actor) });
}

/** An agent's file. The same; Conflict where the conversation is a visitor's. */
export async function sendAgentFile(
  deps: Deps,
  { roomId, ...sent }: SentFile & { roomId: string },
): Promise<ChatMessage> {
  const room = await findRoom(deps.db, roomId);
  if (!room) throw new NotFound('room_not_found');
  return store(deps, sent, { room, sender: 'support', senderName: agentName });
}

type Sender = { room: RoomRow; sender: 'user' | 'support'; senderName: string };

async function store(
  deps: Deps,
  { staged, clientMessageId, orderId }: SentFile,
  { room, sender, senderName }: Sender,
): Promise<ChatMessage> {
  if (!staged) {
    const reason = 'chat_file_required';
    throw new Invalid('file_missing', reason, { fields: { file: reason } });
  }
  const purpose = sender === 'user' ? ('chat' as const) : ('chat_document' as const);
  const files: [StagedFile] = [staged];
  return uploadCommand(deps, { files, purpose, ownerId: room.userId }, async (tx, [file]) => {
    const message = { id: randomUUID(), roomId: room.id, sender, senderName, text: '', clientMessageId, warning: null };
    const asked = { window: undefined, language: undefined, isAgentOnline: false };
    const stored = await storeInRoom(tx, deps, { ...message, file, ...(orderId && { orderId }) }, asked);
    return presentMessage(stored.message);
  });
}
