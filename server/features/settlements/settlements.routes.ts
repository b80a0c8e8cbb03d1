import type { Router } from 'express';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/settlements/settlements.contract.ts';
import { choose } from './settlements.choices.service.ts';
import type { SettlementsPorts } from './settlements.ports.ts';

type Deps = Platform & ChainsPorts & RatesPorts & SettingsPorts & SettlementsPorts;

/** What customers choose where too little or too late arrived. */
export function settlementsRoutes(deps: Deps): Router {
  const { router, route } = createRoutes(deps);
  route(contract.chooseDeposit, ({ actor, params, body, idempotency }) =>
    idempotency.run(async (tx) => {
      await choose(deps, tx, actor, params.id, body);
      return deps.ownDepositOf(tx, actor, params.id);
    }),
  );
  return router;
}
