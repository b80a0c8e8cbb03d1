import type { Router } from 'express';
import { readingReports, readingSearch } from '#server/db/replica.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/users/users.admin.contract.ts';
import * as usersAdmin from './users.admin.service.ts';
import { deleteUserAsAdmin, takeBackErasure } from './users.erasure.service.ts';
import { exportUserList } from './users.export.service.ts';
import type { UsersPorts } from './users.ports.ts';

type Deps = Platform & SettingsPorts & UsersPorts;

export function usersAdminRoutes(deps: Deps): Router {
  const { router, route } = createRoutes(deps);
  route(contract.listUsers, async ({ actor, query, reply }) => {
    const { items, total } = await usersAdmin.listForAdmin(await readingSearch(deps, query.q), actor, query);
    reply.total(total);
    return items;
  });
  // Before the user by id, which would match this path.
  route(contract.exportUsers, async ({ actor, query }) => exportUserList(await readingReports(deps), actor, query));
  route(contract.getUser, ({ params }) => usersAdmin.userForAdmin(deps, params.id));
  route(contract.editUser, ({ actor, params, body }) => usersAdmin.editUser(deps, actor, params.id, body));
  route(contract.blockUser, ({ actor, params, body }) => usersAdmin.blockUser(deps, actor, params.id, body.reason));
  route(contract.unblockUser, ({ actor, params, call }) => usersAdmin.unblockUser(deps, actor, params.id, call));
  route(contract.deleteUser, ({ actor, params, body, call }) =>
    deleteUserAsAdmin(deps, actor, params.id, { typed: body.email, call }),
  );
  route(contract.takeBackErasure, ({ actor, params }) => takeBackErasure(deps, actor, params.id));
  return router;
}
