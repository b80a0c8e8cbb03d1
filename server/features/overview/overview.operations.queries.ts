import { column, orNull } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';

/** More of anything that waits is not counted. */
const maxCounted = 10_000;

const backlogRow = {
  mailsWaiting: column.integer,
  oldestMailSeconds: column.float,
  mailsStuckSince: orNull(column.moment),
  mailsDropped: column.integer,
  jobsWaiting: column.integer,
  oldestJobSeconds: column.float,
  jobsStuckSince: orNull(column.moment),
  jobsFailed: column.integer,
  forgeryAlarms: column.integer,
  backupSeconds: orNull(column.float),
  heldRates: column.integer,
  auditRowsWithoutCheckpoint: column.integer,
};

const counted = (from: string) => `(select count(*)::int from (select 1 from ${from} limit ${maxCounted}) n)`;
const secondsSince = (moment: string) => `coalesce(extract(epoch from now() - ${moment}), 0)::float8`;
const waitingMail = 'outbox where sent_at is null and dropped_at is null';
/** A mail that waits because of its own recipient is no sign of a problem. */
const stuckMail = `${waitingMail} and created_at < now() - interval '10 minutes'
  and coalesce(last_error, '') !~ '^(EENVELOPE|EMESSAGE|bad address)'`;
const dueJob = 'graphile_worker._private_jobs where locked_at is null and attempts < max_attempts and run_at <= now()';
/** Mails wait as jobs while the mail server is down. */
const stuckJob = `graphile_worker.jobs where locked_at is null and attempts < max_attempts
  and run_at <= now() - interval '5 minutes' and task_identifier <> 'mail.deliver'`;

/** What waits for the product itself: mails, jobs, the chain of the audit log. Ages in seconds, 0 where nothing waits. */
export const readBacklog = readStatement(backlogRow).one()`
  select ${counted(waitingMail)} as "mailsWaiting",
    ${secondsSince(`(select min(created_at) from ${waitingMail})`)} as "oldestMailSeconds",
    (select min(created_at) from ${stuckMail}) as "mailsStuckSince",
    ${counted(`outbox where dropped_at > now() - interval '1 day'`)} as "mailsDropped",
    ${counted(dueJob)} as "jobsWaiting",
    ${secondsSince(`(select min(run_at) from ${dueJob})`)} as "oldestJobSeconds",
    (select min(run_at) from ${stuckJob}) as "jobsStuckSince",
    ${counted(`graphile_worker._private_jobs where attempts >= max_attempts and updated_at > now() - interval '1 day'`)} as "jobsFailed",
    ${counted(`forgery_alarms where raised_at > now() - interval '1 day'`)} as "forgeryAlarms",
    extract(epoch from now() - coalesce(
      (select at from audit_log where action = 'backup.made' order by at desc, id desc limit 1),
      (select at from audit_log order by at, id limit 1)))::float8 as "backupSeconds",
    ${counted(`held_rates where status = 'waiting'`)} as "heldRates",
    ${counted(`audit_log l where l.id > coalesce(
      (select s.audit_id from audit_checkpoints s order by s.seq desc limit 1), 0)`)} as "auditRowsWithoutCheckpoint"`;
