import { Router } from 'express';
import { route } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/newsletter/newsletter.contract.ts';
import * as service from './newsletter.service.ts';

/** Newsletter: subscribing, confirming and unsubscribing; stats for the admin. */
export function newsletterRoutes(deps: Platform): Router {
  const router = Router();

  route(router, deps, contract.subscribe, async ({ body }) => {
    await service.requestSubscription(deps, body.email, body.language);
    return { message: 'Please confirm with the link that we have sent you.' };
  });
  route(router, deps, contract.confirmSubscription, async ({ body }) => {
    await service.confirmSubscription(deps, body.token);
    return { message: 'You are subscribed.' };
  });
  route(router, deps, contract.unsubscribe, async ({ query }) => {
    await service.endSubscription(deps, query.token);
    return { message: 'You are unsubscribed.' };
  });
  route(router, deps, contract.newsletterStats, () => service.stats(deps));

  return router;
}
