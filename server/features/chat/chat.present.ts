import type { AgentRequestView, ChatRoomView } from '#shared/chat/chat.contract.ts';
import type { ChatMessage, ChatSide, TeamMessage } from '#shared/chat/chat.socket.ts';
import type { AdminRoomRow } from './admin/chat.admin.queries.ts';
import type { AgentRequestRow } from './admin/chat.requests.queries.ts';
import type { MessageRow } from './chat.messages.queries.ts';

/** A message as the customer reads it: without the name of the member who wrote it. */
export function presentMessage(row: MessageRow): ChatMessage {
  const {
    authorId: _authorId,
    authorName: _authorName,
    createdAt,
    orderId,
    orderReference,
    filename,
    originalName,
    fileType,
    fileSize,
    ...message
  } = row;
  return {
    ...message,
    timestamp: createdAt.toISOString(),
    isBot: row.sender === 'bot',
    order: orderId !== null && orderReference !== null ? { id: orderId, reference: orderReference } : null,
    file:
      filename !== null && originalName !== null && fileType !== null && fileSize !== null
        ? { filename, originalName, type: fileType, size: fileSize }
        : null,
  };
}

/** Presents a message to the team, with the member who wrote it. */
export function presentTeamMessage(row: MessageRow): TeamMessage {
  const { authorId, authorName } = row;
  return {
    ...presentMessage(row),
    by: authorId !== null && authorName !== null ? { id: authorId, name: authorName } : null,
  };
}

/** Returns the function that presents messages to a side of the chat: the team also reads the author. */
export const presenterFor = (side: ChatSide) => (side === 'support' ? presentTeamMessage : presentMessage);

/** Presents a room to the team with its newest messages. */
export function presentRoom(
  { total: _total, assigneeId, assigneeName, ...row }: AdminRoomRow,
  newestMessages: readonly MessageRow[],
): ChatRoomView {
  return {
    ...row,
    assignee: assigneeId !== null && assigneeName !== null ? { id: assigneeId, name: assigneeName } : null,
    userName: row.userName || null,
    lastActivity: row.lastActivity.toISOString(),
    waitingSince: row.waitingSince?.toISOString() ?? null,
    messages: newestMessages.map(presentTeamMessage),
  };
}

/** Presents a request for an agent. */
export function presentRequest({ total: _total, createdAt, handledAt, ...row }: AgentRequestRow): AgentRequestView {
  return { ...row, timestamp: createdAt.toISOString(), handledAt: handledAt?.toISOString() ?? null };
}
