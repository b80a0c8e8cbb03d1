import type { Tx } from '#server/db/connection.ts';
import type { ApprovalDetails, ApprovalKind, FourEyesRules } from '#shared/kernel/approval.ts';
import type { Permission } from '#shared/kernel/permission.ts';
import type { Actor } from './actor.ts';

/** The result of an action that now waits for a second member of the team: 202 with the id of its request. */
export class PendingApproval {
  readonly approvalId: string;
  /** False where the same was asked before and still waits. */
  readonly isNew: boolean;

  constructor(approvalId: string, isNew = true) {
    this.approvalId = approvalId;
    this.isNew = isNew;
  }
}

/** An action as a second member would decide it, under the lock of what it is about. */
export type ApprovalRequest = {
  kind: ApprovalKind;
  subjectId: string;
  /** What the second member is shown; no more personal data than the decision needs. */
  facts: ApprovalDetails;
  /** What carries the action out later, as JSON. `notBy`: members who did what it is about, of whom none decides. */
  input: Readonly<Record<string, unknown>> & { notBy?: readonly string[] };
  /** Beside the facts: the state of the subject. When it changes, the request is void. */
  state?: string;
};

/** The request that a second member approves, while its action is carried out. */
export type Approval = Omit<ApprovalRequest, 'state'> & {
  id: string;
  detailsHash: Buffer;
  askedBy: string;
  expiresAt: Date;
};

/** Which actions need a second member, and how they wait for one; implemented by the approvals feature. */
export interface FourEyes {
  readonly rules: FourEyesRules;
  /**
   * For an action that a rule applies to (`isNeeded`), called before it writes anything. From its own route it stores the
   * request and returns it: the action ends there. With `approval` it claims the request for this transaction and returns undefined:
   * the action goes on. Throws Conflict('facts_changed' | 'own_request' | 'expired' | 'already_decided').
   */
  pass(
    tx: Tx,
    actor: Actor,
    request: ApprovalRequest,
    approval?: Approval,
    isNeeded?: boolean,
  ): Promise<PendingApproval | undefined>;
  /** Throws Conflict('second_user_needed') where no other member of the team could approve, or has `permission`. */
  requireSecondUser(tx: Tx, actor: Actor, permission?: Permission): Promise<void>;
  /** Whether another member of the team could approve. */
  hasSecondUser(tx: Tx, actor: Actor): Promise<boolean>;
  /** Voids the payouts to a customer that wait: whoever blocks them does not want them paid on what was seen before. */
  voidPayouts(tx: Tx, userId: string): Promise<void>;
}
