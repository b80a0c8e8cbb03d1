import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { useNow } from '#client/lib/browser/useNow.ts';
import { formatWhen } from '#client/lib/format/when.ts';
import { arrivalOnceThere, promisedBy } from '#shared/orders/orders.times.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';

interface Payout {
  /** Undefined before a currency is chosen. */
  currency: string | undefined;
  method?: string | undefined;
}

/**
 * The time by which the money of an order arrives that is paid for now; undefined if the operator has promised no
 * hours.
 */
export function useArrivalIfNow({ currency, method }: Payout): { time: string; overWeekend: boolean } | undefined {
  const { data: settings } = useQuery(settingsQuery);
  const now = useNow(true, minuteMs);
  if (!settings || currency === undefined) return undefined;
  const destination = { payoutCurrency: currency, ...(method && { paymentDetails: { method } }) };
  const arrival = arrivalOnceThere(new Date(now), destination, promisedBy(settings));
  return arrival && { time: formatWhen(arrival.at, now), overWeekend: arrival.overWeekend };
}
