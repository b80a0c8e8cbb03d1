import type { Router } from 'express';
import { createRoutes } from '#server/http/route.ts';
import * as contract from '#shared/settlements/settlements.contract.ts';
import { choose } from './settlements.choices.service.ts';
import type { SettlementsDeps } from './settlements.ports.ts';

/** What customers choose where too little or too late arrived. */
export function settlementsRoutes(deps: SettlementsDeps): Router {
  const { router, route } = createRoutes(deps);
  route(contract.chooseDeposit, ({ actor, params, body, idempotency }) =>
    idempotency.run(async (tx) => {
      await choose(deps, tx, actor, params.id, body);
      return deps.ownDepositOf(tx, actor, params.id);
    }),
  );
  return router;
}
