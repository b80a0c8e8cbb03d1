import { Router } from 'express';
import type { AuthPorts } from '#server/features/auth/auth.ports.ts';
import { presentSignedIn } from '#server/features/auth/auth.service.ts';
import { route } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/team/team.contract.ts';
import { acceptInvitation, invitationOf } from './team.invitations.service.ts';
import type { TeamPorts } from './team.ports.ts';
import * as team from './team.service.ts';

type Deps = Platform & AuthPorts & TeamPorts;

/** The team, and the links by which one joins it. */
export function teamAdminRoutes(deps: Deps): Router {
  const router = Router();
  route(router, deps, contract.me, ({ actor }) => team.currentMember(deps, actor));
  route(router, deps, contract.listTeam, () => team.listTeam(deps));
  route(router, deps, contract.inviteMember, ({ actor, body }) => team.inviteMember(deps, actor, body));
  route(router, deps, contract.resendInvitation, ({ actor, params }) => team.resendInvitation(deps, actor, params.id));
  route(router, deps, contract.changeMemberRole, ({ actor, params, body }) =>
    team.changeRole(deps, actor, params.id, body.role),
  );
  route(router, deps, contract.endMember, ({ actor, params }) => team.endMember(deps, actor, params.id));

  route(router, deps, contract.getInvitation, async ({ params }) => {
    const { email, role, expiresAt } = await invitationOf(deps, params.token);
    return { email, role, expiresAt: expiresAt.toISOString() };
  });
  route(router, deps, contract.acceptInvitation, async ({ params, body, request }) => {
    const caller = { ip: request.ip, userAgent: request.userAgent, requestId: request.id };
    return presentSignedIn(await acceptInvitation(deps, params.token, body, caller), 'Welcome to the team.');
  });
  return router;
}
