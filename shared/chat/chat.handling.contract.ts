import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { text } from '#shared/kernel/fields.ts';
import { assigneeInput, maxNoteLength, noteView } from '#shared/users/users.handling.ts';
import { chatRoomView, roomParams } from './chat.contract.ts';

export const assignRoom = endpoint({
  method: 'PUT',
  path: '/api/admin/chat-rooms/:roomId/assignee',
  access: 'admin',
  may: 'chat.answer',
  summary:
    'Assign a conversation to a member who may answer chats, or to nobody; the note is for the team alone, and the customer sees neither',
  params: roomParams,
  body: assigneeInput.extend({ note: text(maxNoteLength).optional() }),
  response: chatRoomView,
  errors: ['not_found'],
  limit: 'admin',
});

export const listRoomNotes = endpoint({
  method: 'GET',
  path: '/api/admin/chat-rooms/:roomId/notes',
  access: 'admin',
  may: 'chat.answer',
  summary: 'Notes of the team on a conversation, newest first, with what each said before',
  params: roomParams,
  response: z.array(noteView),
  errors: ['not_found'],
  limit: 'read',
});
