import type { Router } from 'express';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/refunds/refunds.contract.ts';
import { markRefundSent, refundActions } from './refunds.actions.service.ts';
import { refundQueue } from './refunds.list.service.ts';

/** Refunds as the team handles them. */
export function refundsAdminRoutes(deps: Platform & ChainsPorts & SettingsPorts): Router {
  const { router, route } = createRoutes(deps);
  route(contract.adminListRefunds, 'orders.read', ({ actor, query, reply }) =>
    reply.page(refundQueue(deps, actor, query)),
  );
  mountActions(route, 'orders.decide', deps, refundActions);
  mountActions(route, 'payouts.release', deps, [markRefundSent]);
  return router;
}
