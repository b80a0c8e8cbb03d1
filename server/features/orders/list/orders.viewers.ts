import { randomUUID } from 'node:crypto';
import { publish } from '#server/events/publish.ts';
import { userNames } from '#server/features/users/users.admin.service.ts';
import { createSemaphore } from '#server/lib/semaphore.ts';
import type { Platform } from '#server/platform.ts';
import type { Connection } from '#server/sockets/socket.connection.ts';
import type { Sockets } from '#server/sockets/socket.ts';
import { orderOpened, type OrderSocketEvent } from '#shared/orders/orders.socket.ts';
import { deleteViews, deleteViewsOfProcess, readViewers, renewViews, upsertView } from './orders.viewers.queries.ts';

type Deps = Pick<Platform, 'db' | 'inTx' | 'log' | 'events'>;

/** The viewers of a process that was killed count as gone after this long. */
const leaseSeconds = 15;
const tickMs = 5_000;

type View = { connectionId: string; orderId: string };

/** Which orders the members of the team have on screen, so that two never decide one without seeing each other. */
export function orderViewers(
  { db, inTx, log, events }: Deps,
  sockets: Pick<Sockets, 'on' | 'onClose'>,
): { start: () => void; stop: () => Promise<void> } {
  const processId = randomUUID();
  const views = new Map<Connection, View>();
  const inOrder = createSemaphore({ maxConcurrent: 1 });
  let timer: NodeJS.Timeout | undefined;
  const inBackground = (work: () => Promise<unknown>): void =>
    void inOrder(work).catch((error: unknown) =>
      log.warn({ err: error }, 'who has an order open could not be written'),
    );

  const notify = async (orderId: string): Promise<void> => {
    const here = [...views].filter(([, view]) => view.orderId === orderId);
    if (here.length === 0) return;
    const ids = await readViewers(db, orderId);
    const names = await userNames(db, ids);
    for (const [connection] of here) {
      const viewers = ids
        .filter((id) => id !== connection.actor?.userId)
        .map((id) => ({ id, name: names.get(id)?.name ?? '' }));
      connection.send({ type: 'order_viewers', id: orderId, viewers } satisfies OrderSocketEvent);
    }
  };
  const leave = (connection: Connection): void => {
    const view = views.get(connection);
    if (!view) return;
    views.delete(connection);
    inBackground(() =>
      inTx(async (tx) => {
        await deleteViews(tx, view.connectionId);
        await publish(tx, { kind: 'order_viewers_changed', id: view.orderId });
      }),
    );
  };

  sockets.on('order_opened', 'orders.read', orderOpened, async (connection, { id }) => {
    const before = views.get(connection);
    if (before?.orderId === id) return;
    if (before) leave(connection);
    // It may have closed meanwhile; then nothing would remove it again.
    if (id === null || !connection.actor || !connection.isOpen) return;
    const view = { connectionId: randomUUID(), orderId: id };
    const { userId } = connection.actor;
    views.set(connection, view);
    await inOrder(() =>
      inTx(async (tx) => {
        await upsertView(tx, { ...view, processId, userId }, leaseSeconds);
        await publish(tx, { kind: 'order_viewers_changed', id });
      }),
    );
  });
  sockets.onClose(leave);
  events.on('order_viewers_changed', (event) => {
    const orderIds = event.kind === 'resync' ? [...views.values()].map(({ orderId }) => orderId) : [event.id];
    for (const orderId of new Set(orderIds)) inBackground(() => notify(orderId));
  });
  const tick = async (): Promise<void> => {
    const ended = await inTx((tx) => renewViews(tx, processId, leaseSeconds));
    // Those of a process that was killed, which no other process reports as gone.
    for (const orderId of ended) await notify(orderId);
  };

  return {
    start: () => {
      timer = setInterval(() => views.size > 0 && inBackground(tick), tickMs).unref();
    },
    stop: async () => {
      clearInterval(timer);
      await inOrder(() => inTx((tx) => deleteViewsOfProcess(tx, processId)));
    },
  };
}
