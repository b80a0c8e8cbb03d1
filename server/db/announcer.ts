import { pauseFor } from '../lib/retry.ts';
import { notifyOf } from './announcer.queries.ts';
import type { Announcement, Drizzle, Sends } from './query.ts';

export type Announcer = ReturnType<typeof createAnnouncer>;

type Sending = {
  tx: Sends<Drizzle>;
  /** True once nothing can be sent any more. */
  isOver: () => boolean;
};

/**
 * Beyond this the oldest are discarded: by then listeners have lost their connection too, and read everything again.
 */
const maxWaiting = 20_000;
const maxEventsPerMessage = 500;
const retryMs = 200;

/**
 * Sends the events of transactions once they have committed. Events that arrive during a statement, or within one turn
 * of the event loop, are sent together in the next statement.
 */
export function createAnnouncer({ tx, isOver }: Sending) {
  let waitingAnnouncements: Announcement[] = [];
  let sendingRun: Promise<void> | undefined;

  const sendNext = async (): Promise<void> => {
    const batch = waitingAnnouncements.splice(0, maxEventsPerMessage);
    try {
      await notifyOf(tx, batch);
    } catch {
      // After any error the others read again: the next attempt notifies them, or they have lost their connections too.
      waitingAnnouncements = [...batch, ...waitingAnnouncements].slice(-maxWaiting);
      if (!isOver()) await pauseFor(retryMs);
    }
  };
  const sendAll = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    while (waitingAnnouncements.length > 0 && !isOver()) await sendNext();
    sendingRun = undefined;
  };

  return {
    announce: (announcements: readonly Announcement[]): void => {
      if (announcements.length === 0) return;
      waitingAnnouncements.push(...announcements);
      sendingRun ??= sendAll();
    },
    /** Resolves when no announcement waits any more. */
    settled: async (): Promise<void> => sendingRun,
  };
}
