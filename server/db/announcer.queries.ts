import { sql } from 'drizzle-orm';
import { sent, type Announcement, type Blanks, type Drizzle, type Sends } from './query.ts';

type Lists = { channels: readonly string[]; messages: readonly string[] };

/**
 * A notification is not stored on disk, so its commit waits for no standby: it holds the one lock that all senders of
 * notifications share.
 */
const notifyAll = sent((db: Drizzle, { channels, messages }: Blanks<Lists>) =>
  db
    .select({
      unwaited: sql`set_config('synchronous_commit', 'off', true)`,
      sent: sql`count(pg_notify(channel, message))`,
    })
    .from(sql`unnest(${channels}::text[], ${messages}::text[]) as n (channel, message)`),
);

/** Notifies every process, this one too, in a transaction of its own. */
export function notifyOf(tx: Sends<Drizzle>, announcements: readonly Announcement[]): Promise<void> {
  const channels = announcements.map(({ channel }) => channel);
  const messages = announcements.map(({ message }) => message);
  return notifyAll(tx, { channels, messages });
}
