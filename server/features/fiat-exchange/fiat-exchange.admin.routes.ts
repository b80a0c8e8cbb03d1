import { Router } from 'express';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import { route } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import * as currencies from '#shared/fiat-exchange/fiat-exchange.currencies.contract.ts';
import * as service from './fiat-exchange.admin.service.ts';
import type { FiatExchangePorts } from './fiat-exchange.ports.ts';

type Deps = Platform & FiatExchangePorts & Pick<RatesPorts, 'rates'>;

/** Admin currencies and pair rates. */
export function fiatExchangeAdminRoutes(platform: Deps): Router {
  const router = Router();
  // What was just changed is in the next answer of this process, whether its event has arrived or not.
  const inTx: Deps['inTx'] = async (work) => {
    const result = await platform.inTx(work);
    platform.exchange.invalidate();
    return result;
  };
  const deps = { ...platform, inTx };
  route(router, deps, contract.adminListExchangeRates, () => service.listRates(deps));
  route(router, deps, contract.addExchangeRate, ({ actor, body }) => service.addRate(deps, actor, body));
  route(router, deps, contract.updateExchangeRate, ({ actor, params, body }) =>
    service.changeRate(deps, actor, params.id, body),
  );
  route(router, deps, contract.deleteExchangeRate, ({ actor, params }) => service.removeRate(deps, actor, params.id));
  route(router, deps, currencies.adminListFiatCurrencies, () => service.listAllCurrencies(deps));
  route(router, deps, currencies.createFiatCurrency, ({ actor, body }) => service.createCurrency(deps, actor, body));
  route(router, deps, currencies.updateFiatCurrency, ({ actor, params, body }) =>
    service.changeCurrency(deps, actor, params.id, body),
  );
  route(router, deps, currencies.deleteFiatCurrency, ({ actor, params }) =>
    service.removeCurrency(deps, actor, params.id),
  );
  route(router, deps, currencies.seedFiatCurrencies, ({ actor }) => service.seedCurrencies(deps, actor));
  return router;
}
