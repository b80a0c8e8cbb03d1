import type { Router } from 'express';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/approvals/approvals.contract.ts';
import type { ApprovalsPorts } from './approvals.ports.ts';
import * as approvals from './approvals.service.ts';

/** The routes to the requests that wait for a second member of the team. */
export function approvalsAdminRoutes(deps: Platform & ApprovalsPorts): Router {
  const { router, route } = createRoutes(deps);
  route(contract.listApprovals, 'orders.read', ({ actor, query }) => approvals.listForMember(deps, actor, query.state));
  route(contract.approve, 'orders.read', ({ actor, params, request }) =>
    approvals.approve(deps, actor, params.id, request),
  );
  route(contract.refuse, 'orders.read', ({ actor, params, request }) =>
    approvals.refuse(deps, actor, params.id, request.header('x-step-up')),
  );
  route(contract.withdraw, 'orders.read', ({ actor, params }) => approvals.withdraw(deps, actor, params.id));
  return router;
}
