import type { Router } from 'express';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import type { OrdersPorts } from '#server/features/orders/orders.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/deposits/deposits.contract.ts';
import type { DepositsPorts } from './deposits.ports.ts';
import { playQuote, playTransfer } from './deposits.simulated.service.ts';
import { checkDeposit, openVerdict } from './deposits.verdict.service.ts';

type Deps = Platform & ChainsPorts & DepositsPorts & OrdersPorts & SettingsPorts;

/** Verdicts on deposits, for reviewers. */
export function depositsAdminRoutes(deps: Deps): Router {
  const { router, route } = createRoutes(deps);
  route(contract.getVerdict, ({ params }) => openVerdict(deps, params.id));
  route(contract.listVerdicts, async () => [...(await deps.deposits.levels())]);
  route(contract.checkDeposit, ({ actor, params }) => checkDeposit(deps, actor, params.id));
  route(contract.playTransfer, ({ actor, params, body }) => playTransfer(deps, actor, params.id, body.play));
  route(contract.playQuote, ({ actor, params, body }) => playQuote(deps, actor, params.id, body));
  return router;
}
