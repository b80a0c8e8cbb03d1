import type { Router } from 'express';
import { createRoutes } from '#server/http/route.ts';
import * as contract from '#shared/settlements/settlements.contract.ts';
import { choose } from './settlements.choices.service.ts';
import { renewOffer } from './settlements.offers.service.ts';
import type { SettlementsDeps, SettlementsPorts } from './settlements.ports.ts';

/** Routes by which customers choose after a deposit that was too small or too late. */
export function settlementsRoutes(deps: SettlementsDeps & SettlementsPorts): Router {
  const { router, route } = createRoutes(deps);
  route(contract.chooseDeposit, async ({ actor, params: { id }, body, idempotency }) => {
    const at = await renewOffer(deps, id, actor.userId);
    return idempotency.run(async (tx) => {
      await choose(tx, deps, actor, { id, at }, body);
      return deps.ownDepositOf(tx, actor, id);
    });
  });
  return router;
}
