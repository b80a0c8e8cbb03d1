import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import type { OrderStatus } from '#shared/orders/orders.lifecycle.ts';
import { hourMs } from '#shared/reference/units-of-time.ts';

/** Longest processing time that we promise in a status, in ms; undefined without a promise. */
export function usePromises(): (status: OrderStatus) => number | undefined {
  const { data: settings } = useQuery(settingsQuery);
  const { checkHours = 0, payoutHours = 0 } = settings?.limits ?? {};
  return (status) => {
    if (!settings) return undefined;
    if (status === 'pending') return checkHours * hourMs;
    return status === 'processing' ? (checkHours + payoutHours) * hourMs : undefined;
  };
}

/** True if an order waits longer than promised to customers; an order without its proof waits for its customer. */
export function useIsLate() {
  const promises = usePromises();
  return (order: { status: OrderStatus; createdAt: string; awaitingProof: boolean }, now: number): boolean => {
    const limit = promises(order.status);
    return limit !== undefined && !order.awaitingProof && now - Date.parse(order.createdAt) > limit;
  };
}
