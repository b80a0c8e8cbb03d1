import type { Router } from 'express';
import { createRoutes } from '#server/http/route.ts';
import * as contract from '#shared/settlements/settlements.contract.ts';
import { chooseDeposit } from './settlements.choices.service.ts';
import type { SettlementsDeps, SettlementsPorts } from './settlements.ports.ts';

/** Routes by which customers choose after a deposit that was too small or too late. */
export function settlementsRoutes(deps: SettlementsDeps & SettlementsPorts): Router {
  const { router, route } = createRoutes(deps);
  route(contract.chooseDeposit, 'customer', ({ actor, params: { id }, body, idempotency }) =>
    chooseDeposit(deps, actor, id, body, idempotency),
  );
  return router;
}
