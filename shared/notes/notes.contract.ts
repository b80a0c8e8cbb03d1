import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { idOf, text, timestamp } from '#shared/kernel/fields.ts';
import { reason } from '#shared/kernel/reason.ts';
import { adminUserDetails } from '#shared/users/users.admin.contract.ts';
import { assigneeInput, memberName, tagsInput } from '#shared/users/users.handling.ts';

export const maxNoteLength = 4_000;

/** A note of the team on an order, a user or a conversation. Customers are never shown one. */
export const noteView = z.object({
  id: idOf('note'),
  text: z.string(),
  author: memberName,
  createdAt: timestamp,
  /** The order of the note, if it is on one. */
  order: z.object({ id: idOf('order'), reference: z.string() }).nullable(),
  /** Earlier texts, oldest first, each with its author and time. */
  versions: z.array(z.object({ text: z.string(), at: timestamp, author: z.string() })),
});
export type NoteView = z.output<typeof noteView>;

/** A note as it is typed. A mentioned member gets a mail, which does not contain the text. */
export const noteInput = z.object({
  text: text(maxNoteLength, { min: 1, error: reason('note_required') }),
  mentions: z.array(idOf('user')).max(10).optional(),
});
export type NoteInput = z.output<typeof noteInput>;

const room = z.object({ roomId: z.string().max(100) });

const list = {
  summary:
    'Notes of the team on a customer, their orders and conversations, newest first, with what each said before: the same list at each of them',
  response: z.array(noteView),
  errors: ['not_found'],
} as const;

const add = {
  may: 'notes.write',
  status: 201,
  summary: 'Write a note, which no customer sees; mentioned members get a mail',
  body: noteInput,
  response: noteView,
  errors: ['not_found'],
} as const;

export const listUserNotes = endpoint('GET /api/admin/users/:id/notes', {
  ...list,
  may: 'users.read',
});
export const listOrderNotes = endpoint('GET /api/admin/transactions/:id/notes', {
  ...list,
  may: 'orders.read',
});
export const listRoomNotes = endpoint('GET /api/admin/chat-rooms/:roomId/notes', {
  ...list,
  may: 'chat.answer',
  params: room,
});
export const addUserNote = endpoint('POST /api/admin/users/:id/notes', { ...add });
export const addOrderNote = endpoint('POST /api/admin/transactions/:id/notes', { ...add });
export const addRoomNote = endpoint('POST /api/admin/chat-rooms/:roomId/notes', { ...add, params: room });

export const editNote = endpoint('PUT /api/admin/notes/:id', {
  may: 'notes.write',
  summary: 'Change an own note; what it said before is kept',
  body: noteInput,
  response: noteView,
  errors: ['not_found', 'not_author'],
});

/** It decides nothing, so members may take it on their own account. */
const handleUser = { on: 'user', may: 'notes.write', response: adminUserDetails, ownCase: 'allowed' } as const;

export const assignUser = action('PUT /api/admin/users/:id/assignee', {
  ...handleUser,
  summary: 'Assign a user to a member of the team, or to nobody',
  body: assigneeInput,
  audit: 'user.assigned',
});

export const tagUser = action('PUT /api/admin/users/:id/tags', {
  ...handleUser,
  summary: 'Replace the tags of a user: at most ten, in lower case',
  body: tagsInput,
  audit: 'user.tagged',
});
