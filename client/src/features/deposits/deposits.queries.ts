import { useQuery } from '@tanstack/react-query';
import { call, type Route } from '#client/lib/api/call.ts';
import { useStoredWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import { useRefreshOn } from '#client/lib/realtime/useRefreshOn.ts';
import type { Api } from '#shared/api.ts';
import { none, sumOf, toText, unnamedAmount } from '#shared/kernel/money.ts';
import { isOpen, type OrderStatus } from '#shared/orders/orders.lifecycle.ts';

export type OwnDeposit = Api['GET /api/transactions/:id/deposit']['output'];
export type Verdict = Api['GET /api/admin/transactions/:id/verdict']['output'];
export type Play = Api['POST /api/admin/transactions/:id/play']['body']['play'];

interface OrderKey {
  id: string;
  status: OrderStatus;
}

/** Interval in ms at which a screen refetches the data of a chain, in case a socket message is lost. */
const pollMs = 15_000;
const pollWhileOpen = (order: OrderKey) => ({ refetchInterval: isOpen(order) ? pollMs : (false as const) });

/** Reads these routes again whenever a chain has something new. */
export const useChainProgress = (...routes: readonly Route[]) => useRefreshOn('chain_advanced', ...routes);

/** The deposit of a sale on its chain; fetched again while the sale is open. */
export const depositQuery = (order: OrderKey) =>
  apiQuery('GET /api/transactions/:id/deposit', { params: { id: order.id } }, pollWhileOpen(order));

/** Names the transaction that pays a sale; its deposit is replaced by the answer. */
export const useNameTransaction = (order: OrderKey) =>
  useStoredWrite(
    () => depositQuery(order).queryKey,
    (transactionHash: string) =>
      call('PUT /api/transactions/:id/hash', { params: { id: order.id }, body: { transactionHash } }),
    'GET /api/transactions',
    'GET /api/transactions/:id',
  );

/** The verdict on the deposit of a sale; refetched while the sale can still be decided. */
export const verdictQuery = (order: OrderKey) =>
  apiQuery('GET /api/admin/transactions/:id/verdict', { params: { id: order.id } }, pollWhileOpen(order));

/** Findings by which the shown transfer has no coins for this sale. */
const notTheirs: readonly string[] = ['other_token', 'failed', 'belongs_elsewhere', 'node_differs', 'before_quote'];

/** The coins of a sale that are final on the chain, as decimal text; undefined where none are, or it is no sale. */
export function useArrived(order: OrderKey & { type: 'sell' | 'fiat' }): {
  arrived: string | undefined;
  isLoading: boolean;
} {
  const { data, isLoading } = useQuery({ ...verdictQuery(order), enabled: order.type === 'sell' });
  return { arrived: data && finalCoinsIn(data), isLoading };
}

function finalCoinsIn({ findings, transfers }: Verdict): string | undefined {
  if (findings.some(({ code }) => notTheirs.includes(code))) return undefined;
  const finalTransfers = transfers.filter(({ state }) => state === 'final');
  const amounts = finalTransfers.map(({ amount }) => unnamedAmount('coin', String(amount)));
  return amounts.length === 0 ? undefined : toText(sumOf(none.coin, amounts));
}

const verdictsQuery = apiQuery('GET /api/admin/verdicts', {}, { refetchInterval: pollMs });

/** True until the verdicts on all open sales are known. */
export const useAreVerdictsPending = (): boolean => useQuery(verdictsQuery).isLoading;

/** The level of the verdict on an order, from those of all open sales; undefined where there is none to show. */
export function useVerdictLevel(id: string): Api['GET /api/admin/verdicts']['output'][number] | undefined {
  return useQuery({ ...verdictsQuery, select: (all) => all.find((verdict) => verdict.id === id) }).data;
}

/** A mutation that answers with the new verdict. */
const useVerdictMutation = <Input = void>(order: OrderKey, write: (input: Input) => Promise<Verdict>) =>
  useStoredWrite(() => verdictQuery(order).queryKey, write);

/** Asks the server to check the deposit at once. */
export const useCheckDeposit = (order: OrderKey) =>
  useVerdictMutation(order, () => call('POST /api/admin/transactions/:id/check', { params: { id: order.id } }));

/** Plays a transfer to the address of a sale on a simulated chain. */
export const usePlayTransfer = (order: OrderKey) =>
  useVerdictMutation(order, (play: Play) =>
    call('POST /api/admin/transactions/:id/play', { params: { id: order.id }, body: { play } }),
  );
