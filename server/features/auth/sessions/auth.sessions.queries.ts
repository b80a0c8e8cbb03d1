import { and, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import type { UserRole } from '#server/http/guards/actor.ts';
import { sessions } from '../auth.tables.ts';

/** All that decides whether a token still opens anything, judged by the clock of the database. */
const sessionState = {
  email: orNull(column.text),
  role: column.oneOf(['customer', 'staff', 'admin']),
  /** The role in the team; null for a customer, and for a member who has left. */
  teamRole: orNull(column.text),
  /** A member of the team without a second factor. */
  lacksSecondFactor: column.boolean,
  status: column.oneOf(['active', 'blocked', 'deleted']),
  ended: column.boolean,
  revokedReason: orNull(column.text),
  /** Last seen so long ago that it is worth a write. */
  unseen: column.boolean,
};
export type SessionState = RowOf<typeof sessionState>;

export const adminIdleMinutes = 30;

const teamRole = `case u.role when 'admin' then 'owner' when 'staff' then case when m.ends_at is null then m.role end end`;

const userRole = { role: column.oneOf(['customer', 'staff', 'admin']), teamRole: orNull(column.text) };

export const selectUserRole = readStatement(userRole).first<[userId: string]>()`
  select u.role, ${teamRole} as "teamRole"
  from users u left join team_members m on m.user_id = u.id
  where u.id = $1 and u.status = 'active'`;

export const selectSessionState = readStatement(sessionState).first<[sessionId: string, userId: string]>()`
  select u.email, u.role, u.status, s.revoked_reason as "revokedReason", ${teamRole} as "teamRole",
    u.role <> 'customer' and not exists (
      select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as "lacksSecondFactor",
    s.expires_at <= now() or (u.role <> 'customer' and s.last_seen_at <= now() - interval '${adminIdleMinutes} minutes') as ended,
    s.last_seen_at < now() - interval '1 minute' as unseen
  from sessions s join users u on u.id = s.user_id left join team_members m on m.user_id = u.id
  where s.id = $1 and s.user_id = $2`;

/** A session is sure for so long after the password; calls that ask for it extend that by as much, up to the second bound. */
const [sureMinutes, maxSureMinutes] = [15, 60];
/** What destroys or pays asks for the password again after this. */
const recentMinutes = 5;
const laterSure = `least(now() + interval '${sureMinutes} minutes', sure_at + interval '${maxSureMinutes} minutes')`;

export const insertSession = writeStatement({ id: column.uuid, expiresAt: column.moment }).one<
  [userId: string, lifetime: '7 days' | '8 hours', ip: string, userAgent: string, isSure: boolean]
>()`
  insert into sessions (user_id, expires_at, ip, user_agent, sure_at, sure_until)
  values ($1, now() + $2::interval, $3, $4,
    case when $5 then now() end, case when $5 then now() + interval '${sureMinutes} minutes' end)
  returning id, expires_at as "expiresAt"`;

/** The password was entered in this session just now. Undefined where the session has ended. */
export const makeSure = writeStatement({ id: column.uuid }).value<[id: string]>()`
  update sessions set sure_at = now(), sure_until = now() + interval '${sureMinutes} minutes'
  where id = $1 and revoked_at is null and expires_at > now() returning id`;

const sureness = {
  recent: column.boolean,
  /** To extend it now is worth a write: a minute or more is gained. */
  extends: column.boolean,
};

/** None for a session that is not sure. */
export const selectSureness = readStatement(sureness).first<[id: string, userId: string]>()`
  select sure_at > now() - interval '${recentMinutes} minutes' as recent,
    sure_until < ${laterSure} - interval '1 minute' as extends
  from sessions
  where id = $1 and user_id = $2 and sure_until > now() and revoked_at is null and expires_at > now()`;

/** The lower bound prevents double writes by concurrent requests, the upper one that it begins again. */
export const extendSureness = writeStatement({}).send<[id: string]>()`
  update sessions set sure_until = ${laterSure}
  where id = $1 and sure_until > now() and sure_until < ${laterSure} - interval '1 minute'`;

/** No session of the user is sure any longer, but perhaps the one named. */
export const endSureness = writeStatement({}).send<[userId: string, except: string | null]>()`
  update sessions set sure_at = null, sure_until = null
  where user_id = $1 and id is distinct from $2::uuid and sure_at is not null`;

/** The lower bound prevents double writes by concurrent requests. */
export const touchSession = writeStatement({}).send<[id: string]>()`
  update sessions set last_seen_at = now() where id = $1 and last_seen_at < now() - interval '1 minute'`;

/** A customer's session ends seven days from now, and thirty after it began at the latest; an administrator's when it always did. */
export const extendSessionRow = writeStatement({ expiresAt: column.moment }).value<[id: string, role: UserRole]>()`
  update sessions set last_seen_at = now(), expires_at = case when $2 <> 'customer' then expires_at
    else greatest(expires_at, least(now() + interval '7 days', created_at + interval '30 days')) end
  where id = $1 and revoked_at is null returning expires_at as "expiresAt"`;

/** When the session ends without further activity, and the current time. */
export const selectSessionEnd = readStatement({ endsAt: column.moment, now: column.moment }).first<
  [id: string, role: UserRole]
>()`
  select case when $2 = 'customer' then expires_at
    else least(expires_at, last_seen_at + interval '${adminIdleMinutes} minutes') end as "endsAt", now()
  from sessions where id = $1`;

export type Revoked = { userId: string; except?: string } | { sessionIds: string[] };

/** Returns the ids of the sessions that ended now. */
export async function endSessions(tx: Tx, whose: Revoked, reason: string): Promise<string[]> {
  const those =
    'userId' in whose
      ? and(eq(sessions.userId, whose.userId), whose.except ? ne(sessions.id, whose.except) : undefined)
      : inArray(sessions.id, whose.sessionIds);
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: sql`now()`, revokedReason: reason })
    .where(and(those, isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  return ended.map(({ id }) => id);
}

export type OpenSession = Pick<
  typeof sessions.$inferSelect,
  'id' | 'userAgent' | 'ip' | 'createdAt' | 'lastSeenAt' | 'expiresAt'
>;

/** Live sessions, last seen first. */
export async function selectOpenSessions(db: Db, userId: string, role: UserRole): Promise<OpenSession[]> {
  const { id, userAgent, ip, createdAt, lastSeenAt, expiresAt } = sessions;
  const isFresh =
    role !== 'customer'
      ? gt(lastSeenAt, sql`now() - interval '${sql.raw(String(adminIdleMinutes))} minutes'`)
      : undefined;
  return db
    .select({ id, userAgent, ip, createdAt, lastSeenAt, expiresAt })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(expiresAt, sql`now()`), isFresh))
    .orderBy(desc(lastSeenAt));
}

