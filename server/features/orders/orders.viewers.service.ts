import { publish } from '#server/events/publish.ts';
import { userNames } from '#server/features/users/users.admin.service.ts';
import type { Platform } from '#server/platform.ts';
import { readViewers } from '#server/sockets/presence.queries.ts';
import { createPresence } from '#server/sockets/presence.ts';
import type { Connection } from '#server/sockets/socket.connection.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { OrderSocketEvent } from '#shared/orders/orders.socket.ts';

/** Records which connections of this process have an order on screen, and sends each the members with the same one. */
export function createOrderViewers({ db, inTx, log }: Pick<Platform, 'db' | 'inTx' | 'log'>) {
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
  const announce = (orderId: Id<'order'>): void => presence.inBackground(() => notify(orderId));
  const leave = (connection: Connection): void =>
    presence.leave(connection, (tx, { subject }) => publish(tx, { kind: 'order_viewers_changed', id: subject ?? '' }));

  return {
    /** Registers the order that a connection shows, in place of the one before; null for none. */
    open: async (connection: Connection, id: Id<'order'> | null): Promise<void> => {
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
    },
    leave,
    /** Sends the members who have an order on screen to each other. */
    announce,
    /** Sends them for every order on screen: events may have been missed. */
    announceAll: (): void => {
      for (const orderId of new Set([...presence.present.values()].map(({ subject }) => subject ?? '')))
        announce(orderId);
    },
    start: presence.start,
    stop: presence.stop,
  };
}
