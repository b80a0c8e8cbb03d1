import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#client/lib/api/call.ts';
import { apiQuery, invalidateRoutes } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';
import { amountOf, none, sumOf, toText } from '#shared/kernel/money.ts';
import { maxApproved, type LeftReason } from '#shared/orders/orders.matching.contract.ts';
import { adminOrderRoutes } from '../../orders.queries.ts';

export type Matching = Api['GET /api/admin/matching-transactions']['output'];
export type Match = Matching['matching'][number];
type Approved = Api['POST /api/admin/transactions/approve']['output']['results'][number];

const pollMs = 15_000;
/** Each order of a slice is judged and moved in a transaction of its own: a busy server takes longer than for one. */
const sliceTimeoutMs = 90_000;

const matchingQuery = apiQuery('GET /api/admin/matching-transactions', {}, { refetchInterval: pollMs });

/** Orders that can be approved together, and those left with their reasons; asked for by members who decide. */
export function useMatching(enabled: boolean) {
  return useQuery({ ...matchingQuery, enabled }).data;
}

/** The reasons to look at an order by itself, the worst first; none for one that the list does not leave out. */
export function reasonsAgainst(id: string, { left }: Matching): LeftReason[] {
  const order = left.find((item) => item.id === id);
  return order ? [order.reason, ...order.also] : [];
}

/** These reasons from the list that the screen has asked for; it is not asked for again for one order. */
export function useReasonsAgainst(id: string): LeftReason[] {
  const { data } = useQuery({ ...matchingQuery, enabled: false });
  return data ? reasonsAgainst(id, data) : [];
}

/** The sums of orders, one for each currency, the largest number of orders first. */
export function sumsOf(orders: readonly Match[]): { currency: string; amount: string }[] {
  const codes = [...new Set(orders.map(({ currency }) => currency))];
  const sums = codes.map((currency) => ({ currency, of: orders.filter((order) => order.currency === currency) }));
  return sums
    .toSorted((one, other) => other.of.length - one.of.length)
    .map(({ currency, of }) => ({
      currency,
      amount: toText(
        sumOf(
          none.payout,
          of.map(({ payout }) => amountOf('payout', payout)),
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
 * Approves many in slices, which the server judges one by one; `done` grows with each. Each approval can be taken back.
 */
export function useApproveMany() {
  const client = useQueryClient();
  const [done, setDone] = useState<readonly Approved[]>([]);
  // The ten seconds of a result pass while lists are fetched: it is shown without them.
  const refresh = () => void invalidateRoutes(client, ...changedRoutes);
  const takeBack = useMutation({
    mutationFn: async () => {
      const orders = done.flatMap(({ id, version }) => (version === null ? [] : [{ id, version }]));
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
      setDone([]);
      // The note of orders taken back before would be read as a word about these.
      takeBack.reset();
      for (let from = 0; from < orders.length; from += maxApproved) {
        const slice = orders.slice(from, from + maxApproved).map(({ id, version }) => ({ id, version }));
        const { results } = await call('POST /api/admin/transactions/approve', {
          body: { orders: slice },
          idempotencyKey: crypto.randomUUID(),
          timeoutMs: sliceTimeoutMs,
        });
        setDone((before) => [...before, ...results]);
      }
      return Date.now();
    },
    // Until then the button must not offer the same orders once more.
    onSuccess: (_at, orders) => {
      const ids = new Set(orders.map(({ id }) => id));
      const withoutThese = (known: Matching) => known.matching.filter(({ id }) => !ids.has(id));
      client.setQueryData(matchingQuery.queryKey, (known) => known && { ...known, matching: withoutThese(known) });
    },
    onSettled: refresh,
  });
  return { approve, takeBack, done };
}
