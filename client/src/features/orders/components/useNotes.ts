import { useTranslation } from 'react-i18next';
import { proofHours } from '#shared/orders/orders.lifecycle.ts';
import type { OrderDetails } from '../orders.queries.ts';

type Event = Pick<OrderDetails['events'][number], 'to' | 'by' | 'note'>;

/** Notes of an order: the product's own in the reader's language, what an administrator wrote as it is. */
export function useNotes() {
  const { t } = useTranslation('orders');
  /** The note of one event. */
  const noteOf = ({ to, by, note }: Event): string | null => {
    // Only these two end an order without an administrator.
    if (note === null || to !== 'failed' || by === 'desk') return note;
    return by === 'customer' ? t('ownNote.cancelled') : t('ownNote.expired', { proofHours });
  };
  /** The note an order is shown with. */
  const adminNotesOf = ({ adminNotes, events }: { adminNotes: string | null; events: readonly Event[] }) => {
    const end = events.at(-1);
    return end?.note === adminNotes && end ? noteOf(end) : adminNotes;
  };
  return { noteOf, adminNotesOf };
}
