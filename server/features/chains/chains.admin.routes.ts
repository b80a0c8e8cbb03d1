import { Router } from 'express';
import { route } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import { listChains } from '#shared/chains/chains.contract.ts';
import type { ChainsPorts } from './chains.ports.ts';
import { presentChain } from './chains.present.ts';
import { listChainStates } from './chains.service.ts';

type Deps = Platform & ChainsPorts;

/** How the readers of the chains are, for the admin. */
export function chainsAdminRoutes(deps: Deps): Router {
  const router = Router();
  route(router, deps, listChains, async () => {
    const now = deps.now();
    return (await listChainStates(deps)).map((state) => presentChain(state, now));
  });
  return router;
}
