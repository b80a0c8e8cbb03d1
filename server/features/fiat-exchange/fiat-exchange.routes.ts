import type { Router } from 'express';
import { createRoutes } from '#server/http/route.ts';
import * as contract from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import type { FiatExchangeDeps } from './fiat-exchange.ports.ts';
import * as service from './fiat-exchange.service.ts';
import { submitExchangeOrder, uploadProof } from './fiat-exchange.submission.service.ts';

/** Estimates, quotes and orders of currency exchanges. */
export function fiatExchangeRoutes(deps: FiatExchangeDeps): Router {
  const { router, route } = createRoutes(deps);
  route(contract.listFiatCurrencies, 'public', () => service.listExchangeCurrencies(deps));
  route(contract.calculateExchange, 'customer', ({ body }) => service.estimateExchange(deps, body));
  route(contract.createExchangeQuote, 'customer', ({ actor, body }) => service.createExchangeQuote(deps, actor, body));
  route(contract.submitExchangeOrder, 'customer', ({ actor, body: terms, idempotency }) =>
    submitExchangeOrder(deps, actor, { terms, idempotency }),
  );
  route(contract.uploadExchangeProof, 'customer', ({ actor, params, files, idempotency }) =>
    uploadProof(deps, actor, { ...params, proof: files.paymentProof[0], idempotency }),
  );
  return router;
}
