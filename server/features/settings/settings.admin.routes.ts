import { Router } from 'express';
import { route } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/settings/settings.contract.ts';
import { changeSettings, readForAdmin } from './settings.admin.service.ts';
import type { SettingsPorts } from './settings.ports.ts';

type Deps = Platform & SettingsPorts;

/** System Settings. Every change needs the password again. */
export function settingsAdminRoutes(deps: Deps): Router {
  const router = Router();
  route(router, deps, contract.adminGetSettings, () => readForAdmin(deps));
  route(router, deps, contract.updateSettings, ({ actor, body }) => changeSettings(deps, actor, body));
  return router;
}
