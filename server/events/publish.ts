import type { TransactionSender } from '../db/query.ts';
import type { DomainEvent, EventKind } from './domain-events.ts';
import { channel, notify } from './publish.queries.ts';

export { channel } from './publish.queries.ts';

/**
 * Events that commit with their transaction, and are rare: a process that missed one would admit a blocked user, or
 * show a withdrawn address, price or offer. All others are announced after the commit, and a process that missed one
 * reads again.
 */
const ofTransaction: ReadonlySet<EventKind> = new Set<EventKind>([
  'session_revoked',
  'user_changed',
  'settings_changed',
  'wallets_changed',
  'deposit_address_stopped',
  'rates_changed',
]);

/** True for events that are announced after their commit, so that one may be lost with the process that wrote it. */
export const isAnnounced = (kind: EventKind): boolean => !ofTransaction.has(kind);

/** Notifies every process, this one too, once `tx` has committed; a rolled-back transaction sends nothing. */
export async function publish(tx: TransactionSender, ...events: readonly DomainEvent[]): Promise<void> {
  const messagesInTx: string[] = [];
  for (const event of events) {
    const message = JSON.stringify(event);
    if (isAnnounced(event.kind)) tx.announce({ channel, message });
    else messagesInTx.push(message);
  }
  if (messagesInTx.length > 0) await notify(tx, { events: messagesInTx });
}
