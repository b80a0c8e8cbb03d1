import type { Tx } from '#server/db/connection.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Approval } from '#server/http/guards/four-eyes.ts';
import type { ApprovalKind } from '#shared/kernel/approval.ts';

/** Carries out what was asked for, by the service function of its own route, which claims the request in its transaction. */
export type ApprovedAction = (actor: Actor, approval: Approval) => Promise<unknown>;

/** Functions of other features that `approvals` calls; made in compose.ts. */
export type ApprovalsPorts = {
  approvedActions: Readonly<Record<ApprovalKind, ApprovedAction>>;
  /** Returns how a refusal undoes an action that was done before the decision; undefined for all others. */
  undoOf: (approval: Approval) => ((tx: Tx, actor: Actor) => Promise<void>) | undefined;
};
