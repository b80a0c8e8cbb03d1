import type { Router } from 'express';
import { createRoutes } from '#server/http/route.ts';
import * as contract from '#shared/offers/offers.contract.ts';
import type { OffersDeps } from './offers.ports.ts';
import { readOffer, takeOffer } from './offers.service.ts';

/** Offer links as their readers use them. */
export function offersRoutes(deps: OffersDeps): Router {
  const { router, route } = createRoutes(deps);
  route(contract.getOffer, 'public', ({ actor, params, reply }) => {
    reply.header('Cache-Control', 'no-store');
    return readOffer(deps, actor, params.code);
  });
  route(contract.takeOffer, 'customer', ({ actor, params, idempotency }) =>
    takeOffer(deps, actor, params.code, idempotency),
  );
  return router;
}
