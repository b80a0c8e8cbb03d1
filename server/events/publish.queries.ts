import { sql } from 'drizzle-orm';
import { rows, sent, type Blanks, type Drizzle, type Reads } from '../db/query.ts';

/** NOTIFY channel of the product. */
export const channel = 'landfall_events';

/** Notifies of these events, each as JSON, once the transaction has committed. */
export const notify = sent((db: Drizzle, { events }: Blanks<{ events: readonly string[] }>) =>
  db
    .select({ sent: sql`count(pg_notify(${sql.raw(`'${channel}'`)}, event))` })
    .from(sql`unnest(${events}::text[]) as event`),
);

/** By which PostgreSQL lists the connections of processes that listen; each has its own name after it. */
export const listeningName = 'landfall-events';

/**
 * The processes that listen now, by the number of their connection: one that has not asked for so long lives no more.
 */
export const listListening = rows((db: Reads, { silentSeconds }: Blanks<{ silentSeconds: number }>) =>
  db
    .select({ pid: sql`pid`.mapWith(Number) })
    .from(sql`pg_stat_activity`)
    .where(
      sql`datname = current_database() and application_name like ${`${listeningName}%`}
        and state_change > clock_timestamp() - make_interval(secs => ${silentSeconds})`,
    ),
);
