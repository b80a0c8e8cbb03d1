import { sql } from 'drizzle-orm';
import { sent, type Blanks, type Drizzle } from '../db/query.ts';

/** The one NOTIFY channel of the product. */
export const channel = 'landfall_events';

/** Notifies of these events, each as JSON, once the transaction has committed. */
export const notify = sent((db: Drizzle, { events }: Blanks<{ events: readonly string[] }>) =>
  db
    .select({ sent: sql`count(pg_notify(${sql.raw(`'${channel}'`)}, event))` })
    .from(sql`unnest(${events}::text[]) as event`),
);
