import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { useNow } from '#client/lib/browser/useNow.ts';
import type { OrderStatus } from '#shared/orders/orders.lifecycle.ts';
import { hourMs } from '#shared/reference/units-of-time.ts';
import type { AdminOrder } from '../orders.admin.queries.ts';

type TimedOrder = Pick<AdminOrder, 'status' | 'stage' | 'createdAt' | 'awaitingProof'>;
type Stage = TimedOrder['stage'];

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

/** The stages of a sale at an own address in which the team's time runs: no proof of it is awaited. */
const confirmedStages: readonly Stage[] = ['confirmed', 'question'];

/** True if an order waits longer than promised to customers; an order without its proof waits for its customer. */
export function useIsLate() {
  const promises = usePromises();
  return ({ status, stage, createdAt, awaitingProof }: TimedOrder, now: number): boolean => {
    const limit = promises(status);
    const isOurTurn = !awaitingProof || confirmedStages.includes(stage);
    return limit !== undefined && isOurTurn && now - Date.parse(createdAt) > limit;
  };
}

const maxLoud = 5;

/** The late orders of a list that have waited longest, by their ids. */
export function useLoudest(rows: readonly (TimedOrder & Pick<AdminOrder, 'id'>)[]): ReadonlySet<string> {
  const isLate = useIsLate();
  const now = useNow(true, 30_000);
  const oldestLate = rows
    .filter((row) => isLate(row, now))
    .toSorted((first, second) => first.createdAt.localeCompare(second.createdAt))
    .slice(0, maxLoud);
  return new Set(oldestLate.map(({ id }) => id));
}
