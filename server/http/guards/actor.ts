import type { Rights } from '#shared/kernel/permission.ts';

/** `admin` is the owner named by ADMIN_EMAIL, `staff` are the other members of the team. */
export type UserRole = 'customer' | 'staff' | 'admin';

/** The user of a token, according to the session's row. */
export type SignedIn = Rights & {
  userId: string;
  role: UserRole;
  /** The role in the team; null for a customer. */
  teamRole: string | null;
  sessionId: string;
  email: string;
  /** Who needs a second factor and has none yet: the session allows only its set-up. */
  isSettingUp: boolean;
};

export type Actor = SignedIn & { requestId: string };

/** What the guard needs to authenticate tokens; implemented by the auth feature. */
export interface Sessions {
  /**
   * Null for a token that is malformed, forged, expired or revoked. Throws Forbidden('blocked') for a blocked user,
   * SignedOut for one whose role or password has changed since.
   * `isBackground` is a request that no input caused: it does not extend an idle session.
   */
  authenticate(token: string, isBackground?: boolean): Promise<SignedIn | null>;
  /**
   * Whether a session that was authenticated before is still valid: the same checks, but not counted as activity (an
   * idle administrator's open tab must not extend the session). False also for a blocked user.
   */
  isSessionValid(session: SignedIn): Promise<boolean>;
  /** What a user may do now, whatever session they have; null for one who is blocked or deleted. */
  rightsOfUser(userId: string): Promise<Pick<SignedIn, 'role' | 'may'> | null>;
  /** Whether the token of X-Step-Up was given to this very session in the last five minutes; a new password ends it. */
  isStepUpValid(actor: Actor, token: string): Promise<boolean>;
}
