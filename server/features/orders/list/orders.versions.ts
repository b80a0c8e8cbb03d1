import { randomBytes } from 'node:crypto';
import type { Events } from '#server/events/events.ts';
import { BoundedMap } from '#server/lib/remembered.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { KnownExtents } from './orders.own.queries.ts';

/**
 * Versions of the order lists in memory, so that a poll of an unchanged list costs no query. Every published change
 * counts. A version names one state of one user's list, or of the book, in one process.
 */
export type OrderVersions = {
  /** The version of one user's list; undefined while events are not received, so that none seems unchanged. */
  ofCustomer: (userId: Id<'user'>) => string | undefined;
  ofBook: () => string | undefined;
  /**
   * The extent that the last page of each user needed: the next one begins with it, and a change costs a second query.
   */
  extents: KnownExtents;
  /** Records a change this process just committed, before its event arrives. */
  bump: (userId: Id<'user'>) => void;
};

/** Users whose lists have a version; evicting one only makes the next poll a full answer. */
const maxUsers = 50_000;

/** Counts the changes of orders by their events, so that an unchanged list is answered without a query. */
export function trackOrderVersions(events: Pick<Events, 'on' | 'connected'>): OrderVersions {
  const run = randomBytes(6).toString('base64url');
  const versions = new BoundedMap<string, number>(maxUsers);
  let clock = 0;
  let book = 0;

  const bump = (userId: Id<'user'>) => {
    clock += 1;
    book = clock;
    versions.delete(userId);
    versions.set(userId, clock);
  };
  const invalidateAll = () => {
    clock += 1;
    book = clock;
    versions.clear();
  };
  events.on('order_changed', (event) => (event.kind === 'resync' ? invalidateAll() : bump(event.userId)));
  // A sale that waits for a choice, or for the address of a refund, says so in its line.
  events.on('deposit_changed', (event) => (event.kind === 'resync' ? invalidateAll() : bump(event.userId)));
  // Any list may hold an order at the address.
  events.on('deposit_address_stopped', invalidateAll);
  // The book shows user names and addresses too.
  const bumpBook = () => {
    clock += 1;
    book = clock;
  };
  events.on('user_changed', bumpBook);
  events.on('order_handling_changed', bumpBook);

  return {
    ofCustomer: (userId) => {
      if (!events.connected) return undefined;
      const knownVersion = versions.get(userId);
      if (knownVersion !== undefined) return `${run}.${knownVersion}`;
      clock += 1;
      versions.set(userId, clock);
      return `${run}.${clock}`;
    },
    ofBook: () => (events.connected ? `${run}.${book}` : undefined),
    extents: new BoundedMap(maxUsers),
    bump,
  };
}
