import type { Tx } from '#server/db/connection.ts';
import type { Permission } from '#shared/kernel/permission.ts';

/** What `team` takes from the features below it; made in compose.ts. */
export type TeamPorts = {
  /**
   * Unassigns the work that a member may no longer do, and voids the requests that they may no longer make. `may` is what
   * is left to them; empty for one who leaves.
   */
  releaseWorkOf: (tx: Tx, userId: string, may: readonly Permission[]) => Promise<void>;
};
