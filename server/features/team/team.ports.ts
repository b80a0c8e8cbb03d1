import type { Tx } from '#server/db/connection.ts';
import type { AuthPorts } from '#server/features/auth/auth.ports.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { Permission } from '#shared/kernel/permission.ts';

/** Ports that `team` takes from the features below it; made in compose.ts. */
export type TeamPorts = {
  /** Unassigns work and voids requests that a member is no longer permitted; `may` has the remaining permissions. */
  releaseWorkOf: (tx: Tx, userId: Id<'user'>, may: readonly Permission[]) => Promise<void>;
};

/** Everything that a service of this feature may need. */
export type TeamDeps = Platform & AuthPorts & TeamPorts;
