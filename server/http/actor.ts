/** Who is behind a token, as the session row says. */
export type SignedIn = { userId: string; role: 'customer' | 'admin'; sessionId: string; email: string };

/** Who does something: a signed-in person within one request. */
export type Actor = SignedIn & { requestId: string };

/** The product itself: jobs and expiries. */
export type SystemActor = { kind: 'system' };

/** What the guard asks about tokens; the auth feature answers. */
export interface Sessions {
  /** Null for a token that is malformed, forged, expired or revoked. Throws Forbidden('blocked') for a blocked person. */
  authenticate(token: string): Promise<SignedIn | null>;
  /** Whether the token of the header X-Step-Up was given to this very session in the last five minutes. */
  stepUpHolds(actor: Actor, token: string): Promise<boolean>;
}
