import type { StepUp } from '#shared/kernel/endpoint.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { Rights } from '#shared/kernel/permission.ts';

/** `admin` is the owner named by ADMIN_EMAIL, `staff` are the other members of the team. */
export type UserRole = 'customer' | 'staff' | 'admin';

/** The user of a token, according to the session's row. */
export type SignedInActor = Rights & {
  userId: Id<'user'>;
  role: UserRole;
  /** The role in the team; null for a customer. */
  teamRole: string | null;
  sessionId: Id<'session'>;
  email: string;
  /** True for a member who must set up a second factor first: the session allows only that. */
  isSettingUp: boolean;
};

export type Actor = SignedInActor & { requestId: string };

/** Requirements of a call to its session, and how it may prove that. */
export type SureAsked = {
  /** `true` is while the session is sure, `recent` within five minutes of the password. */
  asked: Exclude<StepUp, 'sometimes'>;
  /** The header X-Step-Up: a token from POST /api/admin/step-up, which proves five minutes by itself. */
  token: unknown;
  /** A request that no input caused: it does not keep the session sure. */
  isBackground?: boolean;
};

/** Ports of the guard to authenticate tokens; implemented by the auth feature. */
export interface Sessions {
  /**
   * Null for a token that is malformed, forged, expired or revoked. Refuses with blocked, and signed_out after a change
   * of role or password. `isBackground`: no input caused it, so it extends no idle session.
   */
  authenticate(token: string, isBackground?: boolean): Promise<SignedInActor | null>;
  /**
   * True if a session that was authenticated before is still valid: the same checks, but not counted as activity (an
   * idle administrator's open tab must not extend the session). False also for a blocked user.
   */
  isSessionValid(session: SignedInActor): Promise<boolean>;
  /** Rights of a user now, in any session; null for one who is blocked or deleted. */
  rightsOfUser(userId: Id<'user'>): Promise<Pick<SignedInActor, 'role' | 'may'> | null>;
  /**
   * True if the password was entered in this very session lately enough. Read from the session's row each time, so that
   * what ends it counts at once in every process; a session in use stays sure for longer.
   */
  isSure(session: SignedInActor, how: SureAsked): Promise<boolean>;
}
