import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { amountOut } from '#shared/kernel/amount.ts';
import { timestamp } from '#shared/kernel/fields.ts';

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
  /** Whether a sale can be quoted now; `notice` says why not. */
  available: z.boolean(),
  notice: z.enum(['stale', 'held', 'none']),
  sparkline: z.array(z.number()),
  updatedAt: timestamp,
  source: z.string(),
});
export type CryptoAssetView = z.output<typeof cryptoAssetView>;

export const listCryptoAssets = endpoint({
  method: 'GET',
  path: '/api/crypto-assets',
  access: 'public',
  summary: 'The coins the desk buys, with price, change and the last 24 hours',
  response: z.array(cryptoAssetView),
  errors: [],
  limit: 'read',
});

export const listPayoutCurrencies = endpoint({
  method: 'GET',
  path: '/api/payout-currencies',
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
    }),
  ),
  errors: [],
  limit: 'read',
});
