import type { Tx } from '#server/db/connection.ts';
import type { Permission } from '#shared/kernel/permission.ts';

/** What `team` borrows from the features below it; made in compose.ts. */
export type TeamPorts = {
  /**
   * What a member had and may no longer do falls to nobody, and what they asked for and may no longer ask is void. `may`
   * is what is left to them; nothing for one who leaves.
   */
  releaseWorkOf: (tx: Tx, userId: string, may: readonly Permission[]) => Promise<void>;
};
