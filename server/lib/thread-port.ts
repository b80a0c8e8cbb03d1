import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import type { ThreadMessage } from './thread-task.ts';

/** Items of one message; the receiver answers other calls before the next message. */
const itemsAtOnce = 2_000;

/** Opens the thread's side of the port to `runInThread`. */
export function openThreadPort() {
  if (!parentPort) throw new Error('This program runs as a thread.');
  const port = parentPort;
  const post = (message: ThreadMessage<unknown, unknown>) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of this process, not a window
    port.postMessage(message);
  };
  return {
    postResult: (result: unknown) => post({ result }),
    /** Posts what `each` makes of the items in parts, each once the one before was taken. */
    postItems: async <Item>(
      items: Iterable<Item>,
      { each = (item) => item, atOnce = itemsAtOnce }: { each?: (item: Item) => unknown; atOnce?: number } = {},
    ) => {
      let lastTake: Promise<unknown> = Promise.resolve();
      let part: unknown[] = [];
      const send = async () => {
        await lastTake;
        lastTake = once(port, 'message');
        post({ items: part });
        part = [];
      };
      for (const item of items) {
        part.push(each(item));
        if (part.length === atOnce) await send();
      }
      if (part.length > 0) await send();
      await lastTake;
    },
  };
}
