import type { Router } from 'express';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import { createRoutes } from '#server/http/route.ts';
import * as contract from '#shared/settlements/settlements.contract.ts';
import * as unmatched from '#shared/settlements/unmatched.contract.ts';
import { makeSettlement, readSettlement } from './settlements.decisions.service.ts';
import type { SettlementsDeps, SettlementsPorts } from './settlements.ports.ts';
import { unmatchedActions } from './unmatched.actions.service.ts';
import { unmatchedQueue, unmatchedSums } from './unmatched.list.service.ts';

/** Endpoints for the team's decisions on deposits, with an order and without one. */
export function settlementsAdminRoutes(deps: SettlementsDeps & SettlementsPorts): Router {
  const { router, route } = createRoutes(deps);
  route(contract.getSettlement, 'orders.read', ({ params, query }) =>
    readSettlement(deps, params.id, query.transferIds),
  );
  route(unmatched.unmatchedSums, 'orders.read', () => unmatchedSums(deps));
  route(unmatched.listUnmatched, 'orders.read', ({ actor, query, reply }) =>
    reply.page(unmatchedQueue(deps, actor, query)),
  );
  mountActions(route, 'orders.decide', deps, [makeSettlement, ...unmatchedActions]);
  return router;
}
