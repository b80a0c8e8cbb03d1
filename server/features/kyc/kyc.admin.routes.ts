import type { Router } from 'express';
import { readingReports } from '#server/db/replica.ts';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import { assertStepUp } from '#server/http/guards/guard.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/kyc/kyc.contract.ts';
import { exportDecisions } from './kyc.export.service.ts';
import * as service from './kyc.review.service.ts';

/** Endpoints for the reviews of identity documents. */
export function kycAdminRoutes(deps: Platform): Router {
  const { router, route } = createRoutes(deps);
  route(contract.listKycRequests, 'kyc.read', async ({ actor, query, reply }) => {
    const { items, total } = await service.listForAdmin(deps, actor, query);
    reply.total(total);
    return items;
  });
  // Before the request by id, which would match this path.
  route(contract.exportKycRequests, 'audit.read', async ({ actor, query }) =>
    exportDecisions(await readingReports(deps), actor, query),
  );
  route(contract.getKycRequest, 'kyc.read', ({ actor, params }) => service.openForAdmin(deps, actor, params.id));
  route(contract.reviewKyc, 'kyc.decide', async ({ actor, params, body, request }) => {
    // An approval lifts the customer's limit; a rejection changes nothing that could not be decided again.
    if (body.status === 'approved') {
      await assertStepUp(deps.sessions, actor, { asked: true, token: request.header('x-step-up') });
    }
    return service.reviewKyc.carryOut(deps, actor, { params, body });
  });
  mountActions(route, 'kyc.decide', deps, [service.revokeKyc]);
  return router;
}
