import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { useNow } from '#client/lib/browser/useNow.ts';
import { askedAgainFrom } from '#shared/orders/orders.times.ts';

/** True once the time for an answer since `askedAt` is over, so that the customer is asked again. */
export function useAnswerIsLate(askedAt: string | null): boolean {
  const limits = useQuery(settingsQuery).data?.limits;
  const now = useNow(askedAt !== null, 60_000);
  return askedAt !== null && limits !== undefined && askedAgainFrom(askedAt, limits).getTime() <= now;
}
