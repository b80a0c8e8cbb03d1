import { and, asc, desc, eq, gte, isNull, lt, lte, notInArray, sql } from 'drizzle-orm';
import { now, numberOrNull } from '#server/db/fragments.ts';
import { oneRow } from '#server/db/one-row.ts';
import { one, type Reads } from '#server/db/query.ts';
import { forgeryAlarms } from '#server/features/alarms/alarms.tables.ts';
import { auditCheckpoints, auditLog } from '#server/features/audit/audit.tables.ts';
import { libraryJobs, libraryTasks } from '#server/features/jobs/jobs.library.tables.ts';
import { outbox } from '#server/features/mail/mail.tables.ts';
import { heldRates } from '#server/features/rates/rates.tables.ts';
import { cappedCount, earliestOf, waitedSeconds } from './overview.counted.queries.ts';

const aDayAgo = sql`now() - interval '1 day'`;

const waitingMail = and(isNull(outbox.sentAt), isNull(outbox.droppedAt));
/** A mail that waits because of its own recipient is no sign of a problem. */
const stuckMail = and(
  waitingMail,
  sql`${outbox.createdAt} < now() - interval '10 minutes'`,
  sql`coalesce(${outbox.lastError}, '') !~ '^(EENVELOPE|EMESSAGE|bad address)'`,
);

const { attempts, maxAttempts, runAt, lockedAt, taskId, updatedAt } = libraryJobs;
const waitingJob = and(isNull(lockedAt), lt(attempts, maxAttempts));
const dueJob = and(waitingJob, lte(runAt, now));
const failedJob = and(gte(attempts, maxAttempts), sql`${updatedAt} > ${aDayAgo}`);

/** Since when jobs have been due for five minutes; mails wait as jobs while the mail server is down. */
const stuckJobs = (db: Reads) => {
  const deliver = db
    .select({ id: libraryTasks.id })
    .from(libraryTasks)
    .where(eq(libraryTasks.identifier, 'mail.deliver'));
  const isStuck = and(waitingJob, sql`${runAt} <= now() - interval '5 minutes'`, notInArray(taskId, deliver));
  return earliestOf(db, runAt, libraryJobs, isStuck);
};

/** Seconds since the last backup, or since the first entry of the audit log where there was none. */
const backupSeconds = (db: Reads) => {
  const { action, at, id } = auditLog;
  const log = () => db.select({ at }).from(auditLog);
  const lastBackup = log().where(eq(action, 'backup.made')).orderBy(desc(at), desc(id)).limit(1);
  const firstEntry = log().orderBy(asc(at), asc(id)).limit(1);
  return sql`extract(epoch from now() - coalesce(${lastBackup}, ${firstEntry}))::float8`.mapWith(numberOrNull);
};

const lastChecked = (db: Reads) =>
  db.select({ id: auditCheckpoints.auditId }).from(auditCheckpoints).orderBy(desc(auditCheckpoints.seq)).limit(1);

/**
 * Work that waits for the product itself: mails, jobs, the chain of the audit log. Ages in seconds, 0 where nothing
 * waits.
 */
export const readBacklog = one((db: Reads) =>
  db
    .select({
      mailsWaiting: cappedCount(db, outbox, waitingMail),
      oldestMailSeconds: waitedSeconds(db, outbox.createdAt, outbox, waitingMail),
      mailsStuckSince: earliestOf(db, outbox.createdAt, outbox, stuckMail),
      mailsDropped: cappedCount(db, outbox, sql`${outbox.droppedAt} > ${aDayAgo}`),
      jobsWaiting: cappedCount(db, libraryJobs, dueJob),
      oldestJobSeconds: waitedSeconds(db, runAt, libraryJobs, dueJob),
      jobsStuckSince: stuckJobs(db),
      jobsFailed: cappedCount(db, libraryJobs, failedJob),
      forgeryAlarms: cappedCount(db, forgeryAlarms, sql`${forgeryAlarms.raisedAt} > ${aDayAgo}`),
      backupSeconds: backupSeconds(db),
      heldRates: cappedCount(db, heldRates, eq(heldRates.status, 'waiting')),
      auditRowsWithoutCheckpoint: cappedCount(db, auditLog, sql`${auditLog.id} > coalesce(${lastChecked(db)}, 0)`),
    })
    .from(oneRow),
);
