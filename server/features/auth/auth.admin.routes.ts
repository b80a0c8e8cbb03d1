import { Router } from 'express';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/auth/auth.contract.ts';
import { stepUp } from './auth.admin.service.ts';

export function authAdminRoutes(deps: Deps): Router {
  const router = Router();
  route(router, deps, contract.stepUp, async ({ actor, body, request }) => {
    const { stepUpToken, expiresAt } = await stepUp(deps, actor, body, request.ip);
    return { stepUpToken, expiresAt: expiresAt.toISOString() };
  });
  return router;
}
