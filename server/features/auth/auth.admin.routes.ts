import type { Router } from 'express';
import { createRoutes } from '#server/http/route.ts';
import { onWire } from '#server/lib/wire.ts';
import type { Platform } from '#server/platform.ts';
import * as care from '#shared/auth/auth.care.contract.ts';
import * as contract from '#shared/auth/auth.contract.ts';
import { stepUp } from './auth.admin.service.ts';
import { factorOf, scheduleRemoval, sendResetLink, signOutUser, takeBackRemoval } from './auth.care.service.ts';
import type { AuthPorts } from './auth.ports.ts';

type Deps = Platform & AuthPorts;

export function authAdminRoutes(deps: Deps): Router {
  const { router, route } = createRoutes(deps);
  route(contract.stepUp, async ({ actor, body, request }) => onWire(await stepUp(deps, actor, body, request.ip)));
  route(care.sendResetLink, ({ actor, params }) => sendResetLink(deps, actor, params.id));
  route(care.signOutUser, ({ actor, params }) => signOutUser(deps, actor, params.id));
  route(care.secondFactorOf, async ({ params }) => onWire(await factorOf(deps, params.id)));
  route(care.removeSecondFactor, ({ actor, params, body, call }) =>
    scheduleRemoval(deps, actor, params.id, { ...body, call }),
  );
  route(care.takeBackRemoval, ({ actor, params }) => takeBackRemoval(deps, actor, params.id));
  return router;
}
