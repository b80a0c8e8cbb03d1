import { batchedWrite, type Runner } from '../db/statements.ts';
import type { DomainEvent } from './domain-events.ts';

/** The one NOTIFY channel of the product. */
export const channel = 'landfall_events';

const notify = batchedWrite(`select count(pg_notify('${channel}', event)) from unnest($1::text[]) event`);

/** Notifies every process, this one too, once `tx` has committed; a rolled-back transaction sends nothing. */
export async function publish(tx: Runner<'batched'>, ...events: readonly DomainEvent[]): Promise<void> {
  await tx.run(notify, [events.map((event) => JSON.stringify(event))]);
}
