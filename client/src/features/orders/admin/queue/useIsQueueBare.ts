import { useMay } from '#client/lib/session/permissions.ts';
import { useWorkCount } from '../orders.admin.queries.ts';
import type { QueueState } from './useQueueState.ts';

/** True while no chip of the queue leads to an order: there is nothing to search, to filter or to sort. */
export function useIsQueueBare({ isNarrowed }: QueueState, total: number | undefined): boolean {
  const decides = useMay()('orders.decide');
  const counts = [
    useWorkCount('todo', decides),
    useWorkCount('waiting'),
    useWorkCount('approved'),
    useWorkCount('done', decides),
  ];
  return total === 0 && !isNarrowed && !counts.some(Boolean);
}
