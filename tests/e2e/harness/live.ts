import type { Page } from 'playwright';

/** Shorter than the time after which an unanswered request is repeated. */
export const wordMs = 20_000;

/**
 * Prepares a window before it opens. After the returned function is called, the window updates orders through the
 * socket alone: its polls are not answered until the socket has reported a changed order.
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
