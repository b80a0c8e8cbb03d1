import { useMay } from '#client/lib/session/permissions.ts';
import { useWorkCount } from '../orders.admin.queries.ts';
import type { QueueState } from './useQueueState.ts';

/** True once every chip of the queue is known to match no order: nothing can be searched, filtered or sorted. */
export function useIsQueueBare({ isNarrowed }: QueueState, total: number | undefined): boolean {
  const decides = useMay()('orders.decide');
  const [todo, done] = [useWorkCount('todo', decides), useWorkCount('done', decides)];
  const [waiting, approved] = [useWorkCount('waiting'), useWorkCount('approved')];
  const counts = decides ? [todo, waiting, approved, done] : [waiting, approved];
  return total === 0 && !isNarrowed && counts.every((count) => count === 0);
}
