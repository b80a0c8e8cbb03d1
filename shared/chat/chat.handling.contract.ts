import { endpoint } from '#shared/kernel/endpoint.ts';
import { text } from '#shared/kernel/fields.ts';
import { maxNoteLength } from '#shared/notes/notes.contract.ts';
import { assigneeInput } from '#shared/users/users.handling.ts';
import { chatRoomView, roomParams } from './chat.contract.ts';

export const assignRoom = endpoint('PUT /api/admin/chat-rooms/:roomId/assignee', {
  may: 'chat.answer',
  summary:
    'Assign a conversation to a member who may answer chats, or to nobody; the note is for the team alone, and the customer sees neither',
  params: roomParams,
  body: assigneeInput.extend({ note: text(maxNoteLength).optional() }),
  response: chatRoomView,
  errors: ['not_found'],
});
