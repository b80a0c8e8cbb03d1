import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { id, text, timestamp } from '#shared/kernel/fields.ts';
import { reason } from '#shared/kernel/reason.ts';
import { adminUserDetails } from '#shared/users/users.admin.contract.ts';
import { assigneeInput, memberName, tagsInput } from '#shared/users/users.handling.ts';

export const maxNoteLength = 4_000;

/** Earlier texts, oldest first, each with who wrote it when. */
const versions = z.array(z.object({ text: z.string(), at: timestamp, author: z.string() }));

/** A note of the team on an order, a user or a conversation. Customers are never shown one. */
export const noteView = z.object({
  id: z.uuid(),
  text: z.string(),
  author: memberName,
  createdAt: timestamp,
  versions,
});
export type NoteView = z.output<typeof noteView>;

/** A note as it is typed. Who is mentioned gets a mail; it does not hold the text. */
export const noteInput = z.object({
  text: text(maxNoteLength, { min: 1, error: reason('note_required') }),
  mentions: z.array(id).max(10).optional(),
});
export type NoteInput = z.output<typeof noteInput>;

/** The one note on a customer that every agent continues. */
export const sharedNoteView = z.object({
  text: z.string(),
  /** Null where nothing was noted. */
  updatedAt: timestamp.nullable(),
  versions,
});
export type SharedNoteView = z.output<typeof sharedNoteView>;

const room = z.object({ roomId: z.string().max(100) });

const list = {
  method: 'GET',
  access: 'admin',
  summary: 'Notes of the team, newest first, with what each said before',
  response: z.array(noteView),
  errors: ['not_found'],
  limit: 'read',
} as const;

const add = {
  method: 'POST',
  access: 'admin',
  may: 'notes.write',
  status: 201,
  summary: 'Write a note, which no customer sees; mentioned members get a mail',
  params: z.object({ id }),
  body: noteInput,
  response: noteView,
  errors: ['not_found'],
  limit: 'admin',
} as const;

export const listUserNotes = endpoint({
  ...list,
  path: '/api/admin/users/:id/notes',
  may: 'users.read',
  params: z.object({ id }),
});
export const listOrderNotes = endpoint({
  ...list,
  path: '/api/admin/transactions/:id/notes',
  may: 'orders.read',
  params: z.object({ id }),
});
export const listRoomNotes = endpoint({
  ...list,
  path: '/api/admin/chat-rooms/:roomId/notes',
  may: 'chat.answer',
  params: room,
});
export const addUserNote = endpoint({ ...add, path: '/api/admin/users/:id/notes' });
export const addOrderNote = endpoint({ ...add, path: '/api/admin/transactions/:id/notes' });

export const editNote = endpoint({
  method: 'PUT',
  path: '/api/admin/notes/:id',
  access: 'admin',
  may: 'notes.write',
  summary: 'Change an own note; what it said before is kept',
  params: z.object({ id }),
  body: noteInput,
  response: noteView,
  errors: ['not_found', 'not_author'],
  limit: 'admin',
});

export const readSharedNote = endpoint({
  method: 'GET',
  path: '/api/admin/chat-rooms/:roomId/note',
  access: 'admin',
  may: 'chat.answer',
  summary: 'What the team has noted of the customer, in all their conversations, or of a visitor in this one',
  params: room,
  response: sharedNoteView,
  errors: ['not_found'],
  limit: 'read',
});

export const writeSharedNote = endpoint({
  method: 'PUT',
  path: '/api/admin/chat-rooms/:roomId/note',
  access: 'admin',
  may: 'chat.answer',
  summary: 'Continues the note for the team; what it said before is kept, and the customer is never shown it',
  params: room,
  body: z.object({ text: text(maxNoteLength) }),
  response: sharedNoteView,
  errors: ['not_found'],
  limit: 'admin',
});

export const assignUser = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/assignee',
  access: 'admin',
  may: 'notes.write',
  summary: 'Assign a user to a member of the team, or to nobody',
  params: z.object({ id }),
  body: assigneeInput,
  response: adminUserDetails,
  errors: ['not_found'],
  limit: 'admin',
});

export const tagUser = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/tags',
  access: 'admin',
  may: 'notes.write',
  summary: 'Replace the tags of a user: at most ten, in lower case',
  params: z.object({ id }),
  body: tagsInput,
  response: adminUserDetails,
  errors: ['not_found'],
  limit: 'admin',
});
