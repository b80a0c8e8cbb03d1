import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { id } from '#shared/kernel/fields.ts';
import { adminUserDetails } from '#shared/users/users.admin.contract.ts';
import { assigneeInput, noteInput, noteView, tagsInput } from '#shared/users/users.handling.ts';

export const listUserNotes = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/notes',
  access: 'admin',
  may: 'users.read',
  summary: 'Notes of the team on a user, newest first, with what each said before',
  params: z.object({ id }),
  response: z.array(noteView),
  errors: ['not_found'],
  limit: 'read',
});

export const addUserNote = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/notes',
  access: 'admin',
  may: 'notes.write',
  summary: 'Write a note on a user; mentioned members get a mail',
  status: 201,
  params: z.object({ id }),
  body: noteInput,
  response: noteView,
  errors: ['not_found'],
  limit: 'admin',
});

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
