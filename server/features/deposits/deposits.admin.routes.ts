import { Router } from 'express';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import type { OrdersPorts } from '#server/features/orders/orders.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { route } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/deposits/deposits.contract.ts';
import { playTransfer } from './deposits.simulated.service.ts';
import { checkDeposit, openVerdict } from './deposits.verdict.service.ts';

type Deps = Platform & ChainsPorts & OrdersPorts & SettingsPorts;

/** Verdicts on deposits, for reviewers. */
export function depositsAdminRoutes(deps: Deps): Router {
  const router = Router();
  route(router, deps, contract.getVerdict, ({ params }) => openVerdict(deps, params.id));
  route(router, deps, contract.listVerdicts, async () => [...(await deps.deposits.levels())]);
  route(router, deps, contract.checkDeposit, ({ actor, params }) => checkDeposit(deps, actor, params.id));
  route(router, deps, contract.playTransfer, ({ actor, params, body }) =>
    playTransfer(deps, actor, params.id, body.play),
  );
  return router;
}
