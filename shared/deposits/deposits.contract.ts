import { z } from 'zod';
import { chainNames } from '#shared/chains/chains.list.ts';
import { transferStates } from '#shared/chains/chains.transfers.ts';
import { amountOut } from '#shared/kernel/amount.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { id, timestamp } from '#shared/kernel/fields.ts';
import { findingCodes, verdictLevels } from './verdict.ts';

/** A verdict as shared/deposits/verdict.ts makes it. */
export const verdictView = z.object({
  level: z.enum(verdictLevels),
  findings: z.array(
    z.object({
      code: z.enum(findingCodes),
      params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    }),
  ),
  transfers: z.array(
    z.object({
      chain: z.enum(chainNames),
      txHash: z.string(),
      outIndex: z.number().int(),
      amount: amountOut,
      confirmations: z.number().int(),
      required: z.number().int(),
      state: z.enum(transferStates),
      blockHeight: z.number().int().nullable(),
      seenAt: timestamp,
    }),
  ),
  checkedAt: timestamp.nullable(),
  source: z.string().nullable(),
});

export const getVerdict = endpoint({
  method: 'GET',
  path: '/api/admin/transactions/:id/verdict',
  access: 'admin',
  may: 'orders.read',
  summary: 'What the chain says about the deposit of a sale',
  params: z.object({ id }),
  response: verdictView,
  errors: ['not_found'],
  limit: 'read',
});

export const checkDeposit = endpoint({
  method: 'POST',
  path: '/api/admin/transactions/:id/check',
  access: 'admin',
  may: 'orders.decide',
  summary: 'Look for the deposit of a sale on its chain at once',
  params: z.object({ id }),
  response: verdictView,
  errors: ['not_found'],
  limit: 'admin',
});
