import { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import type { Approval, ApprovalRequest, FourEyes } from '#server/http/four-eyes.ts';
import { decimal, toText } from '#shared/kernel/money.ts';
import { isWarning } from '#shared/orders/orders.verdict-levels.ts';
import type { OrdersPorts } from './orders.ports.ts';
import type { AdminRecord, LockedOrder } from './orders.queries.ts';

type Deps = { fourEyes: FourEyes } & Pick<OrdersPorts, 'readVerdict'>;

type Approving = {
  reason?: string | undefined;
  record: AdminRecord;
  screenshots: readonly unknown[];
  approval?: Approval | undefined;
};

/**
 * What a second member has to see before this order is approved, where the rules ask for one; undefined otherwise, and
 * then nothing more is read. Refuses with verdict_needs_reason, as the approval itself would.
 */
export async function approvalRequestOf(
  tx: Tx,
  { fourEyes, readVerdict }: Deps,
  order: LockedOrder,
  { reason, record, screenshots, approval }: Approving,
): Promise<ApprovalRequest | undefined> {
  const { payoutOverUsd, warnedApproval } = fourEyes.rules;
  const isOver = payoutOverUsd !== null && decimal(order.valueUsd).gt(decimal(String(payoutOverUsd)));
  if (!approval && !isOver && !warnedApproval) return undefined;
  const why = reason || null;
  const verdict = await readVerdict(tx, { orderId: order.id, status: 'completed', reason: why });
  const isWarned = isWarning(verdict?.level);
  if (!approval && !isOver && !isWarned) return undefined;
  const { id, userId, reference, payoutCurrency, version, signature } = order;
  const adminNotes = record.adminNotes ?? order.adminNotes;
  const adminTransactionId = record.adminTransactionId ?? order.adminTransactionId;
  return {
    // A request keeps its kind, whatever has become of the rules since.
    kind: approval?.kind ?? (isOver ? 'payout' : 'warned_approval'),
    subjectId: id,
    facts: {
      userId,
      reference,
      payout: toText(decimal(order.payoutAmount)),
      currency: payoutCurrency,
      valueUsd: toText(decimal(order.valueUsd)),
      verdict: verdict?.level ?? null,
      findings: verdict && verdict.findings.length > 0 ? verdict.findings.join(', ') : null,
      reason: why,
      adminTransactionId,
      adminNotes,
      screenshots: order.screenshots + screenshots.length,
    },
    input: { ...record, reason: why },
    state: `${version} ${order.status} ${signature?.toString('base64') ?? ''}`,
  };
}

const storedInput = z.object({
  adminNotes: z.string().nullable(),
  adminTransactionId: z.string().nullable(),
  reason: z.string().nullable(),
});

/** The decision that a request asked for. */
export function decisionOf({ input }: Approval) {
  const { adminNotes, adminTransactionId, reason } = storedInput.parse(input);
  return {
    status: 'completed' as const,
    ...(adminNotes !== null && { adminNotes }),
    ...(adminTransactionId !== null && { adminTransactionId }),
    ...(reason !== null && { reason }),
  };
}
