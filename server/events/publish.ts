import type { Drizzle, Sends } from '../db/query.ts';
import type { DomainEvent } from './domain-events.ts';
import { notify } from './publish.queries.ts';

export { channel } from './publish.queries.ts';

/** Notifies every process, this one too, once `tx` has committed; a rolled-back transaction sends nothing. */
export async function publish(tx: Sends<Drizzle>, ...events: readonly DomainEvent[]): Promise<void> {
  await notify(tx, { events: events.map((event) => JSON.stringify(event)) });
}
