import { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { lockName } from '#server/db/locks.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { Approval, ApprovalRequest, FourEyes } from '#server/http/guards/four-eyes.ts';
import { decimal, round, toText, usdCents, zero, type Decimal } from '#shared/kernel/money.ts';
import { isWarning } from '#shared/orders/orders.verdict-levels.ts';
import type { SeenDeposit } from '../orders.ports.ts';
import {
  listPaidToday,
  lockCustomerStatus,
  type AdminRecord,
  type LockedOrder,
  type PaidOrder,
} from '../orders.queries.ts';

type Deps = { fourEyes: FourEyes } & Pick<RatesPorts, 'rates'>;

type Approving = {
  reason: string | null;
  warnings: readonly string[];
  record: AdminRecord;
  screenshots: readonly unknown[];
  approval?: Approval | undefined;
  /** Reads the verdict on the deposit; may refuse with verdict_needs_reason. */
  judge: () => Promise<SeenDeposit | undefined>;
};

/** What a second member has to see first, where the rules ask for one. Refuses with verdict_needs_reason. */
export async function approvalRequestOf(
  tx: Tx,
  deps: Deps,
  order: LockedOrder,
  { reason, warnings, record, screenshots, approval, judge }: Approving,
): Promise<ApprovalRequest | undefined> {
  const { payoutOverUsd, warnedApproval } = deps.fourEyes.rules;
  const totalUsd = payoutOverUsd === null ? undefined : await dayTotalUsd(tx, deps, order);
  const isOver = payoutOverUsd !== null && totalUsd?.gt(decimal(String(payoutOverUsd)));
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
      payout: toText(decimal(order.payoutAmount)),
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
    input: { ...record, reason },
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

/**
 * What a customer is paid within 24 hours with this order, in US dollars. An order counts by its value or by its payout at
 * the provider's rate, whichever is more: a wrong pair rate raises the payout alone. Payouts to one customer line up here
 * until their transaction ends, so that several at once are not each the first.
 */
async function dayTotalUsd(tx: Tx, { rates }: Pick<Deps, 'rates'>, order: LockedOrder): Promise<Decimal> {
  await lockName(tx, `payouts ${order.userId}`);
  const { currencies } = await rates();
  const worth = ({ valueUsd, payoutAmount, payoutCurrency }: PaidOrder) => {
    const value = decimal(valueUsd);
    const units = payoutCurrency === 'USD' ? decimal('1') : currencies.get(payoutCurrency)?.unitsPerUsd;
    const paid = units ? round(decimal(payoutAmount).div(units), usdCents, 'half-up') : value;
    return paid.gt(value) ? paid : value;
  };
  const paid = await listPaidToday(tx, order.userId, order.id);
  return [...paid, order].reduce((sum, item) => sum.plus(worth(item)), zero);
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
