import { Router } from 'express';
import { route } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/sell/sell.contract.ts';
import { listAllQuotes, useOfAddress } from './sell.service.ts';

type Deps = Platform;

/** Admin routes of sell quotes. */
export function sellAdminRoutes(deps: Deps): Router {
  const router = Router();
  route(router, deps, contract.adminListSellQuotes, () => listAllQuotes(deps));
  route(router, deps, contract.addressUse, ({ params, query }) => useOfAddress(deps, params.cryptoId, query.address));
  return router;
}
