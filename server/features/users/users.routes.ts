import { Router } from 'express';
import { route } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/users/users.profile.contract.ts';
import { presentUser } from './users.present.ts';
import { changeProfile, ownProfile, removeAvatar, setAvatar } from './users.profile.service.ts';

/** Profile routes of the signed-in user. */
export function usersRoutes(deps: Platform): Router {
  const router = Router();
  route(router, deps, contract.profile, async ({ actor }) => presentUser(await ownProfile(deps, actor)));
  route(router, deps, contract.changeProfile, async ({ actor, body }) =>
    presentUser(await changeProfile(deps, actor, body)),
  );
  route(router, deps, contract.setAvatar, async ({ actor, files }) =>
    presentUser(await setAvatar(deps, actor, files.avatar)),
  );
  route(router, deps, contract.removeAvatar, async ({ actor }) => presentUser(await removeAvatar(deps, actor)));
  return router;
}
