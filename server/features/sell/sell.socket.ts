import type { Events } from '#server/events/events.ts';
import type { Sockets } from '#server/sockets/socket.ts';
import type { SellSocketEvent } from '#shared/sell/sell.socket.ts';

/**
 * Notifies every signed-in browser that a deposit address was stopped: an open screen that shows one fetches again. To
 * all of them, as a closed order shows its address too. After a gap in listening the screens poll.
 */
export function sellSocket({ events }: { events: Pick<Events, 'on'> }, sockets: Pick<Sockets, 'toAllUsers'>): void {
  events.on('deposit_address_stopped', (event) => {
    if (event.kind !== 'resync') sockets.toAllUsers({ type: 'deposit_address_stopped' } satisfies SellSocketEvent);
  });
}
