import { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import type { Approval, ApprovalRequest, FourEyes } from '#server/http/guards/four-eyes.ts';
import { decimal, toText } from '#shared/kernel/money.ts';
import { isWarning } from '#shared/orders/orders.verdict-levels.ts';
import type { OrdersPorts, SeenDeposit } from '../orders.ports.ts';
import { lockCustomerStatus, type AdminRecord, type LockedOrder } from '../orders.queries.ts';

type Deps = { fourEyes: FourEyes; now: () => Date } & Pick<OrdersPorts, 'dayTotalUsd'>;

type Approving = {
  reason: string | null;
  warnings: readonly string[];
  record: AdminRecord;
  screenshots: readonly unknown[];
  approval?: Approval | undefined;
  /** Reads the verdict on the deposit; may refuse with verdict_needs_reason. */
  judge: () => Promise<SeenDeposit | undefined>;
  /** Whether the payout is in a released batch: then only a warning asks for a second member. */
  isReleased?: boolean;
  /** It waits for its payout, and is not completed. */
  waits?: boolean;
};

/** What a second member has to see first, where the rules ask for one. Refuses with verdict_needs_reason. */
export async function approvalRequestOf(
  tx: Tx,
  deps: Deps,
  order: LockedOrder,
  { reason, warnings, record, screenshots, approval, judge, isReleased = false, waits = false }: Approving,
): Promise<ApprovalRequest | undefined> {
  const { payoutOverUsd, warnedApproval } = deps.fourEyes.rules;
  const limit = isReleased || waits || payoutOverUsd === null ? undefined : decimal(String(payoutOverUsd));
  const totalUsd = limit && (await deps.dayTotalUsd(tx, order, deps.now()));
  const isOver = limit !== undefined && (totalUsd === null || totalUsd?.gt(limit));
  if (!approval && !isOver && !warnedApproval) return undefined;
  const verdict = await judge();
  const isWarned = isWarning(verdict?.level) || warnings.length > 0;
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
      ...payeeDetails.parse(order.paymentDetails),
      payout: toText(decimal(order.netToPay)),
      currency: payoutCurrency,
      valueUsd: toText(decimal(order.valueUsd)),
      // As it was when it was asked for: other payouts since then are no reason to ask again.
      dayTotalUsd: approval ? (approval.facts.dayTotalUsd ?? null) : totalUsd ? toText(totalUsd) : null,
      verdict: verdict?.level ?? null,
      findings: verdict && verdict.findings.length > 0 ? verdict.findings.join(', ') : null,
      warnings: warnings.join(', ') || null,
      reason,
      adminTransactionId,
      adminNotes,
      screenshots: order.screenshots + screenshots.length,
    },
    input: { ...record, reason, ...(waits && { waits }) },
    state: `${version} ${order.status} ${signature?.toString('base64') ?? ''} ${await lockCustomerStatus(tx, userId)}`,
  };
}

const payeeText = z.string().nullish().catch(null);
const payeeDetails = z
  .object({ accountName: payeeText, accountNumber: payeeText, bankName: payeeText })
  .partial()
  .nullish()
  .transform((given) => ({
    payee: given?.accountName ?? null,
    payeeAccount: given?.accountNumber ?? null,
    payeeBank: given?.bankName ?? null,
  }));

const storedInput = z.object({
  adminNotes: z.string().nullable(),
  adminTransactionId: z.string().nullable(),
  reason: z.string().nullable(),
  /** Its payout waits for a batch. */
  waits: z.boolean().default(false),
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

/** Whether a second member approves that the payout waits for a batch. */
export function waitsForPayout({ input }: Approval): boolean {
  return storedInput.parse(input).waits;
}
