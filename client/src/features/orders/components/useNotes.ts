import { useTranslation } from 'react-i18next';
import { isRefused } from '#shared/orders/orders.lifecycle.ts';
import type { OrderDetails } from '../orders.queries.ts';

type Event = Pick<OrderDetails['events'][number], 'to' | 'note' | 'because'>;

/** Notes of an order: reasons from the product in the reader's language, and an administrator's text as written. */
export function useNotes() {
  const { t } = useTranslation('orders');
  const noteOf = ({ note, because }: Pick<Event, 'note' | 'because'>): string | null =>
    note ?? (because && t(`because.${because.reason}`, because.params));
  /** The note of an order: the reason why the product ended it, else the administrator's text. */
  const adminNotesOf = ({ adminNotes, events }: { adminNotes: string | null; events: readonly Event[] }) => {
    const end = events.at(-1);
    const refusal = end && isRefused(end.to) ? end : { note: null, because: null };
    return (refusal.because && noteOf(refusal)) ?? adminNotes ?? refusal.note;
  };
  return { noteOf, adminNotesOf };
}
