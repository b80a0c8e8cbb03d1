import { Router } from 'express';
import { route } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/wallets/wallets.contract.ts';
import * as service from './wallets.admin.service.ts';

/** Admin routes of deposit addresses. Writes need step-up. */
export function walletsAdminRoutes(deps: Platform): Router {
  const router = Router();
  route(router, deps, contract.listWallets, () => service.listForAdmin(deps));
  route(router, deps, contract.getWallet, ({ params }) => service.readForAdmin(deps, params.cryptoId));
  route(router, deps, contract.updateWallet, ({ actor, params, body }) =>
    service.changeWallet(deps, actor, params.cryptoId, body),
  );
  route(router, deps, contract.cancelWalletChange, ({ actor, params }) =>
    service.cancelWaiting(deps, actor, params.cryptoId),
  );
  return router;
}
