import { useQuery } from '@tanstack/react-query';
import { depositQuery, useChainProgress } from '#client/features/deposits/deposits.queries.ts';
import { refundCodeOf } from '#client/features/refunds/refunds.queries.ts';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { useDepositChanges } from '#client/features/settlements/settlements.queries.ts';
import { useNow } from '#client/lib/browser/useNow.ts';
import { readMailedCode } from '#client/lib/storage/mailed-codes.ts';
import { lineOf, type Line, type LineOrder } from '#shared/orders/line/line.ts';
import { promisedBy } from '#shared/orders/orders.times.ts';
import type { LineSource } from './line.values.ts';

export interface FollowedLine {
  line: Line;
  source: LineSource;
}

const unknownOrder = { id: '', status: 'pending' } as const;

/**
 * The line of an order, live; undefined until its data is loaded. Without a network it is derived from the order alone.
 */
export function useLine(order: LineOrder | undefined, { isToppingUp = false } = {}): FollowedLine | undefined {
  const isSale = order?.type === 'sell';
  const { data: settings } = useQuery(settingsQuery);
  const depositResult = useQuery({ ...depositQuery(order ?? unknownOrder), enabled: isSale });
  useChainProgress('GET /api/transactions/:id/deposit');
  useDepositChanges('GET /api/transactions/:id/deposit', 'GET /api/transactions/:id');
  const now = useNow(true);
  // Without an answer of the chain the line shows the order's own data; fetching again must not hide the page.
  const isFirstAsked =
    depositResult.isPending && depositResult.errorUpdateCount === 0 && depositResult.fetchStatus !== 'paused';
  if (!order || (isSale && isFirstAsked)) return undefined;
  const deposit = depositResult.data ?? null;
  const source: LineSource = {
    order,
    deposit,
    isToppingUp,
    isCodeMailed: deposit?.refund ? readMailedCode(refundCodeOf(deposit.refund.id)) !== undefined : false,
    promised: settings && promisedBy(settings),
    now,
  };
  return { line: lineOf(source), source };
}
