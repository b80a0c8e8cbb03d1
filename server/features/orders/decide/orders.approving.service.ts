import type { Tx } from '#server/db/connection.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Call, PendingApproval } from '#server/http/guards/four-eyes.ts';
import { Conflict } from '#server/lib/refusal.ts';
import type { OpenStatus } from '#shared/orders/orders.lifecycle.ts';
import { bookApproved } from '../orders.book.service.ts';
import type { OrderDecision, OrdersDeps, SeenDeposit } from '../orders.ports.ts';
import type { LockedOrder } from '../orders.queries.ts';
import {
  acceptedWarnings,
  approvalRequestOf,
  assertOtherThanOpener,
  assertStage,
  recordAccepted,
} from './orders.requirements.service.ts';
import { requireSettledAsSigned } from './orders.settled.service.ts';

export type OpenOrder = LockedOrder<OpenStatus>;
type ApprovalInput = Parameters<typeof approvalRequestOf>[3];
type Approval = Pick<ApprovalInput, 'record' | 'screenshots' | 'call' | 'isReleased' | 'waits'> & {
  reason?: string | undefined;
};

/**
 * Records the verdict and the accepted warnings, books what has arrived and moves the order by `move`; where the rules
 * ask for a second member, only the request is stored, and returned.
 */
export async function approve(
  tx: Tx,
  deps: OrdersDeps,
  actor: Actor,
  order: OpenOrder,
  { reason: givenReason, ...approval }: Approval,
  move: (now: Date) => Promise<void>,
): Promise<PendingApproval | undefined> {
  const reason = givenReason || null;
  const settledEntries = await requireSettledAsSigned(tx, order);
  const warnings = await acceptedWarnings(tx, order.id, reason);
  const judge = judgeOnce(tx, deps, { orderId: order.id, status: 'completed', reason });
  const approvalInput = { ...approval, reason, warnings, judge };
  const pendingApproval = await approvedBySecond(tx, deps, actor, order, approvalInput);
  if (pendingApproval) return pendingApproval;
  const now = deps.now();
  const verdict = await judge();
  await verdict?.record(actor, now);
  await bookApproved(tx, order, { at: now, actorId: actor.userId }, verdict ? undefined : settledEntries);
  await recordAccepted(tx, actor, order, warnings, reason);
  assertStage(order, 'completed');
  await move(now);
  return undefined;
}

/** Returns the request that a second member must approve first; undefined if none is needed. */
async function approvedBySecond(
  tx: Tx,
  deps: OrdersDeps,
  actor: Actor,
  order: LockedOrder,
  approvalInput: ApprovalInput,
): Promise<PendingApproval | undefined> {
  await assertOtherThanOpener(tx, deps, order, approverOf(approvalInput.call, actor));
  const request = await approvalRequestOf(tx, deps, order, approvalInput);
  if (!request) return undefined;
  // With this setting money above the limit is paid only through a released batch, and so is any money if batches need
  // two members.
  if (request.kind === 'payout' && settingsOf(deps).payouts.handPayments === 'after_release')
    throw new Conflict('release_first', 'release_first');
  return deps.fourEyes.pass(tx, actor, request, approvalInput.call);
}

/** Reads the verdict on the deposit when it is first asked for. */
function judgeOnce(tx: Tx, { deposits }: OrdersDeps, decision: OrderDecision): () => Promise<SeenDeposit | undefined> {
  let judgement: Promise<SeenDeposit | undefined> | undefined;
  return () => (judgement ??= deposits.judge(tx, decision));
}

/**
 * The member whose approval lets money leave, and who may not release it as well: the second member where there is one.
 */
export const approverOf = ({ approved }: Call, actor: Actor): Actor => approved?.by ?? actor;
