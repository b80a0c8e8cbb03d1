import { z } from 'zod';
import { amountOut } from '#shared/kernel/amount.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { idOf, text, timestamp } from '#shared/kernel/fields.ts';
import { pageQuery } from '#shared/kernel/paging.ts';
import { railField, railIds, railKinds } from '#shared/reference/rails.ts';
import { priceSources } from '#shared/reference/rate-sources.ts';
import { maxSearchLength } from '#shared/reference/search-lengths.ts';
import { priceFaults } from './market.ts';

export const cryptoAssetView = z.object({
  id: z.string(),
  name: z.string(),
  symbol: z.string(),
  /** US dollars for one coin; 0 while the price is not quoted. */
  price: amountOut,
  change24h: z.number(),
  color: z.string(),
  icon: z.string(),
  network: z.string(),
  networkHint: z.string(),
  minimumDeposit: amountOut,
  requiresMemo: z.boolean(),
  decimals: z.number().int(),
  /** True if a sale can be quoted now; otherwise `notice` is the reason. */
  available: z.boolean(),
  notice: z.enum(['stale', 'held', 'paused', 'none']),
  /** True if the coin has an address now; customers are not offered a coin without one. */
  isSellable: z.boolean(),
  sparkline: z.array(z.number()),
  /** When the last good price was seen; null before the first one. */
  updatedAt: timestamp.nullable(),
  /** "sample" makes the screens show "sample rates". */
  source: z.string(),
});
export type CryptoAssetView = z.output<typeof cryptoAssetView>;

export const listCryptoAssets = endpoint('GET /api/crypto-assets', {
  access: 'public',
  summary: 'The coins that are bought, with price, change and the last 24 hours',
  response: z.array(cryptoAssetView),
});

const railView = z.object({
  id: z.string(),
  kind: z.enum(railKinds),
  name: z.string(),
  /** ISO 3166; empty for all. */
  countries: z.array(z.string()),
  fields: z.array(railField),
  csvProfile: z.string().nullable(),
  min: amountOut.nullable(),
  max: amountOut.nullable(),
});
export type RailView = z.output<typeof railView>;

export const listPayoutCurrencies = endpoint('GET /api/payout-currencies', {
  access: 'public',
  summary: 'The currencies a sale can be paid out in',
  response: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      symbol: z.string(),
      flag: z.string(),
      group: z.enum(['major', 'african', 'other']),
      minorUnits: z.number().int(),
      /** Units for one US dollar; null while no rate is known. */
      unitsPerUsd: amountOut.nullable(),
      updatedAt: timestamp.nullable(),
      /**
       * `sample` for a rate that ships with the product, `manual` for one that the team has set; empty without a rate.
       */
      source: z.string(),
      /** The smallest and largest payout of one sale, its methods, and whether new sales are paused. */
      min: amountOut.nullable(),
      max: amountOut.nullable(),
      methods: z.array(z.enum(railIds)),
      /** The rails of these methods, in their order. */
      rails: z.array(railView),
      isPaused: z.boolean(),
    }),
  ),
});

/** All stored digits as text, as an admin decides by them. */
const storedRate = z.string().regex(/^\d+(\.\d+)?$/);

/** A price of one source, to every digit. */
const sourcePrice = z.object({ source: z.string(), price: storedRate });

export const heldRateView = z.object({
  id: idOf('heldRate'),
  kind: z.enum(['coin', 'currency']),
  /** Coin id or currency code. */
  subject: z.string(),
  /** US dollars for one coin, or units of the currency for one US dollar; null where no earlier rate was known. */
  lastGood: storedRate.nullable(),
  offered: storedRate,
  changePercent: z.number().nullable(),
  source: z.string(),
  /** superseded: the source returned to a plausible rate by itself. */
  status: z.enum(['waiting', 'accepted', 'refused', 'superseded']),
  heldAt: timestamp,
  offeredAt: timestamp,
  decidedAt: timestamp.nullable(),
  /** The member who decided; null while it waits, and if it ended by itself. */
  decidedBy: idOf('user').nullable(),
  /** The current rate at each source in use, while it waits. */
  offers: z.array(sourcePrice),
});
export type HeldRateView = z.output<typeof heldRateView>;

export const listHeldRates = endpoint('GET /api/admin/held-rates', {
  may: 'rates.write',
  summary:
    'Rates that moved too far (20 % at once, 30 % in an hour) and wait for the administrator, then the decided ones; a search covers coins, currencies and sources',
  query: pageQuery.extend({
    pageSize: z.coerce.number().int().min(1).max(100).default(50),
    q: text(maxSearchLength).optional(),
    /** Waiting rates come first in either order. */
    sort: z.enum(['newest', 'oldest']).default('newest'),
  }),
  response: z.array(heldRateView),
  limit: 'admin',
  paged: true,
});

export const decideHeldRate = endpoint('POST /api/admin/held-rates/:id', {
  may: 'rates.write',
  summary: 'Quote a held rate from now on (which asks for the password), or keep the old one',
  stepUp: 'sometimes',
  body: z.object({ decision: z.enum(['accepted', 'refused']) }),
  response: 'empty',
  errors: ['not_found', 'already_decided', 'step_up_required'],
});

export const priceSourceStates = ['ok', 'failing', 'down', 'off'] as const;
export type PriceSourceState = (typeof priceSourceStates)[number];

export const priceSourceView = z.object({
  source: z.enum(priceSources),
  /**
   * `failing`: it does not answer; `down`: it has not answered for ten minutes. `off`: RATES_PROVIDER does not name it.
   */
  state: z.enum(priceSourceStates),
  lastOkAt: timestamp.nullable(),
  failingSince: timestamp.nullable(),
  lastError: z.string().nullable(),
  /** True if it answers only callers with an API key. */
  keyNeeded: z.boolean(),
  coins: z.array(
    z.object({
      coinId: z.string(),
      priceUsd: storedRate.nullable(),
      seenAt: timestamp,
      /** True if the market price is made from it. */
      used: z.boolean(),
      /** The reason why the price of this source is not counted; null if it is. */
      why: z.enum(priceFaults).nullable(),
      /** The distance from the median of all, if that is the reason. */
      apartPercent: z.number().nullable(),
    }),
  ),
});
export type PriceSourceView = z.output<typeof priceSourceView>;

export const listPriceSources = endpoint('GET /api/admin/price-sources', {
  may: 'rates.write',
  summary: 'The sources of coin prices: which are in use, how each does, and what each says of every coin now',
  response: z.array(priceSourceView),
});

export const testPriceSource = endpoint('POST /api/admin/price-sources/:source/test', {
  may: 'rates.write',
  summary:
    'Ask one source once, in use or not, and store nothing: what it says of every coin, or why it does not answer',
  params: z.object({ source: z.string().max(40) }),
  response: priceSourceView,
  errors: ['not_found'],
  limit: 'admin',
});
