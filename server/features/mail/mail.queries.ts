import { and, eq, getTableColumns, inArray, isNull, lte, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { batchedWrite, writeStatement, type Runner } from '#server/db/statements.ts';
import { outbox } from './mail.tables.ts';

export type NewMail = {
  template: string;
  recipient: string;
  userId: string | null;
  language: string;
  data: Record<string, unknown>;
};

/** `ageMs` is the time since it was written. */
export type Channel = (typeof outbox.$inferSelect)['channel'];
export type WaitingMail = NewMail & { channel: Channel; id: string; attempts: number; createdAt: Date; ageMs: number };

const isWaiting = and(isNull(outbox.sentAt), isNull(outbox.droppedAt));
const isDue = and(isWaiting, lte(outbox.dueAt, sql`now()`));
const inSeconds = (seconds: number): SQL => sql`now() + make_interval(secs => ${seconds})`;
const ageMs = sql`(extract(epoch from now() - ${outbox.createdAt}) * 1000)::float8`.mapWith(Number);
/** What is left of a mail that was sent or dropped. */
const erased = { data: {}, recipient: null };

// One round trip for the row and its job, because it is part of the transaction of every order.
const insertWithJob = batchedWrite(
  `insert into outbox (template, recipient, user_id, language, data, channel)
   select $1, r.recipient, $3::uuid, $4, $5::jsonb, r.channel from (
     select $2::text, 'mail' union all
     select chat_id, 'telegram' from telegram_links where $7 and user_id = $3::uuid and chat_id is not null
   ) r (recipient, channel)
   returning (graphile_worker.add_job(channel || '.deliver', payload := json_build_object('id', outbox.id),
     priority := $6::int, flags := array[channel || '.deliver'])).id`,
);

/** Writes a mail to be sent and its job; a status also goes to the chat that the user linked. Workers see it on commit. */
export async function insertMail(
  tx: Runner<'batched'>,
  mail: NewMail,
  { priority, isStatus }: { priority: number; isStatus: boolean },
): Promise<void> {
  const { template, recipient, userId, language, data } = mail;
  await tx.run(insertWithJob, [template, recipient, userId, language, JSON.stringify(data), priority, isStatus]);
}

const insertAllWithJobs = writeStatement({})`
  with written as (
    insert into outbox (template, recipient, user_id, language, data, channel)
    select m.template, r.recipient, m."userId", m.language, m.data, r.channel
    from jsonb_to_recordset($1::jsonb) as m (template text, recipient text, "userId" uuid, language text, data jsonb)
    cross join lateral (select m.recipient, 'mail' union all
      select chat_id, 'telegram' from telegram_links where $3 and user_id = m."userId" and chat_id is not null
    ) r (recipient, channel)
    returning id, channel)
  select from graphile_worker.add_jobs(array(select (channel || '.deliver', json_build_object('id', id), null, null, null,
    null, $2::int, array[channel || '.deliver'])::graphile_worker.job_spec from written)) limit 1`;

/** Writes many mails and their jobs, as `insertMail` does one. */
export async function insertMails(
  tx: Tx,
  mails: readonly NewMail[],
  { priority, isStatus }: { priority: number; isStatus: boolean },
): Promise<void> {
  await tx.run(insertAllWithJobs, [JSON.stringify(mails), priority, isStatus]);
}

/** Claims a due mail for `seconds`, against a process that only seemed dead; undefined when sent or claimed. */
export async function claimMail(tx: Tx, id: string, seconds: number): Promise<WaitingMail | undefined> {
  const [row] = await tx
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, dueAt: inSeconds(seconds) })
    .where(and(eq(outbox.id, id), isDue))
    .returning({ ...getTableColumns(outbox), ageMs });
  return row && row.recipient !== null ? { ...row, recipient: row.recipient } : undefined;
}

export async function markSent(tx: Tx, id: string): Promise<void> {
  await tx
    .update(outbox)
    .set({ ...erased, sentAt: sql`now()`, lastError: null })
    .where(eq(outbox.id, id));
}

export async function markDropped(tx: Tx, id: string, reason: string): Promise<void> {
  await tx
    .update(outbox)
    .set({ ...erased, droppedAt: sql`now()`, lastError: reason })
    .where(eq(outbox.id, id));
}

/** Makes a mail due in `seconds`, or no sooner than it already is; returns when, or undefined when it was sent or dropped. */
export async function postponeMail(
  tx: Tx,
  id: string,
  { seconds, reason, isOurs }: { seconds: number; reason?: string; isOurs: boolean },
): Promise<{ runAt: Date; channel: Channel } | undefined> {
  const next = inSeconds(seconds);
  const [row] = await tx
    .update(outbox)
    .set({ lastError: reason, dueAt: isOurs ? next : sql`greatest(${outbox.dueAt}, ${next})` })
    .where(and(eq(outbox.id, id), isWaiting))
    .returning({ runAt: outbox.dueAt, channel: outbox.channel });
  return row;
}

/** Drops a user's unsent mails, only those of `templates` where given; the row stores `reason`. */
export async function dropMailOf(
  tx: Tx,
  userId: string,
  { reason, templates }: { reason: string; templates?: readonly string[] },
): Promise<void> {
  await tx
    .update(outbox)
    .set({ ...erased, droppedAt: sql`now()`, lastError: reason })
    .where(and(eq(outbox.userId, userId), isWaiting, templates && inArray(outbox.template, [...templates])));
}

export const deleteOldMail = writeStatement({}).send<[before: Date]>()`
  delete from outbox where sent_at <= $1 or dropped_at <= $1`;
