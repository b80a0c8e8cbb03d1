import type { Events } from '#server/events/events.ts';
import type { Platform } from '#server/platform.ts';
import type { Sockets } from '#server/sockets/socket.ts';
import { orderOpened, type OrderSocketEvent } from '#shared/orders/orders.socket.ts';
import { createOrderViewers } from './orders.viewers.service.ts';

/** Notifies owner and admins of a changed order, ids and status only; not after a gap, as lists are polled. */
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

/** The orders that members have on screen, so that two never decide one without seeing each other. */
export function orderViewersSocket(
  deps: Pick<Platform, 'db' | 'inTx' | 'log' | 'events'>,
  sockets: Pick<Sockets, 'on' | 'onClose'>,
): { start: () => void; stop: () => Promise<void> } {
  const viewers = createOrderViewers(deps);
  sockets.on('order_opened', 'orders.read', orderOpened, (connection, { id }) => viewers.open(connection, id));
  sockets.onClose(viewers.leave);
  deps.events.on('order_viewers_changed', (event) => {
    if (event.kind === 'resync') viewers.announceAll();
    else viewers.announce(event.id);
  });
  return { start: viewers.start, stop: viewers.stop };
}
