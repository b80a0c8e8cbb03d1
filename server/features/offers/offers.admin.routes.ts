import type { Router } from 'express';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import type { SellDeps } from '#server/features/sell/sell.ports.ts';
import type { SettlementsPorts } from '#server/features/settlements/settlements.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import * as contract from '#shared/offers/offers.contract.ts';
import { estimateOffer, makeOffer, withdrawOffer } from './offers.actions.service.ts';
import { counterCustomerOf, openCounterSale } from './offers.counter.service.ts';
import { offerForTeam, offersForTeam } from './offers.service.ts';

/** Offers as the team makes them. */
export function offersAdminRoutes(deps: SellDeps & SettlementsPorts): Router {
  const { router, route } = createRoutes(deps);
  route(contract.adminListOffers, 'orders.read', ({ actor, query, reply }) =>
    reply.page(offersForTeam(deps, actor, query)),
  );
  route(contract.adminGetOffer, 'orders.read', ({ actor, params }) => offerForTeam(deps, actor, params.id));
  route(contract.counterCustomer, 'orders.decide', ({ params }) => counterCustomerOf(deps, params));
  route(contract.estimateOffer, 'offers.write', ({ body }) => estimateOffer(deps, body));
  route(contract.makeOffer, 'offers.write', ({ actor, body, call, idempotency }) =>
    makeOffer(deps, actor, { body, call, idempotency }),
  );
  route(contract.openOrderOfOffer, 'orders.decide', ({ actor, params, body, files, call, idempotency }) =>
    openCounterSale(deps, actor, { params, body, proof: files.paymentProof[0], call, idempotency }),
  );
  mountActions(route, 'offers.write', deps, [withdrawOffer]);
  return router;
}
