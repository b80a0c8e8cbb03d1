import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, notExists as hasNone, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { now } from '#server/db/fragments.ts';
import { exists, first, one, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { teamMembers } from '#server/features/team/team.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { UserRole } from '#server/http/guards/actor.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { secondFactors, sessions, signInAttempts } from '../auth.tables.ts';

export const adminIdleMinutes = 30;

const interval = (minutes: number) => sql.raw(`interval '${minutes} minutes'`);

type SessionId = { id: Id<'session'> };
const ofId = ({ id }: Blanks<SessionId>) => eq(sessions.id, id);
const isLive = and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now));

/** The columns that decide on the role in the team; see teamRoleOf. */
const membership = { role: users.role, memberRole: teamMembers.role, memberUntil: teamMembers.endsAt };

export const selectUserRole = first((db: Reads, { userId }: Blanks<{ userId: Id<'user'> }>) =>
  db
    .select(membership)
    .from(users)
    .leftJoin(teamMembers, eq(teamMembers.userId, users.id))
    .where(and(eq(users.id, userId), eq(users.status, 'active'))),
);
export type Membership = NonNullable<Awaited<ReturnType<typeof selectUserRole>>>;

/** The conditions under which a token is still valid, by the clock of the database. */
export const selectSessionState = first((db: Reads, { id, userId }: Blanks<SessionId & { userId: Id<'user'> }>) => {
  const isOfTeam = ne(users.role, 'customer');
  const factors = db
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, users.id), isNotNull(secondFactors.confirmedAt)));
  return db
    .select({
      ...membership,
      email: users.email,
      status: users.status,
      revokedReason: sessions.revokedReason,
      /** A member of the team without a second factor. */
      lacksSecondFactor: sql`${isOfTeam} and ${hasNone(factors)}`.mapWith(Boolean),
      ended: sql`${sessions.expiresAt} <= now() or (${isOfTeam}
        and ${sessions.lastSeenAt} <= now() - ${interval(adminIdleMinutes)})`.mapWith(Boolean),
      /** True where the last use is so long ago that a new time is written. */
      unseen: sql`${sessions.lastSeenAt} < now() - ${interval(1)}`.mapWith(Boolean),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(teamMembers, eq(teamMembers.userId, users.id))
    .where(and(ofId({ id }), eq(sessions.userId, userId)));
});
export type SessionState = NonNullable<Awaited<ReturnType<typeof selectSessionState>>>;

/** A session is sure for so long after the password; calls that ask for it extend that by as much. */
const sureMinutes = 15;
/** A session is sure for so long at most, however often it is extended. */
const maxSureMinutes = 60;
/** An action that destroys or pays asks for the password again after this time. */
const recentMinutes = 5;
const sureFromNow = sql`now() + ${interval(sureMinutes)}`;
const laterSure = sql`least(${sureFromNow}, ${sessions.sureAt} + ${interval(maxSureMinutes)})`;
const isSure = gt(sessions.sureUntil, now);

type NewSession = { userId: Id<'user'>; lifetime: '7 days' | '8 hours'; ip: string; userAgent: string };

const begin = (sureColumns: { sureAt?: SQL; sureUntil?: SQL }) =>
  one((db: Drizzle, { userId, lifetime, ip, userAgent }: Blanks<NewSession>) =>
    db
      .insert(sessions)
      .values({ userId, expiresAt: sql`now() + ${lifetime}::interval`, ip, userAgent, ...sureColumns })
      .returning({ id: sessions.id, expiresAt: sessions.expiresAt }),
  );
/** Writes a session; one that begins with the password is sure. */
export const insertSession = { sure: begin({ sureAt: now, sureUntil: sureFromNow }), unsure: begin({}) };

/** The password was entered in this session just now. False where the session has ended. */
export const makeSure = exists((db: Drizzle, { id }: Blanks<SessionId>) =>
  db
    .update(sessions)
    .set({ sureAt: now, sureUntil: sureFromNow })
    .where(and(ofId({ id }), isLive))
    .returning({ id: sessions.id }),
);

/** Reads until when a session is sure; none if it is not. */
export const selectSureness = first((db: Reads, { id, userId }: Blanks<SessionId & { userId: Id<'user'> }>) =>
  db
    .select({
      recent: sql`${sessions.sureAt} > now() - ${interval(recentMinutes)}`.mapWith(Boolean),
      /** An extension is written only where it gains a minute or more. */
      extends: sql`${sessions.sureUntil} < ${laterSure} - ${interval(1)}`.mapWith(Boolean),
    })
    .from(sessions)
    .where(and(ofId({ id }), eq(sessions.userId, userId), isSure, isLive)),
);

/** The lower bound prevents double writes by concurrent requests, the upper one that it begins again. */
export const extendSureness = sent((db: Drizzle, { id }: Blanks<SessionId>) =>
  db
    .update(sessions)
    .set({ sureUntil: laterSure })
    .where(and(ofId({ id }), isSure, sql`${sessions.sureUntil} < ${laterSure} - ${interval(1)}`)),
);

/** Ends the step-up of all sessions of a user, except the named session. */
export const endSureness = sent(
  (db: Drizzle, { userId, except }: Blanks<{ userId: Id<'user'>; except: string | null }>) =>
    db
      .update(sessions)
      .set({ sureAt: null, sureUntil: null })
      .where(
        and(
          eq(sessions.userId, userId),
          sql`${sessions.id} is distinct from ${except}::uuid`,
          isNotNull(sessions.sureAt),
        ),
      ),
);

