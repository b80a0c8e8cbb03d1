import type { Db, Tx } from '#server/db/connection.ts';
import type { Env } from '#server/env/env.ts';
import type { Events } from '#server/events/events.ts';
import { publish } from '#server/events/publish.ts';
import { dropMailOf } from '#server/features/mail/mail.service.ts';
import { accountById, type Account } from '#server/features/users/users.service.ts';
import type { Sessions, SignedInActor, UserRole } from '#server/http/guards/actor.ts';
import { Forbidden, SignedOut } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { Rights } from '#shared/kernel/permission.ts';
import { maxTokenLength } from '#shared/reference/limits.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { endCodesOf } from '../codes/auth.codes.queries.ts';
import { deleteWaitingFactor } from '../second-factor/auth.second-factor.queries.ts';
import { needsSecondFactor } from '../second-factor/auth.second-factor.ts';
import { newDeviceToken, type Caller, type DeviceDeps } from './auth.keys.ts';
import * as queries from './auth.sessions.queries.ts';
import { teamRoleOf } from './auth.team-role.ts';
import type { NamedSession, Tokens } from './auth.tokens.ts';

export type SessionStore = Sessions & {
  /** Drops these sessions from the cache; called inside the transaction that ends them. */
  dropCached: (whose: queries.RevokedSessions) => void;
};

type StoreDeps = Pick<Platform, 'db' | 'inTx'> & {
  events: Pick<Events, 'on' | 'connected'>;
  tokens: Tokens;
  env: Pick<Env, 'production'>;
  /** Rights and masks of a role in the team; `team` is below this feature. */
  rightsOf: (teamRole: string | null) => Rights;
};

/** Time for which a session is cached, while the event of its end can be received. */
const cacheMs = 5_000;
const maxCached = 10_000;
/** Longer than any transaction that ends sessions may stay open. */
const untrustedMs = minuteMs;

/** The refusal of a blocked user's valid token or password. */
export const accountBlocked = () => new Forbidden('blocked', 'account_blocked');

/** Resolves tokens to sessions by briefly cached rows; without events every request reads its row. */
export function createSessions({ db, inTx, events, tokens, ...rules }: StoreDeps): SessionStore {
  const cache = createSessionCache();
  events.on('session_revoked', (event) => {
    if (event.kind === 'resync') return cache.invalidateAll();
    if (event.userId) cache.invalidate(event.userId);
    for (const id of event.sessionIds ?? []) cache.invalidate(id);
  });
  events.on('user_changed', (event) =>
    event.kind === 'resync' ? cache.invalidateAll() : cache.invalidate(event.userId),
  );

  const authenticate = async (token: string, isBackground = false): Promise<SignedInActor | null> => {
    const namedSessionToken = tokens.readSessionToken(token);
    if (!namedSessionToken) return null;
    const cached = events.connected && cache.find(namedSessionToken);
    // A poll read the row: its time of last use is still to be written.
    if (cached && (isBackground || !cached.unseen)) return cached.signedIn;
    const readAt = cache.invalidations();
    const state = await queries.selectSessionState(db, {
      id: namedSessionToken.sessionId,
      userId: namedSessionToken.userId,
    });
    const signedInActor = toSignedIn(namedSessionToken, state, rules);
    if (!signedInActor) return null;
    const isTouched = state?.unseen === true && !isBackground;
    if (isTouched) await inTx((tx) => queries.touchSession(tx, { id: namedSessionToken.sessionId }));
    // A session that only sets up the second factor is whole as soon as that is on, in every process.
    if (events.connected && !signedInActor.isSettingUp)
      cache.store(signedInActor, readAt, state?.unseen === true && !isTouched);
    return signedInActor;
  };

  /** True if the token of X-Step-Up was given to this very session in the last five minutes; a new password ends it. */
  const isProven = async ({ userId, sessionId }: NamedSession, token: string): Promise<boolean> => {
    if (token.length > maxTokenLength) return false;
    const passwordHash = (await accountById(db, userId))?.user.passwordHash;
    const stepUp = passwordHash ? tokens.readStepUpToken(token, passwordHash) : undefined;
    return stepUp?.sessionId === sessionId && stepUp.userId === userId;
  };

  return {
    authenticate,
    isSessionValid: async ({ userId, sessionId }) => {
      const state = await queries.selectSessionState(db, { id: sessionId, userId });
      return (
        state?.status === 'active' &&
        state.revokedReason === null &&
        toSignedIn({ userId, sessionId }, state, rules) !== null
      );
    },
    rightsOfUser: async (userId) => {
      const userRole = await queries.selectUserRole(db, { userId });
      return userRole ? { role: userRole.role, may: rules.rightsOf(teamRoleOf(userRole)).may } : null;
    },
    isSure: async ({ userId, sessionId }, { asked, token, isBackground = false }) => {
      const row = await queries.selectSureness(db, { id: sessionId, userId });
      const isSure = row !== undefined && (asked === true || row.recent);
      if (!isSure) return typeof token === 'string' && isProven({ userId, sessionId }, token);
      if (row.extends && !isBackground) await inTx((tx) => queries.extendSureness(tx, { id: sessionId }));
      return true;
    },
    dropCached: (revokedSessions) => {
      for (const id of 'userId' in revokedSessions ? [revokedSessions.userId] : revokedSessions.sessionIds)
        cache.markUntrusted(id);
    },
  };
}

