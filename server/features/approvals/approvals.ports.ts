import type { Tx } from '#server/db/connection.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Approval } from '#server/http/guards/four-eyes.ts';
import type { Platform } from '#server/platform.ts';

/** Functions of other features that `approvals` calls; made in compose.ts. */
export type ApprovalsPorts = {
  /**
   * Returns the function by which a refusal undoes an action that was done before the decision; undefined for all
   * others.
   */
  undoOf: (approval: Approval) => ((tx: Tx, actor: Actor) => Promise<void>) | undefined;
};

/** Everything that a service of this feature may need. */
export type ApprovalsDeps = Platform & ApprovalsPorts;
