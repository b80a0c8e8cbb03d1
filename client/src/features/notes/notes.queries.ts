import { call } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import type { NoteSlotProps } from '#client/ui/layout/NoteSlot.tsx';
import type { NoteInput, NoteView } from '#shared/notes/notes.contract.ts';

/** What the team writes notes on. */
export type NoteSubject = NoteSlotProps['subject'];
export type TeamNote = NoteView;

const polled = { refetchInterval: 30_000 };

/** The notes of the team on a customer, asked for at one of their orders or conversations, or at them; newest first. */
export const notesQuery = ({ kind, id }: NoteSubject) => {
  if (kind === 'room') return apiQuery('GET /api/admin/chat-rooms/:roomId/notes', { params: { roomId: id } }, polled);
  const params = { params: { id } };
  return kind === 'order'
    ? apiQuery('GET /api/admin/transactions/:id/notes', params, polled)
    : apiQuery('GET /api/admin/users/:id/notes', params, polled);
};

const useNoteMutation = (write: (note: NoteInput) => Promise<NoteView>) =>
  useWrite(
    write,
    'GET /api/admin/transactions/:id/notes',
    'GET /api/admin/users/:id/notes',
    'GET /api/admin/chat-rooms/:roomId/notes',
  );

export const useAddNote = ({ kind, id }: NoteSubject) =>
  useNoteMutation((body) => {
    if (kind === 'room') return call('POST /api/admin/chat-rooms/:roomId/notes', { params: { roomId: id }, body });
    const sent = { params: { id }, body };
    return kind === 'order'
      ? call('POST /api/admin/transactions/:id/notes', sent)
      : call('POST /api/admin/users/:id/notes', sent);
  });

export const useEditNote = (id: string) =>
  useNoteMutation((body) => call('PUT /api/admin/notes/:id', { params: { id }, body }));
