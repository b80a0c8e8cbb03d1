import { and, eq, getTableColumns, isNull, lte, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { column } from '#server/db/rows.ts';
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
const channels = ['mail', 'telegram'] as const;
export type WaitingMail = NewMail & {
  channel: (typeof channels)[number];
  id: string;
  attempts: number;
  createdAt: Date;
  ageMs: number;
};

const isDue = and(isNull(outbox.sentAt), isNull(outbox.droppedAt), lte(outbox.dueAt, sql`now()`));
const ageMs = sql`(extract(epoch from now() - ${outbox.createdAt}) * 1000)::float8`.mapWith(Number);
/** What is left of a mail that was sent or dropped. */
const erased = `data = '{}', recipient = null`;

// One round trip for the rows and their jobs, because it is part of the transaction of every order.
const insertAllWithJobs = batchedWrite(
  `insert into outbox (template, recipient, user_id, language, data, channel)
   select m.template, r.recipient, m."userId", m.language, m.data, r.channel
   from jsonb_to_recordset($1::jsonb) as m (template text, recipient text, "userId" uuid, language text, data jsonb)
   cross join lateral (select m.recipient, 'mail' union all
     select chat_id, 'telegram' from telegram_links where $3 and user_id = m."userId" and chat_id is not null
   ) r (recipient, channel)
   returning (graphile_worker.add_job(channel || '.deliver', payload := json_build_object('id', outbox.id),
     priority := $2::int, flags := array[channel || '.deliver'])).id`,
);

/** Writes mails to be sent and their jobs; a status also goes to the chat that the user linked. Workers see it on commit. */
export async function insertMails(
  tx: Runner<'batched'>,
  mails: readonly NewMail[],
  priority: number,
  isStatus: boolean,
): Promise<void> {
  await tx.run(insertAllWithJobs, [JSON.stringify(mails), priority, isStatus]);
}

/** Claims a due mail for `seconds`, against a process that only seemed dead; undefined when sent or claimed. */
export async function claimMail(tx: Tx, id: string, seconds: number): Promise<WaitingMail | undefined> {
  const [row] = await tx
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, dueAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(and(eq(outbox.id, id), isDue))
    .returning({ ...getTableColumns(outbox), ageMs });
  return row && row.recipient !== null ? { ...row, recipient: row.recipient } : undefined;
}

export const markSent = writeStatement({}).send<[id: string]>()`
  update outbox set ${erased}, sent_at = now(), last_error = null where id = $1`;

export const markDropped = writeStatement({}).send<[id: string, reason: string]>()`
  update outbox set ${erased}, dropped_at = now(), last_error = $2 where id = $1`;

/** Makes a mail due in so many seconds, of one of others no sooner than it is; says when, or nothing when it was sent or dropped. */
export const postponeMail = writeStatement({ runAt: column.moment, channel: column.oneOf(channels) }).first<
  [id: string, seconds: number, isOurs: boolean, reason: string | undefined]
>()`
  update outbox set last_error = coalesce($4, last_error),
    due_at = greatest(case when not $3::boolean then due_at end, now() + make_interval(secs => $2))
  where id = $1 and sent_at is null and dropped_at is null returning due_at as "runAt", channel`;

/** Drops a user's unsent mails, only those of `templates` where given; the row stores `reason`. */
export const dropMailOf = writeStatement({}).send<
  [userId: string, reason: string, templates: readonly string[] | null]
>()`
  update outbox set ${erased}, dropped_at = now(), last_error = $2
  where user_id = $1 and sent_at is null and dropped_at is null and ($3::text[] is null or template = any($3))`;

/** Drops everything that waits: a backup holds mails that the installation it was made of has sent since. */
export const dropWaitingMail = writeStatement({}).send()`
  update outbox set ${erased}, dropped_at = now(), last_error = 'restored' where sent_at is null and dropped_at is null`;

export const deleteOldMail = writeStatement({}).send<[before: Date]>()`
  delete from outbox where sent_at <= $1 or dropped_at <= $1`;
