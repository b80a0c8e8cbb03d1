import { call } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import type { NoteSlotProps } from '#client/ui/layout/NoteSlot.tsx';
import type { NoteInput, NoteView } from '#shared/notes/notes.contract.ts';

/** What the team writes notes on; those on a conversation are written when it is handed over. */
export type NoteSubject = NoteSlotProps['subject'] | { kind: 'room'; id: string };
export type TeamNote = NoteView;

const polled = { refetchInterval: 30_000 };

/** The notes of the team, newest first. */
export const notesQuery = ({ kind, id }: NoteSubject) => {
  if (kind === 'room') return apiQuery('GET /api/admin/chat-rooms/:roomId/notes', { params: { roomId: id } }, polled);
  const params = { params: { id } };
  return kind === 'order'
    ? apiQuery('GET /api/admin/transactions/:id/notes', params, polled)
    : apiQuery('GET /api/admin/users/:id/notes', params, polled);
};

const noteRoutes = [
  'GET /api/admin/transactions/:id/notes',
  'GET /api/admin/users/:id/notes',
  'GET /api/admin/chat-rooms/:roomId/notes',
] as const;

const useNoteMutation = (write: (note: NoteInput) => Promise<NoteView>) => useWrite(write, ...noteRoutes);

export const useAddNote = ({ kind, id }: NoteSlotProps['subject']) =>
  useNoteMutation((body) => {
    const sent = { params: { id }, body };
    return kind === 'order'
      ? call('POST /api/admin/transactions/:id/notes', sent)
      : call('POST /api/admin/users/:id/notes', sent);
  });

export const useEditNote = (id: string) =>
  useNoteMutation((body) => call('PUT /api/admin/notes/:id', { params: { id }, body }));

export const sharedNoteQuery = (roomId: string) =>
  apiQuery('GET /api/admin/chat-rooms/:roomId/note', { params: { roomId } });

export const continueNote = (roomId: string, text: string) =>
  call('PUT /api/admin/chat-rooms/:roomId/note', { params: { roomId }, body: { text } });
