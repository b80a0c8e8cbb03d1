import type { Router } from 'express';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/payment-methods/payment-methods.contract.ts';
import * as service from './payment-methods.admin.service.ts';

/** Admin routes of the receiving accounts. Writes need step-up. */
export function paymentMethodAdminRoutes(deps: Platform): Router {
  const { router, route } = createRoutes(deps);
  route(contract.adminListPaymentMethods, ({ query }) => service.listForAdmin(deps, query.currency));
  route(contract.createPaymentMethod, ({ actor, body: method, call }) =>
    service.createMethod(deps, actor, { method, call }),
  );
  route(contract.updatePaymentMethod, ({ actor, params, body: change, call }) =>
    service.changeMethod(deps, actor, params.id, { change, call }),
  );
  route(contract.deletePaymentMethod, ({ actor, params }) => service.removeMethod(deps, actor, params.id));
  route(contract.seedPaymentMethods, ({ actor }) => service.seedMethods(deps, actor));
  return router;
}
