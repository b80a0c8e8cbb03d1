import type { Router } from 'express';
import type { z } from 'zod';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import {
  contentVersion,
  jsonText,
  notModified,
  type JsonText,
  type NotModified,
  type Reply,
} from '#server/http/reply.ts';
import { createRoutes, type RouteDeps } from '#server/http/route.ts';
import { listCryptoAssets, listPayoutCurrencies } from '#shared/rates/rates.contract.ts';
import type { RatesPorts } from './rates.ports.ts';
import { presentCoins, presentCurrencies } from './rates.present.ts';
import { unitsReader } from './rates.service.ts';

/** The public rates. Both answers are cached as text and rebuilt only when a value in them has changed. */
export function ratesRoutes(deps: RouteDeps & RatesPorts & SettingsPorts): Router {
  const { router, route } = createRoutes(deps);
  const coins = cachedAnswer(listCryptoAssets.response);
  const currencies = cachedAnswer(listPayoutCurrencies.response);
  route(listCryptoAssets, 'public', async ({ reply }) => {
    const [snapshot, sellable] = await Promise.all([deps.rates(), deps.sellableCoins()]);
    // A price ages without an event, so the states are part of the cache key.
    const states = [...snapshot.coins.values()].map((coin) => coin.state());
    const settings = settingsOf(deps);
    return coins(reply, [snapshot, sellable, settings, ...states], () => presentCoins(snapshot, sellable, settings));
  });
  route(listPayoutCurrencies, 'public', async ({ reply }) => {
    const [snapshot, ownRates] = await Promise.all([deps.rates(), deps.adminRates()]);
    const states = [...snapshot.currencies.values()].map((rate) => rate.isFresh());
    const settings = settingsOf(deps);
    return currencies(reply, [snapshot, ownRates, settings, ...states], () =>
      presentCurrencies(unitsReader(snapshot, ownRates), settings),
    );
  });
  return router;
}

/** Rates move every minute, and no sale is priced from these. */
const sharedSeconds = 5;

type CachedAnswer<View> = (reply: Reply, madeFrom: readonly unknown[], make: () => View) => JsonText | NotModified;

/** Caches one public answer with a text version: browsers must revalidate, a CDN may serve its own copy. */
function cachedAnswer<Schema extends z.ZodType>(schema: Schema): CachedAnswer<z.input<Schema>> {
  let cached: { madeFrom: readonly unknown[]; text: string; version: string } | undefined;
  return (reply, madeFrom, make) => {
    const isSame =
      cached?.madeFrom.length === madeFrom.length && madeFrom.every((part, index) => part === cached?.madeFrom[index]);
    if (!cached || !isSame) {
      const text = JSON.stringify(schema.parse(make()));
      cached = { madeFrom, text, version: contentVersion(text) };
    }
    reply.shared(sharedSeconds);
    reply.anyOrigin();
    return reply.etag(cached.version) ? notModified : jsonText(cached.text);
  };
}
