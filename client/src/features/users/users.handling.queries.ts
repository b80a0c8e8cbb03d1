import { call } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';

/** A row with tags and an assignee, who may be any member. */
export type TaggedSubject = { kind: 'order' | 'user'; id: string };

/** Routes that show orders and users with their assignee and tags. */
const handlingRoutes = [
  'GET /api/admin/transactions',
  'GET /api/admin/transactions/:id',
  'GET /api/admin/users',
  'GET /api/admin/users/:id',
] as const;

const useHandlingMutation = <Input, Result>(write: (input: Input) => Promise<Result>) =>
  useWrite(write, ...handlingRoutes);

/** Assigns to a member of the team by id, or unassigns with null. */
export const useAssign = ({ kind, id }: TaggedSubject) =>
  useHandlingMutation((userId: string | null): Promise<unknown> => {
    const payload = { params: { id }, body: { userId } };
    return kind === 'order'
      ? call('PUT /api/admin/transactions/:id/assignee', payload)
      : call('PUT /api/admin/users/:id/assignee', payload);
  });

/** Replaces the tags of an order or a user. */
export const useTag = ({ kind, id }: TaggedSubject) =>
  useHandlingMutation((tags: string[]): Promise<unknown> => {
    const payload = { params: { id }, body: { tags } };
    return kind === 'order'
      ? call('PUT /api/admin/transactions/:id/tags', payload)
      : call('PUT /api/admin/users/:id/tags', payload);
  });

/** Takes the oldest unassigned open order; undefined if there is none. */
export const useTakeNext = () => useHandlingMutation(() => call('POST /api/admin/transactions/take-next', {}));