/**
 * Null for an ended session. Refuses a blocked user whose session ended only by the block, a changed role or password.
 */
function toSignedIn(
  { userId, sessionId }: NamedSession,
  state: queries.SessionState | undefined,
  { env, rightsOf }: Pick<StoreDeps, 'env' | 'rightsOf'>,
): SignedInActor | null {
  if (!state || state.ended || state.status === 'deleted' || state.email === null) return null;
  if (state.revokedReason === 'role_changed') throw new SignedOut('role_changed', 'role_changed');
  if (state.revokedReason === 'password_changed') throw new SignedOut('password_changed');
  const endedByBlock = state.revokedReason === 'blocked';
  if (state.revokedReason !== null && !endedByBlock) return null;
  if (state.status === 'blocked') throw accountBlocked();
  if (endedByBlock) return null;
  const { role, email } = state;
  const teamRole = teamRoleOf(state);
  if (role === 'staff' && teamRole === null) return null;
  const isSettingUp = state.lacksSecondFactor && needsSecondFactor(env, role);
  return { userId, sessionId, role, teamRole, email, isSettingUp, ...rightsOf(teamRole) };
}

/**
 * The cache of recently used sessions, with its invalidation. Its size is limited; the oldest entry is evicted first.
 */
function createSessionCache() {
  const cached = new Map<string, { signedIn: SignedInActor; unseen: boolean; until: number }>();
  const untrustedUntil = new Map<string, number>();
  let invalidationCount = 0;

  const invalidate = (id: Id<'session'> | Id<'user'>) => {
    invalidationCount += 1;
    if (cached.delete(id)) return;
    for (const [sessionId, { signedIn }] of cached) if (signedIn.userId === id) cached.delete(sessionId);
  };
  const isUntrusted = (id: Id<'session'> | Id<'user'>, now: number) => (untrustedUntil.get(id) ?? 0) > now;

  return {
    invalidations: () => invalidationCount,
    invalidate,
    invalidateAll: () => {
      invalidationCount += 1;
      cached.clear();
    },
    /** Right after the commit, before this process receives its own event, the cache must not let the caller in. */
    markUntrusted: (id: Id<'session'> | Id<'user'>) => {
      const now = performance.now();
      for (const [untrustedId, until] of untrustedUntil) if (until <= now) untrustedUntil.delete(untrustedId);
      untrustedUntil.set(id, now + untrustedMs);
      invalidate(id);
    },
    find: ({ sessionId, userId }: NamedSession): { signedIn: SignedInActor; unseen: boolean } | undefined => {
      const cachedSession = cached.get(sessionId);
      return cachedSession && cachedSession.until > performance.now() && cachedSession.signedIn.userId === userId
        ? cachedSession
        : undefined;
    },
    /** Not cached when an invalidation arrived since the read: it may concern this session. */
    store: (signedInActor: SignedInActor, readAt: number, isUnseen: boolean) => {
      const now = performance.now();
      if (
        readAt !== invalidationCount ||
        isUntrusted(signedInActor.sessionId, now) ||
        isUntrusted(signedInActor.userId, now)
      )
        return;
      cached.delete(signedInActor.sessionId);
      cached.set(signedInActor.sessionId, { signedIn: signedInActor, unseen: isUnseen, until: now + cacheMs });
      const [oldestId] = cached.size > maxCached ? cached.keys() : [];
      if (oldestId) cached.delete(oldestId);
    },
  };
}

