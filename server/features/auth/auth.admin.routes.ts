import type { Router } from 'express';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import { createRoutes } from '#server/http/route.ts';
import { toWireRow } from '#server/lib/wire.ts';
import * as care from '#shared/auth/auth.care.contract.ts';
import * as contract from '#shared/auth/auth.contract.ts';
import { careActions } from './auth.actions.service.ts';
import { stepUp } from './auth.admin.service.ts';
import { factorOf } from './auth.care.service.ts';
import type { AuthDeps } from './auth.ports.ts';

/** Endpoints for step-up and for help with a user's second factor. */
export function authAdminRoutes(deps: AuthDeps): Router {
  const { router, route } = createRoutes(deps);
  route(contract.stepUp, 'member', async ({ actor, body, request }) =>
    toWireRow(await stepUp(deps, actor, body, request.ip)),
  );
  route(care.secondFactorOf, 'users.read', async ({ params }) => toWireRow(await factorOf(deps, params.id)));
  mountActions(route, 'users.write', deps, careActions);
  return router;
}
