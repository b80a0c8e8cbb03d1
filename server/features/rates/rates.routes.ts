import { createHash } from 'node:crypto';
import { Router } from 'express';
import type { z } from 'zod';
import { notModified, type JsonText, type NotModified, type Reply } from '#server/http/reply.ts';
import { route, type RouteDeps } from '#server/http/route.ts';
import { listCryptoAssets, listPayoutCurrencies } from '#shared/rates/rates.contract.ts';
import { presentCoins, presentCurrencies } from './rates.present.ts';
import { unitsReader, type RatesDeps } from './rates.service.ts';

/** Everybody's view of the rates. Both answers are kept as text and made anew only when a figure in them has moved. */
export function ratesRoutes(deps: RouteDeps & RatesDeps): Router {
  const router = Router();
  const coins = keptAnswer(listCryptoAssets.response);
  const currencies = keptAnswer(listPayoutCurrencies.response);
  route(router, deps, listCryptoAssets, async ({ reply }) => {
    const snapshot = await deps.rates();
    // A price grows old without anybody saying so, so the states belong to what the answer was made from.
    const states = [...snapshot.coins.values()].map((coin) => coin.state());
    return coins(reply, [snapshot, ...states], () => presentCoins(snapshot));
  });
  route(router, deps, listPayoutCurrencies, async ({ reply }) => {
    const [snapshot, desk] = await Promise.all([deps.rates(), deps.deskRates()]);
    const states = [...snapshot.currencies.values()].map((rate) => rate.isFresh());
    return currencies(reply, [snapshot, desk, ...states], () => presentCurrencies(unitsReader(snapshot, desk)));
  });
  return router;
}

type KeptAnswer<View> = (reply: Reply, madeFrom: readonly unknown[], make: () => View) => JsonText | NotModified;

/** Keeps one public answer, parsed by its contract, with a version of its text. Browsers may keep it too, if they ask each time. */
function keptAnswer<Schema extends z.ZodType>(schema: Schema): KeptAnswer<z.input<Schema>> {
  let kept: { madeFrom: readonly unknown[]; text: string; version: string } | undefined;
  return (reply, madeFrom, make) => {
    const isSame =
      kept?.madeFrom.length === madeFrom.length && madeFrom.every((part, at) => part === kept?.madeFrom[at]);
    if (!kept || !isSame) {
      const text = JSON.stringify(schema.parse(make()));
      kept = { madeFrom, text, version: createHash('sha256').update(text).digest('base64url').slice(0, 22) };
    }
    reply.header('Cache-Control', 'no-cache');
    return reply.etag(kept.version) ? notModified : reply.jsonText(kept.text);
  };
}
