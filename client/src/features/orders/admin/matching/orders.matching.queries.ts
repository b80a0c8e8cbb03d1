import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#client/lib/api/call.ts';
import { apiQuery, invalidateRoutes } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';
import { amountOf, none, sumOf, toText } from '#shared/kernel/money.ts';
import { maxApproved, type LeftReason } from '#shared/orders/admin/orders.matching.contract.ts';
import { adminOrderRoutes } from '../../orders.queries.ts';

export type Matching = Api['GET /api/admin/matching-transactions']['output'];
export type Match = Matching['matching'][number];
type Approved = Api['POST /api/admin/transactions/approve']['output']['results'][number];

const pollMs = 15_000;
/**
 * The server checks and moves each order of a slice in its own transaction: on a busy server that takes longer than for
 * one order.
 */
const sliceTimeoutMs = 90_000;

const matchingQuery = apiQuery('GET /api/admin/matching-transactions', {}, { refetchInterval: pollMs });

/** Orders that can be approved together, and the other orders with their reasons; requested for members who decide. */
export function useMatching(enabled: boolean) {
  return useQuery({ ...matchingQuery, enabled }).data;
}

/** True until the matching orders are known: their strip stands above a list, which it would move if it came later. */
export function useIsMatchingPending(enabled: boolean): boolean {
  return useQuery({ ...matchingQuery, enabled }).isLoading;
}

/** The reasons to check an order by itself, the worst first; none for an order that is approved with the others. */
export function reasonsAgainst(id: string, { left }: Matching): LeftReason[] {
  const order = left.find((leftOrder) => leftOrder.id === id);
  return order ? [order.reason, ...order.also] : [];
}

/** The reasons from the list that the screen has already fetched; no request is sent for one order. */
export function useReasonsAgainst(id: string): LeftReason[] {
  const { data } = useQuery({ ...matchingQuery, enabled: false });
  return data ? reasonsAgainst(id, data) : [];
}

/** The sums of orders by currency, the currency with most orders first. */
export function sumsOf(orders: readonly Match[]): { currency: string; amount: string }[] {
  const codes = [...new Set(orders.map(({ currency }) => currency))];
  const sums = codes.map((currency) => ({ currency, of: orders.filter((order) => order.currency === currency) }));
  return sums
    .toSorted((first, second) => second.of.length - first.of.length)
    .map(({ currency, of }) => ({
      currency,
      amount: toText(
        sumOf(
          none.payout,
          of.map(({ payout }) => amountOf('payout', payout, currency)),
        ),
      ),
    }));
}

const changedRoutes = [
  ...adminOrderRoutes,
  'GET /api/admin/matching-transactions',
  'GET /api/admin/payouts',
  'GET /api/admin/payouts/figures',
] as const;

/**
 * Approves many orders in slices, which the server checks one by one; `done` grows with each. Each approval can be
 * taken back.
 */
export function useApproveMany() {
  const client = useQueryClient();
  const [doneResults, setDoneResults] = useState<readonly Approved[]>([]);
  // The ten seconds of a result run while lists are fetched: it is shown without waiting for them.
  const refresh = () => void invalidateRoutes(client, ...changedRoutes);
  const takeBack = useMutation({
    mutationFn: async () => {
      const orders = doneResults.flatMap(({ id, version }) => (version === null ? [] : [{ id, version }]));
      const { results } = await call('POST /api/admin/transactions/undo', {
        body: { orders },
        timeoutMs: sliceTimeoutMs,
      });
      return results.filter(({ state }) => state === 'left').length;
    },
    onSettled: refresh,
  });
  const approve = useMutation({
    mutationFn: async (orders: readonly Match[]) => {
      setDoneResults([]);
      // The note about orders taken back before would seem to be about these.
      takeBack.reset();
      for (let from = 0; from < orders.length; from += maxApproved) {
        const slice = orders.slice(from, from + maxApproved).map(({ id, version }) => ({ id, version }));
        const { results } = await call('POST /api/admin/transactions/approve', {
          body: { orders: slice },
          idempotencyKey: crypto.randomUUID(),
          timeoutMs: sliceTimeoutMs,
        });
        setDoneResults((doneBefore) => [...doneBefore, ...results]);
      }
      return Date.now();
    },
    // Before the list is fetched again the button must not offer the same orders.
    onSuccess: (_variables, orders) => {
      const ids = new Set(orders.map(({ id }) => id));
      const withoutThese = (list: Matching) => list.matching.filter(({ id }) => !ids.has(id));
      client.setQueryData(matchingQuery.queryKey, (list) => list && { ...list, matching: withoutThese(list) });
    },
    onSettled: refresh,
  });
  return { approve, takeBack, done: doneResults };
}
