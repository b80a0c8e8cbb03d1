import type { Auth } from './second-factor/auth.setup.ts';
import type { SessionStore } from './sessions/auth.sessions.ts';

/** Ports that `auth` provides to the features below it; made in compose.ts. */
export type AuthPorts = {
  /** Who is behind a bearer token. */
  sessions: SessionStore;
  /** Keys, passwords and tokens. */
  auth: Auth;
};
