import { Router } from 'express';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { route } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/settlements/settlements.contract.ts';
import { choose, readChoices } from './settlements.choices.service.ts';

type Deps = Platform & ChainsPorts & RatesPorts & SettingsPorts;

/** What customers choose where too little or too late arrived. */
export function settlementsRoutes(deps: Deps): Router {
  const router = Router();
  route(router, deps, contract.getChoices, ({ actor, params }) => readChoices(deps, actor, params.id));
  route(router, deps, contract.chooseDeposit, ({ actor, params, body, idempotency }) =>
    idempotency.run(async (tx) => {
      await choose(deps, tx, actor, params.id, body);
      return readChoices({ ...deps, db: tx }, actor, params.id);
    }),
  );
  return router;
}
