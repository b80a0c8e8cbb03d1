import type { Router } from 'express';
import { readingReports, readingSearch } from '#server/db/replica.ts';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/users/users.admin.contract.ts';
import { editUser, assertSureOfAddress, takeBackErasure, userActions } from './users.actions.service.ts';
import * as usersAdmin from './users.admin.service.ts';
import { exportUserList } from './users.export.service.ts';
import type { UsersPorts } from './users.ports.ts';

/** Endpoints for the team's list of users and everything done to a user. */
export function usersAdminRoutes(deps: Platform & SettingsPorts & UsersPorts): Router {
  const { router, route } = createRoutes(deps);
  route(contract.listUsers, 'users.read', async ({ actor, query, reply }) => {
    const { items, total } = await usersAdmin.listForAdmin(await readingSearch(deps, query.q), actor, query);
    reply.total(total);
    return items;
  });
  // Before the user by id, which would match this path.
  route(contract.exportUsers, 'audit.read', async ({ actor, query }) =>
    exportUserList(await readingReports(deps), actor, query),
  );
  route(contract.getUser, 'users.read', ({ params }) => usersAdmin.userForAdmin(deps, params.id));
  route(contract.editUser, 'users.write', async ({ actor, params, body, request, call }) => {
    const token = request.header('x-step-up');
    if (!call.approved) await assertSureOfAddress(deps, actor, { id: params.id, email: body.email, token });
    return editUser.carryOut(deps, actor, { params, body, call });
  });
  mountActions(route, 'users.write', deps, userActions);
  mountActions(route, 'team.write', deps, [takeBackErasure]);
  return router;
}
