import type { Platform } from '#server/platform.ts';
import type { Sockets } from '#server/sockets/socket.ts';
import type { PayoutSocketEvent } from '#shared/payouts/payouts.socket.ts';

/** Notifies the team's open screens that payouts have changed; they fetch what they may see. */
export function payoutsSocket({ events }: Pick<Platform, 'events'>, sockets: Pick<Sockets, 'toMembers'>): void {
  events.on('payouts_changed', () =>
    sockets.toMembers('orders.read', { type: 'payouts_changed' } satisfies PayoutSocketEvent),
  );
}
