import { Router } from 'express';
import { route, type RouteDeps } from '#server/http/route.ts';
import * as contract from '#shared/rates/rates.contract.ts';
import { presentHeldRate } from './rates.present.ts';
import { decideHeldRate, listHeldRates } from './rates.service.ts';

/** Decisions on rates that jumped. */
export function ratesAdminRoutes(deps: RouteDeps): Router {
  const router = Router();
  route(router, deps, contract.listHeldRates, async () => (await listHeldRates(deps)).map(presentHeldRate));
  route(router, deps, contract.decideHeldRate, ({ actor, params, body }) =>
    decideHeldRate(deps, actor, params.id, body.decision),
  );
  return router;
}
