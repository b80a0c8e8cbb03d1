import type { SessionStore } from './auth.sessions.ts';
import type { Auth } from './auth.setup.ts';

/** What `auth` provides to the features below it; made in compose.ts. */
export type AuthPorts = {
  /** Who is behind a bearer token. */
  sessions: SessionStore;
  /** Keys, passwords and tokens. */
  auth: Auth;
};
