import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call } from '#client/lib/api/call.ts';
import { adminCall, shouldRetry } from '#client/lib/api/admin-call.ts';

export type HeldRate = Api['GET /api/admin/held-rates']['output'][number];
export type Decision = Api['POST /api/admin/held-rates/:id']['body']['decision'];

const pollMs = 30_000;

/** Rates that wait for the desk, then the newest decided ones. */
export const heldRatesQuery = queryOptions({
  queryKey: ['admin-held-rates'],
  queryFn: ({ signal }) => call('GET /api/admin/held-rates', { signal, ...adminCall }),
  refetchInterval: pollMs,
  retry: shouldRetry,
});

/** How many wait. */
export const waitingRatesQuery = queryOptions({
  ...heldRatesQuery,
  select: (rates: HeldRate[]) => rates.filter(({ status }) => status === 'waiting').length,
});

/** The desk's word on a rate. */
export function useDecideRate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, decision }: { id: string; decision: Decision }) =>
      call('POST /api/admin/held-rates/:id', { params: { id }, body: { decision }, ...adminCall }),
    onSettled: () => client.invalidateQueries({ queryKey: heldRatesQuery.queryKey }),
  });
}
