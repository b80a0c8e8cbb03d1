import { and, asc, eq, exists as hasAny, gt, isNotNull, isNull, lt, lte, not, or, sql, type SQL } from 'drizzle-orm';
import { now, textOrNull } from '#server/db/fragments.ts';
import {
  exists,
  placeholderValues,
  first,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
  type RowOf,
} from '#server/db/query.ts';
import { teamMembers } from '#server/features/team/team.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { NoticeName } from '#shared/mail/mail.notices.ts';
import type { QuietHours } from '#shared/mail/mail.quiet-hours.ts';
import { telegramLinks } from '../mail.tables.ts';
import { heldNotices, noticeSettings, teamNotices } from './notices.tables.ts';

export type Channel = (typeof heldNotices.$inferSelect)['channel'];
type UserId = { userId: Id<'user'> };
type UserChannel = UserId & { channel: Channel };
type ById = { id: Id<'notice'> };
type NewNotice = { name: NoticeName; data: string; audience: string; onceKey: string | null; inSeconds: number };

/** Writes a notice, which is shared out when it is time, unless one of the same key was written before. */
export const insertNotice = sent((db: Drizzle, { name, data, audience, onceKey, inSeconds }: Blanks<NewNotice>) =>
  db
    .insert(teamNotices)
    .values({
      name,
      data: sql`${data}::jsonb`,
      audience: sql`${audience}::jsonb`,
      onceKey,
      createdAt: sql`now() + make_interval(secs => ${inSeconds})`,
    })
    .onConflictDoNothing(),
);

/** Deletes a notice that was not shared out yet. */
export const deleteUnshared = sent((db: Drizzle, { onceKey }: Blanks<{ onceKey: string }>) =>
  db.delete(teamNotices).where(and(eq(teamNotices.onceKey, onceKey), isNull(teamNotices.sharedAt))),
);

/** The oldest due notice that was not shared out yet and that no other process is sharing out, under its lock. */
export const lockUnshared = first((db: Drizzle) =>
  db
    .select({ id: teamNotices.id, name: teamNotices.name, data: teamNotices.data, audience: teamNotices.audience })
    .from(teamNotices)
    .where(and(isNull(teamNotices.sharedAt), lte(teamNotices.createdAt, now)))
    .orderBy(asc(teamNotices.createdAt))
    .limit(1)
    .for('update', { skipLocked: true }),
);

const isHeld = (db: Reads) =>
  hasAny(
    db.select({ noticeId: heldNotices.noticeId }).from(heldNotices).where(eq(heldNotices.noticeId, teamNotices.id)),
  );

export const markShared = sent((db: Drizzle, { id }: Blanks<ById>) =>
  db.update(teamNotices).set({ sharedAt: now }).where(eq(teamNotices.id, id)),
);

type NewHeld = Blanks<ById & { receivers: string }>;

/** Holds a notice for each of these members and channels. */
export const insertHeld = sent((db: Drizzle, { id, receivers }: NewHeld) =>
  db.insert(heldNotices).select((select) =>
    select
      .select({
        userId: sql`r."userId"`.as('user_id'),
        channel: sql`r.channel`.as('channel'),
        noticeId: sql`${id}::uuid`.as('notice_id'),
      })
      .from(sql`jsonb_to_recordset(${receivers}::jsonb) as r ("userId" uuid, channel text)`),
  ),
);

type ReturnedNotice = UserChannel & { name: string; data: string; createdAt: Date };

/** Takes back a message that was about to be sent: its notice is held once more. */
export const holdAgain = sent((db: Drizzle, { userId, channel, name, data, createdAt }: Blanks<ReturnedNotice>) => {
  const writtenNotices = db.$with('written').as(
    db
      .insert(teamNotices)
      .values({
        name: sql`${name}::text`,
        data: sql`${data}::jsonb`,
        audience: sql`'{}'::jsonb`,
        createdAt,
        sharedAt: now,
      })
      .returning({ id: teamNotices.id }),
  );
  return db
    .with(writtenNotices)
    .insert(heldNotices)
    .select((select) =>
      select
        .select({
          userId: sql`${userId}::uuid`.as('user_id'),
          channel: sql`${channel}::text`.as('channel'),
          noticeId: writtenNotices.id,
        })
        .from(writtenNotices),
    );
});

/** The notices that wait for a member on a channel, oldest first, under its lock. */
export const lockHeld = rows((db: Drizzle, { userId, channel }: Blanks<UserChannel>) =>
  db
    .select({
      id: teamNotices.id,
      name: teamNotices.name,
      data: teamNotices.data,
      audience: teamNotices.audience,
      createdAt: teamNotices.createdAt,
    })
    .from(heldNotices)
    .innerJoin(teamNotices, eq(teamNotices.id, heldNotices.noticeId))
    .where(and(eq(heldNotices.userId, userId), eq(heldNotices.channel, channel)))
    .orderBy(asc(teamNotices.createdAt), asc(teamNotices.id))
    .for('update', { of: heldNotices }),
);
export type HeldNotice = { id: Id<'notice'>; name: NoticeName; data: Record<string, unknown>; createdAt: Date };

/** True where a notice of this name was written between two moments, neither of which counts. */
export const hasNotice = exists(
  (db: Reads, { name, after, before }: Blanks<{ name: string; after: Date; before: Date }>) =>
    db
      .select({ id: teamNotices.id })
      .from(teamNotices)
      .where(
        and(sql`${teamNotices.name} = ${name}`, gt(teamNotices.createdAt, after), lt(teamNotices.createdAt, before)),
      )
      .limit(1),
);

