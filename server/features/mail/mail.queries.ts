import { and, count, eq, getTableColumns, gte, isNull, lte, or, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { now } from '#server/db/fragments.ts';
import {
  placeholderValues,
  first,
  one,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
  type TransactionSender,
} from '#server/db/query.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { outbox, telegramLinks } from './mail.tables.ts';

/** `ageMs` is the age of the mail. */
export type WaitingMail = typeof outbox.$inferSelect & { recipient: string; ageMs: number };

const ageMs = sql`(extract(epoch from now() - ${outbox.createdAt}) * 1000)::float8`.mapWith(Number);
/** Columns that remain of a mail that was sent or dropped. */
const erasedColumns = { data: {}, recipient: null };
/** Columns that remain of a mail that was given up: of those of one sending, how many. */
const givenUpColumns = {
  data: sql`jsonb_strip_nulls(jsonb_build_object('heldBy', ${outbox.data}->'heldBy'))`,
  recipient: null,
};
const isWaiting = and(isNull(outbox.sentAt), isNull(outbox.droppedAt));

const mailColumns = sql`(template text, channel text, recipient text, "userId" uuid, language text, data jsonb)`;

type NewMail = Pick<WaitingMail, 'template' | 'channel' | 'recipient' | 'userId' | 'language' | 'data'>;
/** `waitSeconds`: time from now, before which the mail is not sent. */
type QueueValues = { priority: number; isStatus: boolean; waitSeconds?: number };

const insertAll = sent((db: Drizzle, blanks: Blanks<Required<QueueValues> & { mails: string }>) => {
  const { mails, priority, isStatus, waitSeconds } = blanks;
  const dueAt = sql`now() + make_interval(secs => ${waitSeconds})`;
  const { chatId, userId } = telegramLinks;
  const chat = sql`select ${chatId}, 'telegram' from ${telegramLinks}
    where ${isStatus}::boolean and ${userId} = m."userId" and ${chatId} is not null`;
  const task = sql`${outbox.channel} || '.deliver'`;
  return (
    db
      .insert(outbox)
      .select((rows) =>
        rows
          .select({
            id: sql`gen_random_uuid()`.as('id'),
            template: sql`m.template`.as('template'),
            channel: sql`r.channel`.as('channel'),
            recipient: sql`r.recipient`.as('recipient'),
            userId: sql`m."userId"`.as('user_id'),
            language: sql`m.language`.as('language'),
            data: sql`m.data`.as('data'),
            attempts: sql`0`.as('attempts'),
            lastError: sql`null`.as('last_error'),
            createdAt: now.as('created_at'),
            dueAt: dueAt.as('due_at'),
            sentAt: sql`null::timestamptz`.as('sent_at'),
            droppedAt: sql`null::timestamptz`.as('dropped_at'),
          })
          .from(sql`jsonb_to_recordset(${mails}::jsonb) as m ${mailColumns}`)
          .crossJoinLateral(sql`(select m.recipient, m.channel union all ${chat}) as r (recipient, channel)`),
      )
      // One round trip for the rows and their jobs, because it is part of the transaction of every order.
      .returning({
        job: sql`(graphile_worker.add_job(${task}, payload := json_build_object('id', ${outbox.id}),
          run_at := ${dueAt}, priority := ${priority}::int, flags := array[${task}])).id`,
      })
  );
});

/**
 * Writes mails to be sent and their jobs; a status also goes to the chat that
 * the user linked. Workers see it on commit.
 */
export async function insertMails(
  tx: TransactionSender,
  mails: readonly NewMail[],
  queueValues: QueueValues,
): Promise<void> {
  await insertAll(tx, { mails: JSON.stringify(mails), waitSeconds: 0, ...queueValues });
}

type ById = { id: Id<'mail'> };

const claim = first((db: Drizzle, { id, seconds }: Blanks<ById & { seconds: number }>) =>
  db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, dueAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(and(eq(outbox.id, id), isWaiting, lte(outbox.dueAt, now)))
    .returning({ ...getTableColumns(outbox), ageMs }),
);

/** Claims a due mail for `seconds`, against a process that only seemed dead; undefined when sent or claimed. */
export async function claimMail(tx: Tx, mail: ById & { seconds: number }): Promise<WaitingMail | undefined> {
  const row = await claim(tx, mail);
  return row && row.recipient !== null ? { ...row, recipient: row.recipient } : undefined;
}

export const markSent = sent((db: Drizzle, { id }: Blanks<ById>) =>
  db
    .update(outbox)
    .set({ ...erasedColumns, sentAt: now, lastError: null })
    .where(eq(outbox.id, id)),
);

type Reason = { reason: string };

export const markDropped = sent((db: Drizzle, { id, reason }: Blanks<ById & Reason>) =>
  db
    .update(outbox)
    .set({ ...givenUpColumns, ...placeholderValues({ lastError: reason }), droppedAt: now })
    .where(eq(outbox.id, id)),
);

type RetryValues = ById & { seconds: number; isOurs: boolean; reason: string | null };

/**
 * Postpones a mail by these seconds; with `isOurs` false never to an earlier time than it has. Returns the new time;
 * nothing for a mail that was sent or dropped.
 */
export const postponeMail = first((db: Drizzle, { id, seconds, isOurs, reason }: Blanks<RetryValues>) => {
  const { dueAt, lastError } = outbox;
  const atOthers = sql`case when not ${isOurs}::boolean then ${dueAt} end`;
  return db
    .update(outbox)
    .set({
      lastError: sql`coalesce(${reason}, ${lastError})`,
      dueAt: sql`greatest(${atOthers}, now() + make_interval(secs => ${seconds}))`,
    })
    .where(and(eq(outbox.id, id), isWaiting))
    .returning({ runAt: dueAt, channel: outbox.channel, isBulk: sql`${outbox.data} ? 'isBulk'`.mapWith(Boolean) });
});

type DropValues = Reason & { userId: Id<'user'>; templates: readonly string[] | null };

/** Drops a user's unsent mails, only those of `templates` where given; the row stores `reason`. */
export const dropMailOf = sent((db: Drizzle, { userId, reason, templates }: Blanks<DropValues>) =>
  db
    .update(outbox)
    .set({ ...erasedColumns, ...placeholderValues({ lastError: reason }), droppedAt: now })
    .where(
      and(
        eq(outbox.userId, userId),
        isWaiting,
        sql`(${templates}::text[] is null or ${outbox.template} = any(${templates}))`,
      ),
    ),
);

/** Drops everything that waits: a backup holds mails that the installation it was made of has sent since. */
export const dropWaitingMail = sent((db: Drizzle) =>
  db
    .update(outbox)
    .set({ ...erasedColumns, droppedAt: now, lastError: 'restored' })
    .where(isWaiting),
);

/** Drops the mails of one template that wait for an address. */
export const dropMailTo = sent(
  (db: Drizzle, { recipient, template }: Blanks<{ recipient: string; template: string }>) =>
    db
      .update(outbox)
      .set({ ...givenUpColumns, droppedAt: now, lastError: 'unsubscribed' })
      .where(and(isWaiting, eq(outbox.template, template), eq(outbox.recipient, recipient))),
);

/** Number of waiting mails of this name. */
export const countHeldMail = one((db: Reads, { by }: Blanks<{ by: string }>) =>
  db
    .select({ waiting: count() })
    .from(outbox)
    .where(and(isWaiting, sql`${outbox.data}->>'heldBy' = ${by}`)),
);

/** Number of mails of this name that were given up since a moment. */
export const countGivenUpMail = one((db: Reads, { by, since }: Blanks<{ by: string; since: Date }>) =>
  db
    .select({ givenUp: count() })
    .from(outbox)
    .where(and(gte(outbox.droppedAt, since), sql`${outbox.data}->>'heldBy' = ${by}`)),
);

/** Drops what waits to be mailed about a decision that is taken back. */
export const dropHeldMail = sent((db: Drizzle, { by }: Blanks<{ by: string }>) =>
  db
    .update(outbox)
    .set({ ...erasedColumns, droppedAt: now, lastError: 'taken back' })
    .where(and(isWaiting, sql`${outbox.data}->>'heldBy' = ${by}`)),
);

export const deleteOldMail = sent((db: Drizzle, { before }: Blanks<{ before: Date }>) =>
  db.delete(outbox).where(or(lte(outbox.sentAt, before), lte(outbox.droppedAt, before))),
);
