import { useMutation } from '@tanstack/react-query';
import { call } from '#client/lib/api/call.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import { startSession } from '#client/lib/session/session.ts';
import type { Api } from '#shared/api.ts';

/** The user whom an invitation is for. Fetching it again does not change the state of a link. */
export const invitationQuery = (token: string) =>
  apiQuery('GET /api/invitations/:token', { params: { token } }, { retry: false, staleTime: Infinity });

type AcceptBody = Api['POST /api/invitations/:token']['body'];

/** Joins the team and begins the set-up of the second factor; returns the secret of the app. */
export function useAcceptInvitation(token: string) {
  return useMutation({
    mutationFn: async (body: AcceptBody) => {
      const answer = await call('POST /api/invitations/:token', { params: { token }, body });
      await startSession(answer);
      return call('POST /api/second-factor', { body: { password: body.password } });
    },
  });
}
