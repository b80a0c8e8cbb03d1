import type { Router } from 'express';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/payment-methods/payment-methods.contract.ts';
import { presentMethod } from './payment-methods.present.ts';
import { activeMethods } from './payment-methods.service.ts';

/** The accounts as customers see them. */
export function paymentMethodsRoutes(deps: Platform): Router {
  const { router, route } = createRoutes(deps);
  route(contract.listPaymentMethods, 'customer', async ({ query }) =>
    (await activeMethods(deps, query.currency)).map(presentMethod),
  );
  return router;
}
