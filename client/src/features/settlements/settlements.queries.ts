import { useState } from 'react';
import { call, type Route } from '#client/lib/api/call.ts';
import { createIdempotencyKeys } from '#client/lib/api/idempotency-keys.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import { useRefreshOn } from '#client/lib/realtime/useRefreshOn.ts';
import type { MoveInput } from '#client/ui/overlay/Moves.tsx';
import type { Api } from '#shared/api.ts';

type ChoiceInput = Api['POST /api/transactions/:id/choice']['body'];
export type SettlementState = Api['GET /api/admin/transactions/:id/settlement']['output'];
export type SettlementInput = Api['POST /api/admin/transactions/:id/settlement']['body'];
export type Unmatched = Api['GET /api/admin/unmatched']['output'][number];

const pollMs = 30_000;

/** Fetches these routes again when a deposit of this user has changed. */
export const useDepositChanges = (...routes: readonly Route[]) => useRefreshOn('deposit_changed', ...routes);

/** Chooses; the same choice sent again is the same. */
export function useChoose(id: string) {
  const [keys] = useState(createIdempotencyKeys);
  return useWrite(
    (body: ChoiceInput) =>
      call('POST /api/transactions/:id/choice', { params: { id }, body, idempotencyKey: keys.keyOf(body) }),
    'GET /api/transactions',
    'GET /api/transactions/:id',
    'GET /api/transactions/:id/deposit',
    'GET /api/refunds',
  );
}

/** What arrived for a sale and what is paid for it, for the team. */
export const settlementQuery = (id: string, named: readonly string[] = []) =>
  apiQuery(
    'GET /api/admin/transactions/:id/settlement',
    { params: { id }, query: named.length > 0 ? { transferIds: named.join(',') } : {} },
    { refetchInterval: pollMs },
  );

/** Decides what is paid for what arrived. */
export const useSettle = ({ id, version }: { id: string; version: number }, named: readonly string[]) =>
  useWrite(
    ({ action, reason }: MoveInput<SettlementInput['action']>) =>
      call('POST /api/admin/transactions/:id/settlement', {
        params: { id },
        body: { action, reason, version, ...(named.length > 0 && { transferIds: [...named] }) },
      }),
    'GET /api/admin/transactions/:id/settlement',
    'GET /api/admin/transactions',
    'GET /api/admin/transactions/:id',
    'GET /api/admin/approvals',
  );

export const unmatchedPageSize = 20;

/** What arrived without an order. */
export const unmatchedQuery = (query: Api['GET /api/admin/unmatched']['query']) =>
  apiQuery('GET /api/admin/unmatched', { query }, { refetchInterval: pollMs });

/** What became of all that arrived, by coin. */
export const sumsQuery = () => apiQuery('GET /api/admin/unmatched/sums', {});

const unmatchedRoutes: readonly Route[] = [
  'GET /api/admin/unmatched',
  'GET /api/admin/unmatched/sums',
  'GET /api/admin/refunds',
  'GET /api/admin/overview',
  'GET /api/admin/approvals',
];

/** Fetches the queue again when it changes. */
export const useUnmatchedChanges = () => useRefreshOn('unmatched_changed', ...unmatchedRoutes);

export type UnmatchedAction = 'assign' | 'refund' | 'keep' | 'reopen';

function decide(id: string, { action, target, reason }: MoveInput<UnmatchedAction>): Promise<unknown> {
  const options = { params: { id } };
  if (action === 'assign') {
    const [kind = '', named] = target.split(' ');
    return call('POST /api/admin/unmatched/:id/assign', { ...options, body: { [kind]: named, reason } });
  }
  if (action === 'reopen') return call('POST /api/admin/unmatched/:id/reopen', { ...options, body: { reason } });
  if (action === 'refund')
    return call('POST /api/admin/unmatched/:id/refund', { ...options, body: { userId: target, reason } });
  return call('POST /api/admin/unmatched/:id/keep', { ...options, body: { reason } });
}

/** Decides about a transfer without an order. */
export const useDecideUnmatched = (id: string) =>
  useWrite((input: MoveInput<UnmatchedAction>) => decide(id, input), ...unmatchedRoutes);
