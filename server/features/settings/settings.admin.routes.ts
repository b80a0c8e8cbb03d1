import type { Router } from 'express';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/settings/settings.contract.ts';
import * as texts from '#shared/settings/settings.ready-texts.contract.ts';
import { changeSettings, readForAdmin } from './settings.admin.service.ts';
import { pauseActions } from './settings.pauses.service.ts';
import type { SettingsPorts } from './settings.ports.ts';
import { ownReadyTexts, readyTextActions } from './settings.ready-texts.service.ts';
import { settingsOf } from './settings.service.ts';

/** System Settings, of which every change needs the password again, and the ready texts of the team. */
export function settingsAdminRoutes(deps: Platform & SettingsPorts): Router {
  const { router, route } = createRoutes(deps);
  route(contract.adminGetSettings, 'settings.write', () => readForAdmin(deps));
  route(contract.getRules, 'member', () => {
    const { rules, fourEyes } = settingsOf(deps);
    return { ...rules, payoutOverUsd: fourEyes.payoutOverUsd };
  });
  route(contract.updateSettings, 'settings.write', ({ actor, body, call }) => changeSettings(deps, actor, body, call));
  route(contract.listPauses, 'rates.write', () => settingsOf(deps).pauses);
  route(texts.listReadyTexts, 'member', () => ownReadyTexts(deps));
  mountActions(route, 'rates.write', deps, pauseActions);
  mountActions(route, 'settings.write', deps, readyTextActions);
  return router;
}
