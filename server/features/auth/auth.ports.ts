import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { UsersPorts } from '#server/features/users/users.ports.ts';
import type { Platform } from '#server/platform.ts';
import type { Auth } from './second-factor/auth.setup.ts';
import type { SessionStore } from './sessions/auth.sessions.ts';

/** Ports that `auth` provides to the features below it; made in compose.ts. */
export type AuthPorts = {
  /** Sessions by bearer token. */
  sessions: SessionStore;
  /** Keys, passwords and tokens. */
  auth: Auth;
};

/** Everything that a service of this feature may need. */
export type AuthDeps = Platform & AuthPorts & SettingsPorts & UsersPorts;
