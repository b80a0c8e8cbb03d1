import { and, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement, written } from '#server/db/statements.ts';
import type { UserRole } from '#server/http/guards/actor.ts';
import { sessions, signInAttempts } from '../auth.tables.ts';

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

const readState = readStatement(sessionState)`
  select u.email, u.role, u.status, s.revoked_reason as "revokedReason", ${teamRole} as "teamRole",
    u.role <> 'customer' and not exists (
      select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as "lacksSecondFactor",
    s.expires_at <= now() or (u.role <> 'customer' and s.last_seen_at <= now() - interval '${adminIdleMinutes} minutes') as ended,
    s.last_seen_at < now() - interval '1 minute' as unseen
  from sessions s join users u on u.id = s.user_id left join team_members m on m.user_id = u.id
  where s.id = $1 and s.user_id = $2`;

export async function selectSessionState(
  db: Db,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<SessionState | undefined> {
  return (await db.run(readState, [sessionId, userId]))[0];
}

export type NewSession = { userId: string; lifetime: '7 days' | '8 hours'; ip: string; userAgent: string };

export async function insertSession(
  tx: Tx,
  { userId, lifetime, ip, userAgent }: NewSession,
): Promise<{ id: string; expiresAt: Date }> {
  return written(
    await tx
      .insert(sessions)
      .values({ userId, ip, userAgent, expiresAt: sql`now() + ${lifetime}::interval` })
      .returning({ id: sessions.id, expiresAt: sessions.expiresAt }),
  );
}

/** The lower bound prevents double writes by concurrent requests. */
export const touchSession = writeStatement({}).send<[id: string]>()`
  update sessions set last_seen_at = now() where id = $1 and last_seen_at < now() - interval '1 minute'`;

/** A customer's session ends seven days from now, and thirty after it began at the latest; an administrator's when it always did. */
export async function extendSessionRow(tx: Tx, id: string, role: UserRole): Promise<Date | undefined> {
  const later = sql`greatest(${sessions.expiresAt}, least(now() + interval '7 days', ${sessions.createdAt} + interval '30 days'))`;
  const [row] = await tx
    .update(sessions)
    .set({ lastSeenAt: sql`now()`, ...(role === 'customer' && { expiresAt: later }) })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)))
    .returning({ expiresAt: sessions.expiresAt });
  return row?.expiresAt;
}

/** When the session ends without further activity, and the current time. */
export async function selectSessionEnd(
  db: Db,
  id: string,
  role: UserRole,
): Promise<{ endsAt: Date; now: Date } | undefined> {
  const idleEnd = sql`least(${sessions.expiresAt}, ${sessions.lastSeenAt} + interval '${sql.raw(String(adminIdleMinutes))} minutes')`;
  const endsAt = (role !== 'customer' ? idleEnd : sql`${sessions.expiresAt}`).mapWith(sessions.expiresAt);
  const [row] = await db
    .select({
      endsAt: sql`${endsAt}`.mapWith(sessions.expiresAt),
      now: sql`now()`.mapWith(sessions.expiresAt),
    })
    .from(sessions)
    .where(eq(sessions.id, id));
  return row;
}

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

export async function deleteAttempts(tx: Tx, key: Buffer): Promise<void> {
  await tx.delete(signInAttempts).where(eq(signInAttempts.key, key));
}

/** Whether this account was recently signed in to from this address; of IPv6 from its /64, as privacy addresses change daily. */
export const isKnownCaller = readStatement({ known: column.boolean }).only<[email: string, ip: string]>()`
  select exists (select from sessions s join users u on u.id = s.user_id
    where u.email = $1 and s.created_at > now() - interval '30 days'
      and network(set_masklen(s.ip, case when family(s.ip) = 6 then 64 else 32 end)) >>= $2::inet) as known`;
