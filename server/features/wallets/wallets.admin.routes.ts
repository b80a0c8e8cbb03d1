import type { Router } from 'express';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/wallets/wallets.contract.ts';
import * as service from './wallets.admin.service.ts';
import type { WalletsPorts } from './wallets.ports.ts';

type Deps = Platform & WalletsPorts;

/** Admin routes of deposit addresses. Writes need step-up. */
export function walletsAdminRoutes(deps: Deps): Router {
  const { router, route } = createRoutes(deps);
  route(contract.listWallets, () => service.listForAdmin(deps));
  route(contract.getWallet, ({ params }) => service.readForAdmin(deps, params.cryptoId));
  route(contract.updateWallet, ({ actor, params, body, call }) =>
    service.changeWallet(deps, actor, params.cryptoId, body, call),
  );
  route(contract.cancelWalletChange, ({ actor, params }) => service.cancelWaiting(deps, actor, params.cryptoId));
  return router;
}
