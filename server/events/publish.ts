import { batchedWrite, type Runner } from '../db/statements.ts';
import type { DomainEvent } from './domain-events.ts';

/** The one NOTIFY channel of the product. */
export const channel = 'landfall_events';

const notify = batchedWrite(`select pg_notify('${channel}', $1)`);

/** Notifies every process, this one too, once `tx` has committed; a rolled-back transaction sends nothing. */
export async function publish(tx: Runner<'batched'>, event: DomainEvent): Promise<void> {
  await tx.run(notify, [JSON.stringify(event)]);
}

const notifyAll = batchedWrite(`select count(pg_notify('${channel}', event)) from unnest($1::text[]) event`);

/** The same for many events at once. */
export async function publishAll(tx: Runner<'batched'>, events: readonly DomainEvent[]): Promise<void> {
  await tx.run(notifyAll, [events.map((event) => JSON.stringify(event))]);
}
