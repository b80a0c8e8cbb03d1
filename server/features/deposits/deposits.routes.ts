import type { Router } from 'express';
import { createRoutes } from '#server/http/route.ts';
import * as contract from '#shared/deposits/deposits.contract.ts';
import { nameHash, ownDeposit, ownQuoteDeposit } from './deposits.following.service.ts';
import type { DepositsDeps } from './deposits.ports.ts';

/** Routes by which customers follow their own deposits. */
export function depositsRoutes(deps: DepositsDeps): Router {
  const { router, route } = createRoutes(deps);
  route(contract.getDeposit, 'customer', ({ actor, params }) => ownDeposit(deps, actor, params.id));
  route(contract.nameTransaction, 'customer', ({ actor, params, body }) =>
    nameHash(deps, actor, params.id, body.transactionHash),
  );
  route(contract.getQuoteDeposit, 'customer', ({ actor, params }) => ownQuoteDeposit(deps, actor, params.id));
  return router;
}
