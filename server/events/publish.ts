import { blindWrite, type Runner } from '../db/hot.ts';
import type { DomainEvent } from './domain-events.ts';

/** The one NOTIFY channel of the product. */
export const channel = 'landfall_events';

const notify = blindWrite(`select pg_notify('${channel}', $1)`);

/** Tells every process, this one too, once `tx` has committed; a transaction that rolls back tells nobody. */
export async function publish(tx: Runner<'blind'>, event: DomainEvent): Promise<void> {
  await tx.run(notify, [JSON.stringify(event)]);
}
