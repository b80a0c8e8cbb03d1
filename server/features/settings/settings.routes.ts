import type { Router } from 'express';
import { createRoutes } from '#server/http/route.ts';
import * as contract from '#shared/settings/settings.contract.ts';
import type { SettingsDeps } from './settings.ports.ts';
import { publicSettingsOf } from './settings.service.ts';

/** An administrator who changes something sees it on the public pages within this time, even behind a CDN. */
const sharedSeconds = 5;

/** The public settings in the caller's language; 304 if the client has them. */
export function settingsRoutes(deps: SettingsDeps): Router {
  const { router, route } = createRoutes(deps);

  route(contract.getSettings, 'public', ({ request, reply }) => {
    reply.shared(sharedSeconds, { byLanguage: true });
    return publicSettingsOf(deps, request.language);
  });

  return router;
}
