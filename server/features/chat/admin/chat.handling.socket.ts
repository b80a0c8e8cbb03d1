import type { Platform } from '#server/platform.ts';
import type { Sockets } from '#server/sockets/socket.ts';
import type { ChatSocketEvent } from '#shared/chat/chat.socket.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { assigneeOf } from './chat.admin.service.ts';

/**
 * Notifies the members who may answer chats when the assignee of a room changes; not after a gap, because lists are
 * polled too.
 */
export function chatHandlingSocket(
  { db, events, log }: Pick<Platform, 'db' | 'events' | 'log'>,
  sockets: Pick<Sockets, 'toMembers'>,
): void {
  const send = async (roomId: Id<'room'>): Promise<void> => {
    const assignee = await assigneeOf({ db }, roomId);
    if (assignee === undefined) return;
    sockets.toMembers('chat.answer', { type: 'room_assigned', roomId, assignee } satisfies ChatSocketEvent);
  };
  events.on('chat_assigned', (event) => {
    if (event.kind === 'resync') return;
    send(event.roomId).catch((error: unknown) =>
      log.warn({ err: error }, 'the team could not be notified of an assignment'),
    );
  });
}
