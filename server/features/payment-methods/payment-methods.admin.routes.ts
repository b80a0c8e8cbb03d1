import type { Router } from 'express';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/payment-methods/payment-methods.contract.ts';
import { methodActions } from './payment-methods.actions.service.ts';
import { listForAdmin } from './payment-methods.admin.service.ts';

/** Admin routes of the receiving accounts. Writes need step-up. */
export function paymentMethodsAdminRoutes(deps: Platform): Router {
  const { router, route } = createRoutes(deps);
  route(contract.adminListPaymentMethods, 'wallets.write', ({ query }) => listForAdmin(deps, query.currency));
  mountActions(route, 'wallets.write', deps, methodActions);
  return router;
}
