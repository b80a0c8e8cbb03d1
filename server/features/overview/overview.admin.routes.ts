import { Router } from 'express';
import { route } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/overview/overview.contract.ts';
import { overviewOf } from './overview.service.ts';

type Deps = Platform;

/** Admin stats. */
export function overviewAdminRoutes(deps: Deps): Router {
  const router = Router();
  route(router, deps, contract.overview, ({ actor, query }) => overviewOf(deps, actor, query.days));
  return router;
}
