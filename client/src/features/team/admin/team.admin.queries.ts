import { call } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

export type Member = Api['GET /api/admin/team']['output'][number];
export type Invitation = Api['POST /api/admin/team']['body'];

/** Name and role of the signed-in member. */
export const meQuery = apiQuery('GET /api/admin/me', {});

/** A change of the team; the changed lists are fetched again. */
const useTeamMutation = <Input>(write: (input: Input) => Promise<unknown>) => useWrite(write, 'GET /api/admin/team');

/** Invites a member to the team. */
export const useInvite = () => useTeamMutation((body: Invitation) => call('POST /api/admin/team', { body }));

/** Mails an invitation again. */
export const useResend = () =>
  useTeamMutation((id: string) => call('POST /api/admin/team/:id/resend', { params: { id } }));

/** Changes the role of a member. */
export const useChangeRole = () =>
  useTeamMutation(({ id, role }: Pick<Member, 'id' | 'role'>) =>
    call('PUT /api/admin/team/:id', { params: { id }, body: { role } }),
  );

/** Ends a membership or an invitation. */
export const useEndMember = () =>
  useTeamMutation((id: string) => call('DELETE /api/admin/team/:id', { params: { id } }));