type SignInDeps = { auth: { tokens: Tokens } };

/**
 * A session is opened `by` the password of its user, typed now, or by a mailed link or code: only the first makes it
 * sure.
 */
type SignInCaller = Caller & { by: 'password' | 'mail' };

/** Writes the session of a fresh sign-in: 7 days for a customer, 8 hours for a member of the team. */
export async function openSession(
  tx: Tx,
  { auth }: SignInDeps,
  user: { id: Id<'user'>; role: UserRole },
  { ip, userAgent, by }: SignInCaller,
): Promise<{ token: string; expiresAt: Date; sessionId: Id<'session'> }> {
  const lifetime = user.role !== 'customer' ? '8 hours' : '7 days';
  const insert = queries.insertSession[by === 'password' ? 'sure' : 'unsure'];
  const { id: sessionId, expiresAt } = await insert(tx, { userId: user.id, lifetime, ip, userAgent });
  return { token: auth.tokens.sessionToken({ userId: user.id, sessionId }, expiresAt), expiresAt, sessionId };
}

/** A user who was just authenticated, with the token of the session that was opened. */
export type SignedInAccount = Pick<SignedInActor, 'may' | 'isSettingUp'> & {
  account: Account;
  token: string;
  expiresAt: Date;
  /** Device token that the browser sends at its next sign-in. */
  deviceToken: string;
};

/** A user whose session was just opened, with the rights it carries. Undefined when it ended meanwhile. */
export async function signedInAccount(
  deps: { db: Db; sessions: Sessions } & DeviceDeps,
  { token, expiresAt }: { token: string; expiresAt: Date },
): Promise<SignedInAccount | undefined> {
  const session = await deps.sessions.authenticate(token);
  const account = session && (await accountById(deps.db, session.userId));
  if (!account) return undefined;
  const { may, isSettingUp } = session;
  const deviceToken = newDeviceToken(deps, account.user.email ?? '');
  return { account, token, expiresAt, may, isSettingUp, deviceToken };
}

/** Payloads of NOTIFY are short. */
const maxIdsPerEvent = 100;

type RevokeReason =
  | 'second_factor_removed'
  | 'signed_out'
  | 'signed_out_elsewhere'
  | 'blocked'
  | 'password_changed'
  | 'email_changed'
  | 'role_changed'
  | 'deleted';

/** Ends sessions (but `except`) and their sockets in every process as `tx` commits; returns how many ended. */
export async function revokeSessions(
  tx: Tx,
  { sessions }: { sessions: Pick<SessionStore, 'dropCached'> },
  revokedSessions: queries.RevokedSessions,
  reason: RevokeReason,
): Promise<number> {
  sessions.dropCached(revokedSessions);
  const endedIds = await queries.endSessions(tx, revokedSessions, reason);
  if ('userId' in revokedSessions && !revokedSessions.except) {
    await publish(tx, { kind: 'session_revoked', userId: revokedSessions.userId, reason });
    return endedIds.length;
  }
  for (let from = 0; from < endedIds.length; from += maxIdsPerEvent) {
    await publish(tx, { kind: 'session_revoked', sessionIds: endedIds.slice(from, from + maxIdsPerEvent), reason });
  }
  return endedIds.length;
}

/**
 * Ends all that could open a user's account: sessions (`except` is no longer sure), reset links, codes for a new
 * address, mails that carry one, and a second factor that waits for its first code. Returns how many sessions ended.
 */
export async function revokeAccess(
  tx: Tx,
  deps: { sessions: Pick<SessionStore, 'dropCached'> },
  owner: { userId: Id<'user'>; except?: string },
  reason: RevokeReason,
): Promise<number> {
  await endCodesOf(tx, { userId: owner.userId });
  await queries.endSureness(tx, { userId: owner.userId, except: null });
  await deleteWaitingFactor(tx, { userId: owner.userId });
  const templates = ['password_reset', 'verification_code'];
  await dropMailOf(tx, { userId: owner.userId, reason: 'access revoked', templates });
  return revokeSessions(tx, deps, owner, reason);
}
