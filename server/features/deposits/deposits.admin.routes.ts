import type { Router } from 'express';
import { createRoutes } from '#server/http/route.ts';
import * as contract from '#shared/deposits/deposits.contract.ts';
import type { DepositsDeps } from './deposits.ports.ts';
import { playQuote, playTransfer } from './deposits.simulated.service.ts';
import { checkDeposit, openVerdict } from './deposits.verdict.service.ts';

/** Verdicts on deposits, for reviewers. */
export function depositsAdminRoutes(deps: DepositsDeps): Router {
  const { router, route } = createRoutes(deps);
  route(contract.getVerdict, 'orders.read', ({ params }) => openVerdict(deps, params.id));
  route(contract.listVerdicts, 'orders.read', async () => [...(await deps.deposits.levels())]);
  route(contract.checkDeposit, 'orders.decide', ({ actor, params }) => checkDeposit(deps, actor, params.id));
  route(contract.playTransfer, 'orders.decide', ({ actor, params, body }) =>
    playTransfer(deps, actor, params.id, body.play),
  );
  route(contract.playQuote, 'orders.decide', ({ actor, params, body }) => playQuote(deps, actor, params.id, body));
  return router;
}
