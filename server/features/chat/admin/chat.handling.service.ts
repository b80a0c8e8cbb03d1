import type { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { addNote } from '#server/features/notes/notes.service.ts';
import { requireAssignee } from '#server/features/team/team.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { ChatRoomView } from '#shared/chat/chat.contract.ts';
import type { assignRoom as assignContract } from '#shared/chat/chat.handling.contract.ts';
import { roomForTeam } from './chat.admin.service.ts';
import { lockHandling, releaseRooms, setAssignee, type RoomHandling } from './chat.handling.queries.ts';

type Deps = Pick<Platform, 'db' | 'inTx'>;

/** Assigns a conversation, or unassigns it. Throws NotFound, Invalid for who may not answer chats. */
export async function assignRoom(
  deps: Deps,
  actor: Actor,
  roomId: string,
  { userId: assigneeId, note }: z.output<typeof assignContract.body>,
): Promise<ChatRoomView> {
  await deps.inTx(async (tx) => {
    // The member first, as whoever ends a membership does.
    await requireAssignee(tx, assigneeId, 'chat.answer');
    const before = await requireHandling(tx, roomId);
    if (note) await addNote(tx, actor, { roomId }, { text: note });
    if (before.assigneeId === assigneeId) return;
    await setAssignee(tx, roomId, assigneeId);
    const details = { from: before.assigneeId, to: assigneeId };
    await recordAudit(tx, actor, 'chat.room_assigned', { type: 'chat_room', id: roomId }, details);
    await publish(tx, { kind: 'chat_assigned', roomId });
  });
  return roomForTeam(deps, roomId);
}

/** Unassigns the conversations of a member who may no longer answer chats. */
export async function releaseRoomsOf(tx: Tx, memberId: string): Promise<void> {
  for (const roomId of await releaseRooms(tx, memberId)) await publish(tx, { kind: 'chat_assigned', roomId });
}

async function requireHandling(tx: Tx, roomId: string): Promise<RoomHandling> {
  const found = await lockHandling(tx, roomId);
  if (!found) throw roomNotFound();
  return found;
}

const roomNotFound = () => new NotFound('room_not_found');
