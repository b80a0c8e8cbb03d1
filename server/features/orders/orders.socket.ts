import type { Events } from '#server/events/events.ts';
import { publish } from '#server/events/publish.ts';
import { userNames } from '#server/features/users/users.admin.service.ts';
import type { Platform } from '#server/platform.ts';
import { readViewers } from '#server/sockets/presence.queries.ts';
import { createPresence } from '#server/sockets/presence.ts';
import type { Connection } from '#server/sockets/socket.connection.ts';
import type { Sockets } from '#server/sockets/socket.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { orderOpened, type OrderSocketEvent } from '#shared/orders/orders.socket.ts';

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
export function orderViewers(
  { db, inTx, log, events }: Pick<Platform, 'db' | 'inTx' | 'log' | 'events'>,
  sockets: Pick<Sockets, 'on' | 'onClose'>,
): { start: () => void; stop: () => Promise<void> } {
  const notify = async (orderId: Id<'order'>): Promise<void> => {
    const presentEntries = [...presence.present].filter(([, { subject }]) => subject === orderId);
    if (presentEntries.length === 0) return;
    const ids = await readViewers(db, orderId);
    const names = await userNames(db, ids);
    for (const [connection] of presentEntries) {
      const viewers = ids
        .filter((id) => id !== connection.actor?.userId)
        .map((id) => ({ id, name: names.get(id)?.name ?? '' }));
      connection.send({ type: 'order_viewers', id: orderId, viewers } satisfies OrderSocketEvent);
    }
  };
  const presence = createPresence(
    { inTx, log },
    {
      roles: ['viewer'],
      onTick: async (endedOrderIds) => {
        for (const orderId of endedOrderIds) await notify(orderId);
      },
    },
  );
  const leave = (connection: Connection): void =>
    presence.leave(connection, (tx, { subject }) => publish(tx, { kind: 'order_viewers_changed', id: subject ?? '' }));

  sockets.on('order_opened', 'orders.read', orderOpened, async (connection, { id }) => {
    if (presence.present.get(connection)?.subject === id) return;
    leave(connection);
    if (id === null || !connection.actor) return;
    const { userId } = connection.actor;
    await presence.inOrder(() =>
      inTx(async (tx) => {
        if (await presence.register(tx, connection, { role: 'viewer', subject: id, userId, status: null }))
          await publish(tx, { kind: 'order_viewers_changed', id });
      }),
    );
  });
  sockets.onClose(leave);
  events.on('order_viewers_changed', (event) => {
    const openOrderIds = [...presence.present.values()].map(({ subject }) => subject ?? '');
    const orderIds = event.kind === 'resync' ? openOrderIds : [event.id];
    for (const orderId of new Set(orderIds)) presence.inBackground(() => notify(orderId));
  });
  return { start: presence.start, stop: presence.stop };
}
