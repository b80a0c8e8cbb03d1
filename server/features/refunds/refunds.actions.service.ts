import type { Tx } from '#server/db/connection.ts';
import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { act, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { textAbout } from '#server/features/audit/audit.service.ts';
import { chainStateOf } from '#server/features/chains/chains.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { assertAnswerIsLate, assertCanAnswer } from '#server/features/orders/orders.question.service.ts';
import { lockOrder, type LockedOrder } from '#server/features/orders/orders.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { assertInstallation } from '#server/installation/installation.ts';
import { Conflict, Unprocessable } from '#server/lib/refusal.ts';
import { amountText } from '#server/lib/texts.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { decimal, toText } from '#shared/kernel/money.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { maxRefundFeePercent } from '#shared/orders/orders.stages.ts';
import { normalizeTxHash } from '#shared/reference/coins.ts';
import * as contract from '#shared/refunds/refunds.contract.ts';
import type { AdminRefundView } from '#shared/refunds/refunds.contract.ts';
import { isOfOther } from '#shared/refunds/refunds.rules.ts';
import { isFinalTransfer, isHashUsed } from './refunds.checks.queries.ts';
import { isCovered, isSetAside } from './refunds.coins.service.ts';
import { lockLimit } from './refunds.limit.queries.ts';
import { refundNeedsSecond } from './refunds.limit.service.ts';
import * as moves from './refunds.moves.service.ts';
import {
  auditedRefund,
  lockWithOrder,
  pathOf,
  publishRefund,
  requireState,
  type LockedRefund,
} from './refunds.moves.service.ts';
import type { RefundsDeps } from './refunds.ports.ts';
import { askedAtOf, presentAdminRefund } from './refunds.present.ts';
import { findRefund, setAskedAgain, type RefundRow } from './refunds.queries.ts';
import { mailDue, refundOfOrder } from './refunds.service.ts';

const refundRow: ActionRow<RefundsDeps, LockedRefund, AdminRefundView, { id: Id<'refund'> }> = {
  lock: (tx, { id }) => lockWithOrder(tx, id),
  missing: 'refund_not_found',
  ownersOf: ({ row }) => [row.userId],
  state: { of: ({ row }) => row.state, decided: 'refund_decided' },
  version: { of: ({ row }) => row.version, changed: 'refund_changed' },
  signed: { is: ({ row }) => isSignedRow(signedTables.refund, row), tampered: 'refund_tampered' },
  present: ({ row }) => presentAdminRefund(row),
};

/** The order that the body names. */
const orderRow: ActionRow<RefundsDeps, LockedOrder, unknown, undefined, { orderId: Id<'order'> }> = {
  lock: (tx, _params, _deps, { orderId }) => lockOrder(tx, orderId),
  missing: 'order_not_found',
  ownersOf: ({ userId }) => [userId],
};

/** Sends back coins that arrived for a sale and are not paid for. Refuses with conflict an amount above the rest. */
const create = act(contract.createRefund, orderRow, {
  apply: async ({ tx, deps, actor, body, now }) => {
    const row = await refundOfOrder(tx, deps, actor, body);
    await moves.stageOrder(tx, actor, row, now);
    // A refund that is due is recorded in the log by whichever path opens it.
    return { answer: presentAdminRefund(row), entries: [] };
  },
});

/** Refuses with not_enough where a reorganisation took the coins that are to go back. */
async function assertArrived(tx: Tx, { row, order }: LockedRefund): Promise<void> {
  const { transferId } = row;
  const isThere = transferId === null || (await isFinalTransfer(tx, { transferId }));
  if (!isThere || !(await isCovered(tx, row, order))) throw new Conflict('not_enough', 'refund_coins_gone');
}

/** Approves a refund whose customer named an address. */
export const approveRefund = act(contract.approveRefund, refundRow, {
  // A restored copy approves no refund. The customer's row is locked before the refund's, as an erasure does.
  lock: async (tx, { id }, deps) => {
    assertInstallation(deps);
    const storedRefund = await findRefund(tx, { id });
    if (storedRefund) await lockLimit(tx, { userId: storedRefund.userId });
    return lockWithOrder(tx, id);
  },
  check: async ({ tx, row: refund, body: { reason } }) => {
    const { row } = refund;
    if (row.address === null) throw new Unprocessable('refund_address_missing', 'refund_address_missing');
    if (isOfOther(row) && !reason) {
      throw new Conflict('verdict_needs_reason', 'refund_other_person', { fields: { reason: 'refund_other_person' } });
    }
    await assertArrived(tx, refund);
  },
  second: {
    isNeeded: ({ tx, deps, row: { row } }) => refundNeedsSecond(tx, deps, row),
    details: ({ row: { row }, body: { reason } }) => ({
      userId: row.userId,
      reference: row.reference,
      amount: `${toText(decimal(row.amount))} ${row.symbol}`,
      valueUsd: row.valueUsd,
      refundAddress: row.address,
      tag: row.tag,
      ...(isOfOther(row) && { warnings: 'other_person' }),
      ...(reason && { reason }),
    }),
  },
  apply: async ({ tx, actor, row: { row, order }, body: { reason }, now }) => {
    const after = await moves.approve(tx, actor, requireState(row, 'due'), now);
    const reasonDetails = reason ? { reason: textAbout(row.userId, reason) } : {};
    return { row: { row: after, order }, details: { ...auditedRefund(after), ...reasonDetails } };
  },
});

/** A customer who bears the network fee gets at most this share less. */
const maxFeeShare = decimal(String(maxRefundFeePercent)).times(decimal('0.01'));

const wrongHash = (code: 'conflict' | 'hash_used', reason: 'transaction_hash_invalid' | 'transaction_hash_used') =>
  new Conflict(code, reason, { fields: { transactionHash: reason } });

/**
 * Notes the transaction of an approved refund. Refuses with hash_used a hash that proves a deposit or another refund.
 */
export const markRefundSent = act(contract.markRefundSent, refundRow, {
  apply: async ({ tx, actor, row: { row, order }, body: { transactionHash, networkFee }, now }) => {
    const txHash = normalizeTxHash(row.cryptoId, transactionHash);
    if (!txHash) throw wrongHash('conflict', 'transaction_hash_invalid');
    if (await isHashUsed(tx, { hash: txHash, cryptoId: row.cryptoId, refundId: row.id }))
      throw wrongHash('hash_used', 'transaction_hash_used');
    const fee = networkFee === undefined ? null : decimal(networkFee);
    if (row.feeBy === 'customer' && fee?.gt(decimal(row.amount).times(maxFeeShare))) {
      const tooHigh = reasonWith('refund_fee_too_high', { percent: maxRefundFeePercent });
      throw new Conflict('conflict', tooHigh, { fields: { networkFee: tooHigh } });
    }
    if (!(await isSetAside(tx, row))) throw new Conflict('not_enough', 'refund_coins_gone');
    const after = await moves.send(tx, actor, requireState(row, 'approved'), { txHash, networkFee: fee }, now);
    await mailSent(tx, after);
    return { row: { row: after, order }, details: { ...auditedRefund(after), txHash } };
  },
});

async function mailSent(tx: Tx, row: RefundRow): Promise<void> {
  const { userId, email, language, firstName, symbol, txHash } = row;
  if (email === null || txHash === null) return;
  const amount = amountText(toText(moves.sentAmountOf(row)), symbol, language);
  const data = { firstName, amount, txHash, path: pathOf(row) };
  await sendMail(tx, { template: 'refund_sent', to: { userId, email, language }, data });
}

/** Cancels a refund that was not sent: its coins are unmatched, or belong to its order, again. */
const cancel = act(contract.cancelRefund, refundRow, {
  apply: async ({ tx, actor, row: { row, order }, body: { reason }, now }) => {
    const cancellableRefund = { row: requireState(row, 'due', 'approved'), order };
    const after = await moves.cancel(tx, actor, cancellableRefund, { reason, now });
    const details = { ...auditedRefund(after), reason: textAbout(after.userId, reason) };
    return { row: { row: after, order }, details };
  },
});

/** Makes a refund due again: it was approved, or sent with a wrong hash. */
const reset = act(contract.resetRefund, refundRow, {
  apply: async ({ tx, actor, row: { row, order }, body: { reason }, now }) => {
    const after = await moves.reset(tx, actor, requireState(row, 'approved', 'sent'), { reason, now });
    const details = { ...auditedRefund(after), txHash: row.txHash, reason: textAbout(row.userId, reason) };
    return { row: { row: after, order }, details };
  },
});

/** Confirms a refund of a coin without a reader by hand. Refuses with conflict where the chain is read. */
const confirm = act(contract.confirmRefund, refundRow, {
  check: async ({ tx, deps, row: { row } }) => {
    if (await chainStateOf({ ...deps, db: tx }, row.cryptoId)) throw new Conflict('conflict', 'refund_is_read');
  },
  apply: async ({ tx, actor, row: { row, order }, now }) => {
    const after = await moves.confirm(tx, actor, requireState(row, 'sent'), {}, now);
    return { row: { row: after, order }, details: { ...auditedRefund(after), byHand: true as const } };
  },
});

/**
 * Asks the customer again who names no address: by the mail of the refund. Refuses with conflict while their time for
 * an answer runs.
 */
const askForAddress = act(contract.askForAddress, refundRow, {
  check: async ({ tx, deps, row: { row }, now }) => {
    if (row.address !== null) throw new Conflict('conflict', 'refund_changed');
    await assertCanAnswer(tx, row);
    assertAnswerIsLate(askedAtOf(row), settingsOf(deps).limits, now);
  },
  apply: async ({ tx, row: { row, order }, now }) => {
    await setAskedAgain(tx, { id: row.id, now });
    await mailDue(tx, row);
    await publishRefund(tx, row);
    return { row: { row: { ...row, askedAgainAt: now }, order }, details: auditedRefund(row) };
  },
});

/** Each action of the team on a refund, except `markRefundSent`, which is of those who release money. */
export const refundActions: ActionsOf<RefundsDeps, 'orders.decide'> = [
  create,
  askForAddress,
  approveRefund,
  cancel,
  reset,
  confirm,
];
