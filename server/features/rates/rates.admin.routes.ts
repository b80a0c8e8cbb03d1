import type { Router } from 'express';
import { assertStepUp } from '#server/http/guards/guard.ts';
import { createRoutes, type RouteDeps } from '#server/http/route.ts';
import * as contract from '#shared/rates/rates.contract.ts';
import type { RatesDeps } from './rates.ports.ts';
import { presentHeldRate } from './rates.present.ts';
import { decideHeldRate, listHeldRates, listPriceSources, readHeldOffers, testPriceSource } from './rates.service.ts';

/** Decisions on rates that jumped, and the sources of prices. */
export function ratesAdminRoutes(deps: RouteDeps & RatesDeps): Router {
  const { router, route } = createRoutes(deps);
  route(contract.listHeldRates, 'rates.write', async ({ query, reply }) => {
    const { rates, total } = await listHeldRates(deps, query);
    reply.total(total);
    const offersOf = await readHeldOffers(deps, rates);
    return rates.map((rate) => presentHeldRate(rate, offersOf(rate)));
  });
  route(contract.decideHeldRate, 'rates.write', async ({ actor, params, body, request }) => {
    // A rejection leaves the old rate, which is harmless and must be possible in a hurry.
    if (body.decision === 'accepted') {
      await assertStepUp(deps.sessions, actor, { asked: true, token: request.header('x-step-up') });
    }
    return decideHeldRate(deps, actor, params.id, body.decision);
  });
  route(contract.listPriceSources, 'rates.write', () => listPriceSources(deps));
  route(contract.testPriceSource, 'rates.write', ({ params }) => testPriceSource(deps, params.source));
  return router;
}
