import type { Router } from 'express';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/newsletter/newsletter.contract.ts';
import * as service from './newsletter.service.ts';

/** Subscribing to the newsletter, confirming it and unsubscribing. */
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

  return router;
}
