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
  summary: 'Notes of the team, newest first, with what each said before',
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

export const editNote = endpoint('PUT /api/admin/notes/:id', {
  may: 'notes.write',
  summary: 'Change an own note; what it said before is kept',
  body: noteInput,
  response: noteView,
  errors: ['not_found', 'not_author'],
});

export const readSharedNote = endpoint('GET /api/admin/chat-rooms/:roomId/note', {
  may: 'chat.answer',
  summary: 'What the team has noted of the customer, in all their conversations, or of a visitor in this one',
  params: room,
  response: sharedNoteView,
  errors: ['not_found'],
});

export const writeSharedNote = endpoint('PUT /api/admin/chat-rooms/:roomId/note', {
  may: 'chat.answer',
  summary: 'Continues the note for the team; what it said before is kept, and the customer is never shown it',
  params: room,
  body: z.object({ text: text(maxNoteLength) }),
  response: sharedNoteView,
  errors: ['not_found'],
});

export const assignUser = endpoint('PUT /api/admin/users/:id/assignee', {
  may: 'notes.write',
  summary: 'Assign a user to a member of the team, or to nobody',
  body: assigneeInput,
  response: adminUserDetails,
  errors: ['not_found'],
});

export const tagUser = endpoint('PUT /api/admin/users/:id/tags', {
  may: 'notes.write',
  summary: 'Replace the tags of a user: at most ten, in lower case',
  body: tagsInput,
  response: adminUserDetails,
  errors: ['not_found'],
});
