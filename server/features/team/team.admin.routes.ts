import type { Router } from 'express';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import { presentSignedIn } from '#server/features/auth/auth.service.ts';
import { createRoutes } from '#server/http/route.ts';
import * as contract from '#shared/team/team.contract.ts';
import { teamActions } from './team.actions.service.ts';
import { acceptInvitation, readInvitation } from './team.invitations.service.ts';
import type { TeamDeps } from './team.ports.ts';
import * as team from './team.service.ts';

/** Endpoints for the team, and for the links by which members join it. */
export function teamAdminRoutes(deps: TeamDeps): Router {
  const { router, route } = createRoutes(deps);
  route(contract.me, 'member', ({ actor }) => team.currentMember(deps, actor));
  route(contract.listTeam, 'notes.write', () => team.listTeam(deps));
  mountActions(route, 'team.write', deps, teamActions);

  route(contract.getInvitation, 'public', ({ params }) => readInvitation(deps, params.token));
  route(contract.acceptInvitation, 'public', async ({ params, body, request }) => {
    const caller = { ip: request.ip, userAgent: request.userAgent, requestId: request.id };
    return presentSignedIn(await acceptInvitation(deps, params.token, body, caller), 'Welcome to the team.');
  });
  return router;
}
