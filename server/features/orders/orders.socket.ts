import type { Events } from '#server/events/events.ts';
import type { Sockets } from '#server/sockets/socket.ts';
import type { OrderSocketEvent } from '#shared/orders/orders.socket.ts';

/**
 * Tells the owner's open tabs and the desk about an order that changed. Ids and the status only: the screens fetch
 * what they may see. Nothing is told after a gap in listening, as lists are polled as well.
 */
export function ordersSocket(
  { events }: { events: Pick<Events, 'on'> },
  sockets: Pick<Sockets, 'toUser' | 'toAdmins'>,
): void {
  events.on('order_changed', (event) => {
    if (event.kind === 'resync') return;
    const { id, userId, status, version } = event;
    sockets.toUser(userId, { type: 'transaction_updated', id, status, version } satisfies OrderSocketEvent);
    sockets.toAdmins({ type: 'queue_changed' } satisfies OrderSocketEvent);
  });
}
