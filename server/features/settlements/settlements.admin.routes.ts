import type { Router } from 'express';
import { createRoutes } from '#server/http/route.ts';
import * as contract from '#shared/settlements/settlements.contract.ts';
import * as unmatched from '#shared/settlements/unmatched.contract.ts';
import { decideSettlement, readSettlement } from './settlements.decisions.service.ts';
import type { SettlementsDeps } from './settlements.ports.ts';
import { unmatchedQueue } from './unmatched.list.service.ts';
import * as service from './unmatched.service.ts';
import { sumArrived } from './unmatched.sums.queries.ts';

/** What the team decides about what arrived, with an order and without one. */
export function settlementsAdminRoutes(deps: SettlementsDeps): Router {
  const { router, route } = createRoutes(deps);
  route(contract.getSettlement, ({ params, query }) => readSettlement(deps, params.id, query.transferIds));
  route(contract.makeSettlement, ({ actor, params, body, call }) =>
    decideSettlement(deps, actor, params.id, body, call),
  );
  route(unmatched.unmatchedSums, () => sumArrived(deps.db));
  route(unmatched.listUnmatched, ({ actor, query, reply }) => reply.page(unmatchedQueue(deps, actor, query)));
  route(unmatched.assignUnmatched, ({ actor, params, body, call }) =>
    service.assign(deps, actor, params.id, body, call),
  );
  route(unmatched.refundUnmatched, ({ actor, params, body, call }) =>
    service.refund(deps, actor, params.id, body, call),
  );
  route(unmatched.retainUnmatched, ({ actor, params, body, call }) =>
    service.retain(deps, actor, params.id, body, call),
  );
  route(unmatched.reopenUnmatched, ({ actor, params, body }) => service.reopen(deps, actor, params.id, body));
  return router;
}
