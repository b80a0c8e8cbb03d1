import type { Router } from 'express';
import { readingReports } from '#server/db/replica.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { jsonText } from '#server/http/reply.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/orders/orders.contract.ts';
import { checkReceipt, exportOrders, getReceipt } from '#shared/orders/orders.receipts.contract.ts';
import { exportOwn } from './export/orders.export.service.ts';
import { receiptByCode, receiptOf } from './export/orders.receipts.service.ts';
import * as service from './list/orders.lists.service.ts';
import { cancelOwn } from './open/orders.proof.service.ts';
import type { OrdersPorts } from './orders.ports.ts';

/** A customer's own orders. */
export function ordersRoutes(deps: Platform & OrdersPorts & SettingsPorts): Router {
  const { router, route } = createRoutes(deps);
  route(contract.listOrders, 'customer', ({ actor, query, reply }) =>
    reply.list(deps.orders.ofCustomer(actor.userId), query, () => service.ownOrders(deps, actor, query)),
  );
  // Before the order by id, which would match this path.
  route(exportOrders, 'customer', async ({ actor, query, request }) =>
    exportOwn(await readingReports(deps), actor, query, request.language),
  );
  route(getReceipt, 'customer', ({ actor, params, request }) => receiptOf(deps, actor, params.id, request.language));
  route(checkReceipt, 'public', ({ params }) => receiptByCode(deps, params.code));
  route(contract.getOrder, 'customer', async ({ actor, params }) =>
    jsonText(await service.openOwnOrder(deps, actor, params.id)),
  );
  route(contract.cancelOrder, 'customer', async ({ actor, params }) =>
    jsonText(await cancelOwn(deps, actor, params.id)),
  );
  return router;
}
