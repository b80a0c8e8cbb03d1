import type { Router } from 'express';
import { readingReports } from '#server/db/replica.ts';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/newsletter/newsletter.contract.ts';
import { lastSendings, newsletterActions, sendingOf } from './newsletter.sending.service.ts';
import * as service from './newsletter.service.ts';

/** The team's sendings of the newsletter, its counts and its readers. */
export function newsletterAdminRoutes(deps: Platform & SettingsPorts): Router {
  const { router, route } = createRoutes(deps);

  route(contract.newsletterStats, 'content.write', () => service.countSubscribers(deps));
  route(contract.newsletterSendings, 'content.write', () => lastSendings(deps));
  route(contract.newsletterOfPost, 'content.write', ({ params }) => sendingOf(deps, params.id));
  mountActions(route, 'content.write', deps, newsletterActions);
  route(contract.exportSubscribers, 'content.write', async ({ actor, query }) =>
    service.exportReaders(await readingReports(deps), actor, query),
  );

  return router;
}
