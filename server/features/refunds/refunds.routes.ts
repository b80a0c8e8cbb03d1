import type { Router } from 'express';
import type { AuthPorts } from '#server/features/auth/auth.ports.ts';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/refunds/refunds.contract.ts';
import { nameAddress, nameAddressOf } from './refunds.address.service.ts';
import { ownRefunds } from './refunds.list.service.ts';

/** Own refunds of customers, and where they go. */
export function refundsRoutes(deps: Platform & AuthPorts & ChainsPorts & SettingsPorts): Router {
  const { router, route } = createRoutes(deps);
  route(contract.listRefunds, 'customer', ({ actor }) => ownRefunds(deps, actor));
  route(contract.setOrderRefundAddress, 'customer', ({ actor, params, body }) =>
    nameAddressOf(deps, actor, params.id, body),
  );
  route(contract.setRefundAddress, 'customer', ({ actor, params, body }) => nameAddress(deps, actor, params.id, body));
  return router;
}
