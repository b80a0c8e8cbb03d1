import type { Router } from 'express';
import type { AuthPorts } from '#server/features/auth/auth.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import * as contract from '#shared/payouts/payouts.payee.contract.ts';
import * as payees from './payouts.payee.service.ts';
import type { PayoutsDeps } from './payouts.ports.ts';

/** Routes of customers about the accounts that they are paid to. */
export function payoutsRoutes(deps: PayoutsDeps & AuthPorts): Router {
  const { router, route } = createRoutes(deps);
  route(contract.checkPayeeEndpoint, 'customer', ({ actor, body }) => payees.checkOwnPayee(deps, actor, body));
  route(contract.requestDetailsCode, 'customer', ({ actor, params }) =>
    payees.requestDetailsCode(deps, actor, params.id),
  );
  route(contract.changePayoutDetails, 'customer', ({ actor, params, body, idempotency }) =>
    payees.changePayoutDetails(deps, actor, { ...body, id: params.id }, idempotency),
  );
  return router;
}
