import type { Router } from 'express';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import { createRoutes } from '#server/http/route.ts';
import * as contract from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import * as currencies from '#shared/fiat-exchange/fiat-exchange.currencies.contract.ts';
import { rateActions } from './fiat-exchange.actions.service.ts';
import * as service from './fiat-exchange.admin.service.ts';
import { currencyActions } from './fiat-exchange.currencies.service.ts';
import type { FiatExchangeDeps } from './fiat-exchange.ports.ts';

/** Admin currencies and pair rates. */
export function fiatExchangeAdminRoutes(platform: FiatExchangeDeps): Router {
  // The next answer of this process has the change, even before its event arrives.
  const inTx: FiatExchangeDeps['inTx'] = async (work) => {
    const result = await platform.inTx(work);
    platform.exchange.invalidate();
    return result;
  };
  const deps = { ...platform, inTx };
  const { router, route } = createRoutes(deps);
  route(contract.adminListExchangeRates, 'rates.write', () => service.listRates(deps));
  mountActions(route, 'rates.write', deps, rateActions);
  route(currencies.adminListFiatCurrencies, 'rates.write', () => service.listAllCurrencies(deps));
  mountActions(route, 'rates.write', deps, currencyActions);
  return router;
}
