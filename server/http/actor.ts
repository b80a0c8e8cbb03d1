/** Who is behind a token, as the session row says. */
export type SignedIn = { userId: string; role: 'customer' | 'admin'; sessionId: string; email: string };

/** Who does something: a signed-in person within one request. */
export type Actor = SignedIn & { requestId: string };

/** What the guard asks about tokens; the auth feature answers. */
export interface Sessions {
  /** Null for a token that is malformed, forged, expired or revoked. Throws Forbidden('blocked') for a blocked person. */
  authenticate(token: string): Promise<SignedIn | null>;
  /**
   * Whether a session that was authenticated before is still good: the same judgement, but no sign of life (an idle
   * administrator's open tab must not keep the session alive). False also for a blocked person.
   */
  isSessionValid(session: SignedIn): Promise<boolean>;
  /** Whether the token of X-Step-Up was given to this very session in the last five minutes; a new password ends it. */
  isStepUpValid(actor: Actor, token: string): Promise<boolean>;
}
