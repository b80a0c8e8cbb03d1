import type { Events } from '#server/events/events.ts';
import type { Sockets } from '#server/sockets/socket.ts';
import type { SettlementSocketEvent } from '#shared/settlements/settlements.socket.ts';

/** Notifies the team of transfers without an order and of refunds, and customers of their deposit. Ids only. */
export function settlementsSocket(
  { events }: { events: Pick<Events, 'on'> },
  sockets: Pick<Sockets, 'toUser' | 'toMembers'>,
): void {
  events.on('unmatched_changed', (event) => {
    if (event.kind === 'resync') return;
    sockets.toMembers('orders.read', { type: 'unmatched_changed' } satisfies SettlementSocketEvent);
  });
  events.on('deposit_changed', (event) => {
    if (event.kind === 'resync') return;
    const { userId, quoteId, orderId } = event;
    sockets.toUser(userId, { type: 'deposit_changed', quoteId, orderId } satisfies SettlementSocketEvent);
  });
}
