import { Router } from 'express';
import { route } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/payment-methods/payment-methods.contract.ts';
import * as service from './payment-methods.admin.service.ts';

/** Admin routes of the receiving accounts. Writes need step-up. */
export function paymentMethodAdminRoutes(deps: Platform): Router {
  const router = Router();
  route(router, deps, contract.adminListPaymentMethods, ({ query }) => service.listForAdmin(deps, query.currency));
  route(router, deps, contract.createPaymentMethod, ({ actor, body }) => service.createMethod(deps, actor, body));
  route(router, deps, contract.updatePaymentMethod, ({ actor, params, body }) =>
    service.changeMethod(deps, actor, params.id, body),
  );
  route(router, deps, contract.deletePaymentMethod, ({ actor, params }) =>
    service.removeMethod(deps, actor, params.id),
  );
  route(router, deps, contract.seedPaymentMethods, ({ actor }) => service.seedMethods(deps, actor));
  return router;
}
