import type { Router } from 'express';
import { readingReports } from '#server/db/replica.ts';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { jsonText } from '#server/http/reply.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/orders/admin/orders.admin.contract.ts';
import { undoDecisions } from '#shared/orders/admin/orders.undo.contract.ts';
import { exportFees, exportOrderBook } from '#shared/orders/orders.receipts.contract.ts';
import { amendOrder } from './decide/orders.amendments.service.ts';
import { decideQuickly, review } from './decide/orders.decisions.service.ts';
import { takeAllBack, undoActions } from './decide/orders.undo.service.ts';
import { exportBook, exportFeeList } from './export/orders.export.admin.service.ts';
import { handlingActions } from './list/orders.handling.service.ts';
import * as lists from './list/orders.lists.service.ts';
import { moneyOf } from './list/orders.money.service.ts';
import type { OrdersPorts } from './orders.ports.ts';

/** Endpoints for the team's list of orders and everything done to an order. */
export function ordersAdminRoutes(deps: Platform & OrdersPorts & Pick<RatesPorts, 'rates'> & SettingsPorts): Router {
  const { router, route } = createRoutes(deps);
  route(contract.adminListOrders, 'orders.read', ({ actor, query, reply }) =>
    reply.list(lists.versionOfBook(deps, query), lists.inputsOfBook(actor, query), () =>
      lists.orderBook(deps, actor, query),
    ),
  );
  // Before the order by id, which would match these paths.
  route(exportOrderBook, 'books.read', async ({ actor, query, request }) =>
    exportBook(await readingReports(deps), actor, query, request.language),
  );
  route(exportFees, 'books.read', async ({ actor, query }) => exportFeeList(await readingReports(deps), actor, query));
  route(contract.adminGetOrder, 'orders.read', async ({ params }) =>
    jsonText(await lists.openAdminOrder(deps, params.id)),
  );
  route(contract.quickDecision, 'orders.decide', ({ actor, params, body, call }) =>
    decideQuickly(deps, actor, params.id, { ...body, call }),
  );
  route(contract.reviewDecision, 'orders.decide', ({ actor, params, body, files, idempotency, call }) =>
    review(deps, actor, params.id, { ...body, screenshots: files.payoutFiles, call }, idempotency),
  );
  // Every reader may ask; the service requires orders.decide, or payouts.release for money that goes back.
  route(contract.amendOrder, 'orders.read', ({ actor, params, body, files, idempotency, request, call }) => {
    const stepUpToken = request.header('x-step-up');
    const amendment = { ...body, screenshots: files.payoutFiles, stepUpToken, call };
    return amendOrder(deps, actor, params.id, amendment, idempotency);
  });
  route(contract.customerMoney, 'orders.read', ({ params }) => moneyOf(deps, params.id));
  route(undoDecisions, 'orders.decide', ({ actor, body }) => takeAllBack(deps, actor, body));
  mountActions(route, 'notes.write', deps, handlingActions);
  mountActions(route, 'orders.decide', deps, undoActions);
  return router;
}
