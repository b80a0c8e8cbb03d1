import type { Router } from 'express';
import { requireStepUp } from '#server/http/guards/guard.ts';
import { createRoutes, type RouteDeps } from '#server/http/route.ts';
import * as contract from '#shared/rates/rates.contract.ts';
import { presentHeldRate } from './rates.present.ts';
import { decideHeldRate, listHeldRates } from './rates.service.ts';

/** Decisions on rates that jumped. */
export function ratesAdminRoutes(deps: RouteDeps): Router {
  const { router, route } = createRoutes(deps);
  route(contract.listHeldRates, async ({ query, reply }) => {
    const { rates, total } = await listHeldRates(deps, query);
    reply.total(total);
    return rates.map(presentHeldRate);
  });
  route(contract.decideHeldRate, async ({ actor, params, body, request }) => {
    // Keeping the old rate is harmless, and must be possible in a hurry.
    if (body.decision === 'accepted') {
      await requireStepUp(deps.sessions, actor, { asked: true, token: request.header('x-step-up') });
    }
    return decideHeldRate(deps, actor, params.id, body.decision);
  });
  return router;
}
