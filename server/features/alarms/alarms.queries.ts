import { exists, type Blanks, type Drizzle } from '#server/db/query.ts';
import { forgeryAlarms } from './alarms.tables.ts';

type Alarm = Omit<typeof forgeryAlarms.$inferSelect, 'raisedAt'>;

/** Remembers a forgery; false when it is known already. */
export const insertForgeryAlarm = exists((db: Drizzle, { fingerprint, subjectType, subjectId }: Blanks<Alarm>) =>
  db
    .insert(forgeryAlarms)
    .values({ fingerprint, subjectType, subjectId })
    .onConflictDoNothing()
    .returning({ fingerprint: forgeryAlarms.fingerprint }),
);
