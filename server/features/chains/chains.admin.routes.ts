import type { Router } from 'express';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import { listChains } from '#shared/chains/chains.contract.ts';
import type { ChainsPorts } from './chains.ports.ts';
import { chainViews } from './chains.service.ts';

/** How the readers of the chains are, for the admin. */
export function chainsAdminRoutes(deps: Platform & ChainsPorts): Router {
  const { router, route } = createRoutes(deps);
  route(listChains, () => chainViews(deps));
  return router;
}