/** Ends the wait of these notices for a member on a channel: they are in a message now, or are for them no more. */
export const deleteHeld = sent(
  (db: Drizzle, { userId, channel, ids }: Blanks<UserChannel & { ids: readonly Id<'notice'>[] }>) =>
    db
      .delete(heldNotices)
      .where(
        and(
          eq(heldNotices.userId, userId),
          eq(heldNotices.channel, channel),
          sql`${heldNotices.noticeId} = any(${ids}::uuid[])`,
        ),
      ),
);

/** Ends everything that waits for a user. */
export const deleteHeldOf = sent((db: Drizzle, { userId }: Blanks<UserId>) =>
  db.delete(heldNotices).where(eq(heldNotices.userId, userId)),
);

/** Deletes all waiting notices: the installation has sent those of a backup since. */
export const deleteAllHeld = sent((db: Drizzle) => db.delete(heldNotices));
export const markAllShared = sent((db: Drizzle) =>
  db.update(teamNotices).set({ sharedAt: now, data: {} }).where(isNull(teamNotices.sharedAt)),
);

/** Clears the content of notices that were shared out and wait for no one. */
export const clearData = sent((db: Drizzle, { ids }: Blanks<{ ids: readonly Id<'notice'>[] }>) =>
  db
    .update(teamNotices)
    .set({ data: {} })
    .where(and(sql`${teamNotices.id} = any(${ids}::uuid[])`, isNotNull(teamNotices.sharedAt), not(isHeld(db)))),
);

/** Deletes old notices that wait for no one. */
export const deleteOldNotices = sent((db: Drizzle, { before }: Blanks<{ before: Date }>) =>
  db.delete(teamNotices).where(and(lt(teamNotices.createdAt, before), not(isHeld(db)))),
);

const isMember = and(
  eq(users.status, 'active'),
  or(eq(users.role, 'admin'), and(eq(users.role, 'staff'), sql`${teamMembers.userId} is not null`)),
);
const { quietFrom, quietTo, timeZone } = noticeSettings;
const quietHours = sql`case when ${quietFrom} is not null
  then json_build_object('from', ${quietFrom}, 'to', ${quietTo}, 'timeZone', ${timeZone}) end`.mapWith(
  (value: QuietHours | null) => value,
);
const digest = sql`coalesce(${noticeSettings.digest}, false)`.mapWith(Boolean);

const membersWhere = (db: Reads, condition: SQL | undefined) =>
  db
    .select({
      userId: users.id,
      email: users.email,
      language: users.language,
      isOwner: sql`${users.role} = 'admin'`.mapWith(Boolean),
      role: sql`coalesce(${teamMembers.role}, 'owner')`.mapWith(String),
      chatId: sql`${telegramLinks.chatId}`.mapWith(textOrNull),
      quiet: quietHours,
      digest,
    })
    .from(users)
    .leftJoin(teamMembers, and(eq(teamMembers.userId, users.id), isNull(teamMembers.endsAt)))
    .leftJoin(telegramLinks, eq(telegramLinks.userId, users.id))
    .leftJoin(noticeSettings, eq(noticeSettings.userId, users.id))
    .where(and(isMember, condition));
const allMembers = (db: Reads) => membersWhere(db, undefined).orderBy(asc(users.id));
export type NotifiedMember = RowOf<typeof allMembers>;

/** Every active member with where and when they are notified, in the order in which their jobs are written. */
export const listMembers = rows(allMembers);

/** An active member; undefined for one who was blocked or has left. */
export const findMember = first((db: Reads, { userId }: Blanks<UserId>) => membersWhere(db, eq(users.id, userId)));

/** Reads when a member wants to be notified; undefined without a choice. */
export const findSettings = first((db: Reads, { userId }: Blanks<UserId>) =>
  db
    .select({ quiet: quietHours, digest, lastSentAt: noticeSettings.lastSentAt })
    .from(noticeSettings)
    .where(eq(noticeSettings.userId, userId)),
);

type QuietValues = UserId & { [Name in 'quietFrom' | 'quietTo' | 'timeZone']: string | null };

export const upsertQuiet = sent((db: Drizzle, blanks: Blanks<QuietValues>) => {
  // The blanks are a proxy: each is read by its name.
  const set = placeholderValues({ quietFrom: blanks.quietFrom, quietTo: blanks.quietTo, timeZone: blanks.timeZone });
  return db
    .insert(noticeSettings)
    .values({ userId: blanks.userId, ...set })
    .onConflictDoUpdate({ target: noticeSettings.userId, set });
});

export const upsertDigest = sent((db: Drizzle, blanks: Blanks<UserId & { digest: boolean }>) =>
  db
    .insert(noticeSettings)
    .values({ userId: blanks.userId, digest: blanks.digest })
    .onConflictDoUpdate({ target: noticeSettings.userId, set: placeholderValues({ digest: blanks.digest }) }),
);

/** Notes that a message reached a member's chat. */
export const setLastSent = sent((db: Drizzle, { userId }: Blanks<UserId>) =>
  db
    .insert(noticeSettings)
    .values({ userId, lastSentAt: now })
    .onConflictDoUpdate({ target: noticeSettings.userId, set: { lastSentAt: now } }),
);

export const deleteSettings = sent((db: Drizzle, { userId }: Blanks<UserId>) =>
  db.delete(noticeSettings).where(eq(noticeSettings.userId, userId)),
);
