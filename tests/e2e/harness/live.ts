import type { Page } from 'playwright';

/** Shorter than the time after which a request that is never answered is made again. */
export const wordMs = 20_000;

/**
 * Watches a window that is not open yet. The returned function lets the window update orders by the socket alone from
 * then on: its polls are not answered until the socket has reported that an order changed.
 */
export function listenForOrders(page: Page): () => Promise<void> {
  let words = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"transaction_updated"')) words += 1;
    }),
  );
  return async () => {
    const previousWords = words;
    const orders = /\/api\/transactions(\/[\w-]+)?(\?|$)/;
    await page.unroute(orders);
    await page.route(orders, (route) => (words > previousWords ? route.continue() : undefined));
  };
}
