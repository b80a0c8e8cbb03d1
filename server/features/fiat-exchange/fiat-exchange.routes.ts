import type { Router } from 'express';
import type { OrdersPorts } from '#server/features/orders/orders.ports.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import type { FiatExchangePorts } from './fiat-exchange.ports.ts';
import * as service from './fiat-exchange.service.ts';
import { submitExchangeOrder, uploadProof } from './fiat-exchange.submission.service.ts';

/** Estimates, instructions and orders of currency exchanges. */
export function fiatExchangeRoutes(
  deps: Platform & FiatExchangePorts & OrdersPorts & RatesPorts & SettingsPorts,
): Router {
  const { router, route } = createRoutes(deps);
  route(contract.listFiatCurrencies, () => service.listExchangeCurrencies(deps));
  route(contract.calculateExchange, ({ body }) => service.calculateExchange(deps, body));
  route(contract.exchangeInstructions, ({ actor, body }) => service.instructExchange(deps, actor, body));
  route(contract.submitExchange, ({ actor, body: terms, idempotency }) =>
    submitExchangeOrder(deps, actor, { terms, idempotency }),
  );
  route(contract.uploadExchangeProof, ({ actor, params, files, idempotency }) =>
    uploadProof(deps, actor, { ...params, proof: files.paymentProof[0], idempotency }),
  );
  return router;
}
