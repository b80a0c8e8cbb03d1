import { Router } from 'express';
import type { Env } from '#server/env.ts';
import { route, type RouteDeps } from '#server/http/route.ts';
import * as contract from '#shared/settings/settings.contract.ts';
import { settingsOf, type SettingsCache } from './settings.service.ts';

type Needs = RouteDeps & { env: Pick<Env, 'rates' | 'fx'>; settings: SettingsCache };

/** How the desk is set: what everybody may know, and all of it for the desk. */
export function settingsRoutes(deps: Needs): Router {
  const router = Router();

  route(router, deps, contract.getSettings, () => ({
    ...settingsOf(deps),
    sampleRates: [deps.env.rates.provider, deps.env.fx.provider].includes('sample'),
  }));

  route(router, deps, contract.adminGetSettings, () => settingsOf(deps));

  return router;
}
