import { and, eq, getTableColumns, isNull, lte, sql } from 'drizzle-orm';
import { now } from '#server/db/columns.ts';
import type { Tx } from '#server/db/connection.ts';
import { sent, type Blanks, type Drizzle } from '#server/db/query.ts';
import { column } from '#server/db/rows.ts';
import { writeStatement } from '#server/db/statements.ts';
import { outbox, telegramLinks } from './mail.tables.ts';

type NewMail = {
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

const given = sql`(template text, recipient text, "userId" uuid, language text, data jsonb)`;

/** As JSON: `NewMail[]`. */
type Mails = { mails: string; priority: number; isStatus: boolean };

/** Writes mails to be sent and their jobs; a status also goes to the chat that the user linked. Workers see it on commit. */
export const insertMails = sent((db: Drizzle, { mails, priority, isStatus }: Blanks<Mails>) => {
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
            dueAt: now.as('due_at'),
            sentAt: sql`null::timestamptz`.as('sent_at'),
            droppedAt: sql`null::timestamptz`.as('dropped_at'),
          })
          .from(sql`jsonb_to_recordset(${mails}::jsonb) as m ${given}`)
          .crossJoinLateral(sql`(select m.recipient, 'mail' union all ${chat}) as r (recipient, channel)`),
      )
      // One round trip for the rows and their jobs, because it is part of the transaction of every order.
      .returning({
        job: sql`(graphile_worker.add_job(${task}, payload := json_build_object('id', ${outbox.id}),
          priority := ${priority}::int, flags := array[${task}])).id`,
      })
  );
});

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