const counted = {
  attempts: column.integer,
  waitSeconds: column.integer,
};

// One statement, so that of many attempts at once each gets a number of its own.
/** Counts one attempt in the window of `seconds` that began with the first. */
export const countAttempt = writeStatement(counted).one<[key: Buffer, seconds: number]>()`
  insert into sign_in_attempts as counted (key, attempts, resets_at) values ($1, 1, now() + make_interval(secs => $2))
  on conflict (key) do update set
    attempts = case when counted.resets_at <= now() then 1 else counted.attempts + 1 end,
    resets_at = case when counted.resets_at <= now() then excluded.resets_at else counted.resets_at end
  returning attempts, ceil(extract(epoch from resets_at - now()))::int as "waitSeconds"`;

/** The attempt was right: it does not count. */
export const uncountAttempt = writeStatement({}).send<[key: Buffer]>()`
  update sign_in_attempts set attempts = greatest(0, attempts - 1) where key = $1`;

export const deleteAttempts = writeStatement({}).send<[key: Buffer]>()`delete from sign_in_attempts where key = $1`;

/** Whether this account was recently signed in to from this address; of IPv6 from its /64, as privacy addresses change daily. */
export const isKnownCaller = readStatement({ known: column.boolean }).only<[email: string, ip: string]>()`
  select exists (select from sessions s join users u on u.id = s.user_id
    where u.email = $1 and s.created_at > now() - interval '30 days'
      and network(set_masklen(s.ip, case when family(s.ip) = 6 then 64 else 32 end)) >>= $2::inet) as known`;
