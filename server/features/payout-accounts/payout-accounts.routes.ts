import type { Router } from 'express';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/payout-accounts/payout-accounts.contract.ts';
import * as service from './payout-accounts.service.ts';

/** Endpoints for the customer's saved payout accounts. */
export function payoutAccountsRoutes(deps: Platform & SettingsPorts): Router {
  const { router, route } = createRoutes(deps);
  route(contract.listPayoutAccounts, 'customer', ({ actor }) => service.listOwnAccounts(deps, actor));
  route(contract.savePayoutAccount, 'customer', ({ actor, body }) => service.saveAccount(deps, actor, body));
  route(contract.removePayoutAccount, 'customer', ({ actor, params }) => service.removeAccount(deps, actor, params.id));
  return router;
}
