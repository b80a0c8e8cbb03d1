import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminCall } from '#client/lib/api/admin-call.ts';
import { call } from '#client/lib/api/call.ts';
import { apiQuery, invalidateRoutes } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

/** What the team works on together. */
export type Subject = { kind: 'order' | 'user' | 'room'; id: string };
export type TeamNote = Api['GET /api/admin/users/:id/notes']['output'][number];
/** What has tags, notes of their own and an assignee who may be any member. */
export type TaggedSubject = { kind: 'order' | 'user'; id: string };
type NoteBody = Api['POST /api/admin/users/:id/notes']['body'];

const pollMs = 30_000;

const notesOfOrder = (id: string) =>
  apiQuery('GET /api/admin/transactions/:id/notes', { params: { id } }, { refetchInterval: pollMs });
const notesOfUser = (id: string) =>
  apiQuery('GET /api/admin/users/:id/notes', { params: { id } }, { refetchInterval: pollMs });

const notesOfRoom = (roomId: string) =>
  apiQuery('GET /api/admin/chat-rooms/:roomId/notes', { params: { roomId } }, { refetchInterval: pollMs });

/** The notes of the team, newest first. */
export const notesQuery = ({ kind, id }: Subject) => {
  if (kind === 'room') return notesOfRoom(id);
  return kind === 'order' ? notesOfOrder(id) : notesOfUser(id);
};

/** What shows orders and users with their assignee and tags, and the notes on them. */
const handlingRoutes = [
  'GET /api/admin/transactions',
  'GET /api/admin/transactions/:id',
  'GET /api/admin/users',
  'GET /api/admin/users/:id',
  'GET /api/admin/transactions/:id/notes',
  'GET /api/admin/users/:id/notes',
  'GET /api/admin/chat-rooms/:roomId/notes',
] as const;

function useHandlingMutation<Input, Result>(write: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: write, onSettled: () => invalidateRoutes(client, ...handlingRoutes) });
}

export const useAddNote = ({ kind, id }: TaggedSubject) =>
  useHandlingMutation((body: NoteBody) => {
    const sent = { params: { id }, body, ...adminCall };
    return kind === 'order'
      ? call('POST /api/admin/transactions/:id/notes', sent)
      : call('POST /api/admin/users/:id/notes', sent);
  });

export const useEditNote = (id: string) =>
  useHandlingMutation((body: NoteBody) => call('PUT /api/admin/notes/:id', { params: { id }, body, ...adminCall }));

/** Assigns to a member of the team by id, or unassigns with null. */
export const useAssign = ({ kind, id }: TaggedSubject) =>
  useHandlingMutation((userId: string | null): Promise<unknown> => {
    const sent = { params: { id }, body: { userId }, ...adminCall };
    return kind === 'order'
      ? call('PUT /api/admin/transactions/:id/assignee', sent)
      : call('PUT /api/admin/users/:id/assignee', sent);
  });

export const useTag = ({ kind, id }: TaggedSubject) =>
  useHandlingMutation((tags: string[]): Promise<unknown> => {
    const sent = { params: { id }, body: { tags }, ...adminCall };
    return kind === 'order'
      ? call('PUT /api/admin/transactions/:id/tags', sent)
      : call('PUT /api/admin/users/:id/tags', sent);
  });

/** Takes the oldest unassigned open order; undefined where there is none. */
export const useTakeNext = () =>
  useHandlingMutation(() => call('POST /api/admin/transactions/take-next', { ...adminCall }));
