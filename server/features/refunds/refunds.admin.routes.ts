import type { Router } from 'express';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/refunds/refunds.contract.ts';
import { confirmByHand } from './refunds.confirmation.service.ts';
import { refundQueue } from './refunds.list.service.ts';
import * as service from './refunds.service.ts';

type Deps = Platform & ChainsPorts & SettingsPorts;

/** Refunds as the team handles them. */
export function refundsAdminRoutes(deps: Deps): Router {
  const { router, route } = createRoutes(deps);
  route(contract.adminListRefunds, ({ actor, query, reply }) => reply.page(refundQueue(deps, actor, query)));
  route(contract.createRefund, ({ actor, body }) => service.createRefund(deps, actor, body));
  route(contract.approveRefund, ({ actor, params, body }) =>
    service.approveRefund(deps, actor, { ...params, ...body }),
  );
  route(contract.markRefundSent, ({ actor, params, body }) => service.markSent(deps, actor, { ...params, ...body }));
  route(contract.cancelRefund, ({ actor, params, body }) => service.cancelRefund(deps, actor, { ...params, ...body }));
  route(contract.resetRefund, ({ actor, params, body }) => service.resetRefund(deps, actor, { ...params, ...body }));
  route(contract.confirmRefund, ({ actor, params, body }) => confirmByHand(deps, actor, { ...params, ...body }));
  return router;
}
