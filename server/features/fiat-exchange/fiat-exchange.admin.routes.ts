import type { Router } from 'express';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import * as currencies from '#shared/fiat-exchange/fiat-exchange.currencies.contract.ts';
import * as service from './fiat-exchange.admin.service.ts';
import type { FiatExchangePorts } from './fiat-exchange.ports.ts';

type Deps = Platform & FiatExchangePorts & Pick<RatesPorts, 'rates'>;

/** Admin currencies and pair rates. */
export function fiatExchangeAdminRoutes(platform: Deps): Router {
  // What was just changed is in the next answer of this process, whether its event has arrived or not.
  const inTx: Deps['inTx'] = async (work) => {
    const result = await platform.inTx(work);
    platform.exchange.invalidate();
    return result;
  };
  const deps = { ...platform, inTx };
  const { router, route } = createRoutes(deps);
  route(contract.adminListExchangeRates, () => service.listRates(deps));
  route(contract.addExchangeRate, ({ actor, body: typed, call }) => service.addRate(deps, actor, { typed, call }));
  route(contract.updateExchangeRate, ({ actor, params, body: typed, call }) =>
    service.changeRate(deps, actor, params.id, { typed, call }),
  );
  route(contract.deleteExchangeRate, ({ actor, params }) => service.removeRate(deps, actor, params.id));
  route(currencies.adminListFiatCurrencies, () => service.listAllCurrencies(deps));
  route(currencies.createFiatCurrency, ({ actor, body }) => service.createCurrency(deps, actor, body));
  route(currencies.updateFiatCurrency, ({ actor, params, body }) =>
    service.changeCurrency(deps, actor, params.id, body),
  );
  route(currencies.deleteFiatCurrency, ({ actor, params }) => service.removeCurrency(deps, actor, params.id));
  route(currencies.seedFiatCurrencies, ({ actor }) => service.seedCurrencies(deps, actor));
  return router;
}
