import type { Router } from 'express';
import { readingReports } from '#server/db/replica.ts';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/newsletter/newsletter.contract.ts';
import { lastSendings, newsletterActions, sendingOf } from './newsletter.sending.service.ts';
import * as service from './newsletter.service.ts';

/** The newsletter: public subscription, and the team's sendings, counts and export. */
export function newsletterRoutes(deps: Platform & SettingsPorts): Router {
  const { router, route } = createRoutes(deps);

  route(contract.subscribe, 'public', async ({ body }) => {
    await service.requestSubscription(deps, body.email, body.language);
    return { message: 'Please confirm with the link that we have sent you.' };
  });
  route(contract.confirmSubscription, 'public', async ({ body }) => {
    await service.confirmSubscription(deps, body.token);
    return { message: 'You are subscribed.' };
  });
  route(contract.unsubscribe, 'public', async ({ query }) => {
    await service.endSubscription(deps, query.token);
    return { message: 'You are unsubscribed.' };
  });
  route(contract.newsletterStats, 'content.write', () => service.countSubscribers(deps));
  route(contract.newsletterSendings, 'content.write', () => lastSendings(deps));
  route(contract.newsletterOfPost, 'content.write', ({ params }) => sendingOf(deps, params.id));
  mountActions(route, 'content.write', deps, newsletterActions);
  route(contract.exportSubscribers, 'content.write', async ({ actor, query }) =>
    service.exportReaders(await readingReports(deps), actor, query),
  );

  return router;
}
