import { sql } from 'drizzle-orm';
import { sent, textQuery, type Drizzle, type Sends } from '../db/query.ts';
import type { DomainEvent } from './domain-events.ts';

/** The one NOTIFY channel of the product. */
export const channel = 'landfall_events';

const notify = sent(
  textQuery<object, { events: string[] }>(
    ({ events }) =>
      sql`select count(pg_notify(${sql.raw(`'${channel}'`)}, event)) from unnest(${events}::text[]) event`,
  ),
);

/** Notifies every process, this one too, once `tx` has committed; a rolled-back transaction sends nothing. */
export async function publish(tx: Sends<Drizzle>, ...events: readonly DomainEvent[]): Promise<void> {
  await notify(tx, { events: events.map((event) => JSON.stringify(event)) });
}
