import type { Router } from 'express';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import { listChains } from '#shared/chains/chains.contract.ts';
import type { ChainsPorts } from './chains.ports.ts';
import { chainViews } from './chains.service.ts';

/** Routes that show the state of the readers of the chains. */
export function chainsAdminRoutes(deps: Platform & ChainsPorts): Router {
  const { router, route } = createRoutes(deps);
  route(listChains, 'orders.read', () => chainViews(deps));
  return router;
}
