import type { Events } from '#server/events/events.ts';
import type { Sockets } from '#server/http/socket.ts';
import type { TransactionSocketEvent } from '#shared/transactions/transactions.socket.ts';

/**
 * Tells the owner's open tabs and the desk about an order that changed. Ids and the status only: the screens fetch
 * what they may see. Nothing is told after a gap in listening, as lists are polled as well.
 */
export function transactionsSocket(
  { events }: { events: Pick<Events, 'on'> },
  sockets: Pick<Sockets, 'toUser' | 'toAdmins'>,
): void {
  events.on('transaction_changed', (event) => {
    if (event.kind === 'resync') return;
    const { id, userId, status, version } = event;
    sockets.toUser(userId, { type: 'transaction_updated', id, status, version } satisfies TransactionSocketEvent);
    sockets.toAdmins({ type: 'queue_changed' } satisfies TransactionSocketEvent);
  });
}
