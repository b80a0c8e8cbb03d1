import type { Events } from '#server/events/events.ts';
import type { Sockets } from '#server/sockets/socket.ts';
import type { KycSocketEvent } from '#shared/kyc/kyc.socket.ts';

/** Notifies the user's open tabs of their status, and admins that the list has changed. */
export function kycSocket(
  { events }: { events: Pick<Events, 'on'> },
  sockets: Pick<Sockets, 'toUser' | 'toMembers'>,
): void {
  events.on('kyc_changed', (event) => {
    if (event.kind === 'resync') return;
    const { userId, status } = event;
    sockets.toUser(userId, { type: 'kyc_updated', status } satisfies KycSocketEvent);
    sockets.toMembers('kyc.read', { type: 'kyc_queue_changed' } satisfies KycSocketEvent);
  });
}
