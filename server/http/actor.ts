/** Who is behind a token, as the session row says. */
export type SignedIn = { userId: string; role: 'customer' | 'admin'; sessionId: string; email: string };

/** The signed-in user who acts within one request. */
export type Actor = SignedIn & { requestId: string };

/** What the guard asks about tokens; the auth feature answers. */
export interface Sessions {
  /** Null for a token that is malformed, forged, expired or revoked. Throws Forbidden('blocked') for a blocked user. */
  authenticate(token: string): Promise<SignedIn | null>;
  /**
   * Whether a session that was authenticated before is still valid: the same checks, but not counted as activity (an
   * idle administrator's open tab must not extend the session). False also for a blocked user.
   */
  isSessionValid(session: SignedIn): Promise<boolean>;
  /** Whether the token of X-Step-Up was given to this very session in the last five minutes; a new password ends it. */
  isStepUpValid(actor: Actor, token: string): Promise<boolean>;
}
