import type { Router } from 'express';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/wallets/wallets.contract.ts';
import { walletActions } from './wallets.actions.service.ts';
import * as service from './wallets.admin.service.ts';
import type { WalletsPorts } from './wallets.ports.ts';

/** Admin routes of deposit addresses. Writes need step-up. */
export function walletsAdminRoutes(deps: Platform & WalletsPorts): Router {
  const { router, route } = createRoutes(deps);
  route(contract.listWallets, 'wallets.write', () => service.listForAdmin(deps));
  route(contract.getWallet, 'wallets.write', ({ params }) => service.readForAdmin(deps, params.cryptoId));
  mountActions(route, 'wallets.write', deps, walletActions);
  return router;
}
