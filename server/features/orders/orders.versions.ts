import { randomBytes } from 'node:crypto';
import type { Events } from '#server/events/events.ts';

/**
 * Versions of the lists of orders, kept in memory so that a poll of an unchanged list costs no query. They grow with
 * every change any process tells of. A version names one state of one person's list, or of the book, in one process: the
 * versions of different people, processes and runs never meet.
 */
export type OrderVersions = {
  /** The version of one person's list; undefined while events cannot be heard, so that nothing is called unchanged. */
  ofCustomer: (userId: string) => string | undefined;
  /** The version of the whole order book. */
  ofBook: () => string | undefined;
  /** Tells of a change this process has just committed, before its event comes around. */
  bump: (userId: string) => void;
};

/** People whose lists are remembered; forgetting one only makes the next poll a full answer. */
const maxUsers = 50_000;

/** Starts to follow what happens to orders. */
export function trackOrderVersions(events: Pick<Events, 'on' | 'connected'>): OrderVersions {
  const run = randomBytes(6).toString('base64url');
  const versions = new Map<string, number>();
  let clock = 0;
  let book = 0;

  const bump = (userId: string) => {
    clock += 1;
    book = clock;
    versions.delete(userId);
    if (versions.size >= maxUsers) versions.clear();
    versions.set(userId, clock);
  };
  const invalidateAll = () => {
    clock += 1;
    book = clock;
    versions.clear();
  };
  events.on('order_changed', (event) => (event.kind === 'resync' ? invalidateAll() : bump(event.userId)));
  // The book shows names and addresses of people too.
  events.on('user_changed', () => {
    clock += 1;
    book = clock;
  });

  return {
    ofCustomer: (userId) => {
      if (!events.connected) return undefined;
      const known = versions.get(userId);
      if (known !== undefined) return `${run}.${known}`;
      clock += 1;
      versions.set(userId, clock);
      return `${run}.${clock}`;
    },
    ofBook: () => (events.connected ? `${run}.${book}` : undefined),
    bump,
  };
}
