import type { Events } from '#server/events/events.ts';
import type { Sockets } from '#server/sockets/socket.ts';
import type { OrderSocketEvent } from '#shared/orders/orders.socket.ts';

/**
 * Notifies the owner's open tabs and the admins of a changed order. Ids and status only: the screens fetch what they
 * may see. Nothing is sent after a gap in listening, as lists are polled as well.
 */
export function ordersSocket(
  { events }: { events: Pick<Events, 'on'> },
  sockets: Pick<Sockets, 'toUser' | 'toMembers'>,
): void {
  events.on('order_changed', (event) => {
    if (event.kind === 'resync') return;
    const { kind: _, userId, ...order } = event;
    sockets.toUser(userId, { type: 'transaction_updated', ...order } satisfies OrderSocketEvent);
    sockets.toMembers('orders.read', { type: 'queue_changed' } satisfies OrderSocketEvent);
  });
  events.on('order_handling_changed', (event) => {
    if (event.kind === 'resync') return;
    sockets.toMembers('orders.read', { type: 'queue_changed' } satisfies OrderSocketEvent);
  });
}
