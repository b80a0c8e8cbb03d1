import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { useNow } from '#client/lib/browser/useNow.ts';
import { askedAgainFrom } from '#shared/orders/orders.times.ts';

/** True once a customer who was asked at this moment has had their time for an answer, so that they are asked again. */
export function useAnswerIsLate(askedAt: string | null): boolean {
  const limits = useQuery(settingsQuery).data?.limits;
  const now = useNow(askedAt !== null, 60_000);
  return askedAt !== null && limits !== undefined && askedAgainFrom(askedAt, limits).getTime() <= now;
}
