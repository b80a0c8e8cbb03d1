import type { Router } from 'express';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/mail/mail.texts.contract.ts';
import type { MailPorts } from './mail.ports.ts';
import { mailTextActions, readMailTexts } from './mail.texts.service.ts';

/** The texts of the mails to customers, of which every change needs the password again. */
export function mailAdminRoutes(deps: Platform & SettingsPorts & MailPorts): Router {
  const { router, route } = createRoutes(deps);
  route(contract.listMailTexts, 'settings.write', ({ params }) => readMailTexts(deps, params.language));
  mountActions(route, 'settings.write', deps, mailTextActions);
  return router;
}