/** The lower bound prevents double writes by concurrent requests. */
export const touchSession = sent((db: Drizzle, { id }: Blanks<SessionId>) =>
  db
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(and(ofId({ id }), sql`${sessions.lastSeenAt} < now() - ${interval(1)}`)),
);

const extend = (end: { expiresAt?: SQL }) =>
  first((db: Drizzle, { id }: Blanks<SessionId>) =>
    db
      .update(sessions)
      .set({ lastSeenAt: now, ...end })
      .where(and(ofId({ id }), isNull(sessions.revokedAt)))
      .returning({ expiresAt: sessions.expiresAt }),
  );
const weekFromNow = sql`least(now() + interval '7 days', ${sessions.createdAt} + interval '30 days')`;
/**
 * A customer's session ends seven days from now, and thirty after it began at the latest; a member's when it always
 * did.
 */
export const extendSessionRow = {
  customer: extend({ expiresAt: sql`greatest(${sessions.expiresAt}, ${weekFromNow})` }),
  member: extend({}),
};

const end = first((db: Reads, { id }: Blanks<SessionId>) =>
  db
    .select({
      expiresAt: sessions.expiresAt,
      idleAt: sql`${sessions.lastSeenAt} + ${interval(adminIdleMinutes)}`.mapWith(sessions.lastSeenAt),
      now: sql`now()`.mapWith(sessions.lastSeenAt),
    })
    .from(sessions)
    .where(ofId({ id })),
);

/** When the session ends without further activity, and the current time. */
export async function selectSessionEnd(
  db: Pick<Db, 'ask'>,
  id: Id<'session'>,
  role: UserRole,
): Promise<{ endsAt: Date; now: Date } | undefined> {
  const session = await end(db, { id });
  if (!session) return undefined;
  const { expiresAt, idleAt, now } = session;
  return { endsAt: role !== 'customer' && idleAt < expiresAt ? idleAt : expiresAt, now };
}

export type RevokedSessions = { userId: Id<'user'>; except?: Id<'session'> } | { sessionIds: Id<'session'>[] };

/** Ends sessions and returns the ids of those that were open. */
export async function endSessions(tx: Tx, revokedSessions: RevokedSessions, reason: string): Promise<Id<'session'>[]> {
  const condition =
    'userId' in revokedSessions
      ? and(
          eq(sessions.userId, revokedSessions.userId),
          revokedSessions.except ? ne(sessions.id, revokedSessions.except) : undefined,
        )
      : inArray(sessions.id, revokedSessions.sessionIds);
  const endedSessions = await tx
    .update(sessions)
    .set({ revokedAt: now, revokedReason: reason })
    .where(and(condition, isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  return endedSessions.map(({ id }) => id);
}

export type OpenSession = Pick<
  typeof sessions.$inferSelect,
  'id' | 'userAgent' | 'ip' | 'createdAt' | 'lastSeenAt' | 'expiresAt'
>;

/** Live sessions, last seen first. */
export async function selectOpenSessions(db: Db, userId: Id<'user'>, role: UserRole): Promise<OpenSession[]> {
  const { id, userAgent, ip, createdAt, lastSeenAt, expiresAt } = sessions;
  const isFresh = role !== 'customer' ? gt(lastSeenAt, sql`now() - ${interval(adminIdleMinutes)}`) : undefined;
  return db
    .select({ id, userAgent, ip, createdAt, lastSeenAt, expiresAt })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(expiresAt, now), isFresh))
    .orderBy(desc(lastSeenAt));
}

type ThrottleKey = { key: Buffer };

// One statement numbers attempts, so that simultaneous ones get different numbers.
/** Counts one attempt in the window of `seconds` that began with the first. */
export const countAttempt = one((db: Drizzle, { key, seconds }: Blanks<ThrottleKey & { seconds: number }>) => {
  const { attempts, resetsAt } = signInAttempts;
  return db
    .insert(signInAttempts)
    .values({ key, attempts: 1, resetsAt: sql`now() + make_interval(secs => ${seconds})` })
    .onConflictDoUpdate({
      target: signInAttempts.key,
      set: {
        attempts: sql`case when ${resetsAt} <= now() then 1 else ${attempts} + 1 end`,
        resetsAt: sql`case when ${resetsAt} <= now() then excluded.resets_at else ${resetsAt} end`,
      },
    })
    .returning({
      attempts,
      waitSeconds: sql`ceil(extract(epoch from ${resetsAt} - now()))::int`.mapWith(Number),
    });
});

/** Takes back the count of an attempt that was right. */
export const uncountAttempt = sent((db: Drizzle, { key }: Blanks<ThrottleKey>) =>
  db
    .update(signInAttempts)
    .set({ attempts: sql`greatest(0, ${signInAttempts.attempts} - 1)` })
    .where(eq(signInAttempts.key, key)),
);

export const deleteAttempts = sent((db: Drizzle, { key }: Blanks<ThrottleKey>) =>
  db.delete(signInAttempts).where(eq(signInAttempts.key, key)),
);

/**
 * True if this account was recently signed in to from this address; of IPv6 from its /64, as privacy addresses change
 * daily.
 */
export const isKnownCaller = exists((db: Reads, { email, ip }: Blanks<{ email: string; ip: string }>) => {
  const bits = sql`case when family(${sessions.ip}) = 6 then 64 else 32 end`;
  return db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(users.email, email),
        sql`${sessions.createdAt} > now() - interval '30 days'`,
        sql`network(set_masklen(${sessions.ip}, ${bits})) >>= ${ip}::inet`,
      ),
    )
    .limit(1);
});
