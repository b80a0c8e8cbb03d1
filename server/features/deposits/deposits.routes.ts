import type { Router } from 'express';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import type { OrdersPorts } from '#server/features/orders/orders.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/deposits/deposits.contract.ts';
import { nameHash, ownDeposit, ownQuoteDeposit } from './deposits.following.service.ts';
import type { DepositsPorts } from './deposits.ports.ts';

type Deps = Platform & ChainsPorts & DepositsPorts & OrdersPorts & SettingsPorts;

/** What the chain shows a customer of their own deposit. */
export function depositsRoutes(deps: Deps): Router {
  const { router, route } = createRoutes(deps);
  route(contract.getDeposit, ({ actor, params }) => ownDeposit(deps, actor, params.id));
  route(contract.nameTransaction, ({ actor, params, body }) => nameHash(deps, actor, params.id, body.transactionHash));
  route(contract.getQuoteDeposit, ({ actor, params }) => ownQuoteDeposit(deps, actor, params.id));
  return router;
}
