import type { Router } from 'express';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/users/users.profile.contract.ts';
import { presentUser } from './users.present.ts';
import { changeOwnProfile, ownProfile, removeAvatar, setAvatar } from './users.profile.service.ts';

/** Profile routes of the signed-in user. */
export function usersRoutes(deps: Platform): Router {
  const { router, route } = createRoutes(deps);
  route(contract.profile, 'customer', async ({ actor }) => presentUser(await ownProfile(deps, actor)));
  route(contract.changeOwnProfile, 'customer', async ({ actor, body }) =>
    presentUser(await changeOwnProfile(deps, actor, body)),
  );
  route(contract.setAvatar, 'customer', async ({ actor, files }) =>
    presentUser(await setAvatar(deps, actor, files.avatar)),
  );
  route(contract.removeAvatar, 'customer', async ({ actor }) => presentUser(await removeAvatar(deps, actor)));
  return router;
}
