import { Router } from 'express';
import type { Env } from '#server/env.ts';
import { route, type RouteDeps } from '#server/http/route.ts';
import * as contract from '#shared/settings/settings.contract.ts';
import { publicSettingsOf, type SettingsCache } from './settings.service.ts';

type Needs = RouteDeps & { env: Pick<Env, 'rates' | 'fx'>; settings: SettingsCache };

/** How the desk is set, as far as everybody may know, in the caller's language. */
export function settingsRoutes(deps: Needs): Router {
  const router = Router();

  route(router, deps, contract.getSettings, ({ request }) => publicSettingsOf(deps, request.language));

  return router;
}
