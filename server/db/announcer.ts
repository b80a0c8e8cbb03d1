import { rest } from '../lib/retry.ts';
import { notifyOf } from './announcer.queries.ts';
import type { Announcement, Drizzle, Sends } from './query.ts';

export type Announcer = ReturnType<typeof createAnnouncer>;

type Sending = {
  tx: Sends<Drizzle>;
  /** True once nothing can be sent any more. */
  isOver: () => boolean;
};

/** More cannot wait: who listens has lost the connection as well by then, and reads all of it again. */
const maxWaiting = 20_000;
const maxInOne = 500;
const retryMs = 200;

/**
 * Notifies of what transactions announced, once they have committed. All that is announced while a statement is on its
 * way, or within one turn of the event loop, goes with the next one.
 */
export function createAnnouncer({ tx, isOver }: Sending) {
  let waiting: Announcement[] = [];
  let running: Promise<void> | undefined;

  const sendNext = async (): Promise<void> => {
    const batch = waiting.splice(0, maxInOne);
    try {
      await notifyOf(tx, batch);
    } catch {
      // Whatever it is, the others learn of it: from the next attempt, or because they lost their connections too.
      waiting = [...batch, ...waiting].slice(-maxWaiting);
      if (!isOver()) await rest(retryMs);
    }
  };
  const sendAll = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0 && !isOver()) await sendNext();
    running = undefined;
  };

  return {
    announce: (announcements: readonly Announcement[]): void => {
      if (announcements.length === 0) return;
      waiting.push(...announcements);
      running ??= sendAll();
    },
    /** Resolves when nothing waits. */
    settled: async (): Promise<void> => running,
  };
}
