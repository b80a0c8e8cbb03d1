import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { act, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { recordAudit, textAbout } from '#server/features/audit/audit.service.ts';
import { standingEntry } from '#server/features/book/book.reading.service.ts';
import { post } from '#server/features/book/book.service.ts';
import { bookClaims } from '#server/features/deposits/deposits.claims.service.ts';
import { lockOrder } from '#server/features/orders/orders.service.ts';
import { coinsOfTransfer, type CoinsLeft } from '#server/features/refunds/refunds.coins.service.ts';
import { retainNeedsSecond, refundNeedsSecond } from '#server/features/refunds/refunds.limit.service.ts';
import { authorOf } from '#server/features/refunds/refunds.moves.service.ts';
import { findAdminRefund, openRefund } from '#server/features/refunds/refunds.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { assertNotOwnCase } from '#server/http/guards/guard.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import { incomePosting, reversalOf } from '#shared/book/book.postings.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { decimal, none, toText, zero } from '#shared/kernel/money.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import * as contract from '#shared/settlements/unmatched.contract.ts';
import type { AssignInput, UnmatchedState, UnmatchedView } from '#shared/settlements/unmatched.contract.ts';
import { insertManualClaim } from './settlements.claims.queries.ts';
import type { SettlementsDeps } from './settlements.ports.ts';
import { settleOrder } from './settlements.service.ts';
import { findUnmatched, type UnmatchedRow } from './unmatched.list.queries.ts';
import { awaitedBy, openUnmatched, toleranceOf } from './unmatched.list.service.ts';
import * as queries from './unmatched.queries.ts';

const decidedAlready = () => new Conflict('already_decided', 'transfer_decided');

function stateOf(row: UnmatchedRow): UnmatchedState {
  if (row.isClaimPending || decimal(row.holds).eq(zero)) return row.kind === 'kept' ? 'kept' : 'decided';
  return awaitedBy(row) ? 'awaited' : 'open';
}

function refusedBy(row: UnmatchedRow): Conflict {
  const sale = stateOf(row) === 'awaited' && awaitedBy(row);
  return sale
    ? new Conflict('conflict', reasonWith('transfer_awaited', { reference: sale.reference }))
    : decidedAlready();
}

const transferRow: ActionRow<SettlementsDeps, UnmatchedRow, UnmatchedView, { id: Id<'transfer'> }> = {
  lock: async (tx, { id }, deps) => {
    await queries.lockTransfer(tx, { id });
    return findUnmatched(tx, { id, ...toleranceOf(deps) });
  },
  missing: 'transfer_not_found',
  ownersOf: ({ leaseUserId }) => [leaseUserId],
  state: { of: stateOf, decided: refusedBy },
  present: ({ id }, { tx, deps }) => openUnmatched({ ...deps, db: tx }, id),
};

/** Locks and returns the coins of a transfer. Refuses with already_decided where something else took them. */
async function lockCoins(tx: Tx, row: UnmatchedRow): Promise<CoinsLeft> {
  const coins = await coinsOfTransfer(tx, row);
  if (!coins.left.gt(none.booked)) throw decidedAlready();
  return coins;
}

type UnmatchedDecision = {
  unmatched: 'assign' | 'refund' | 'keep';
  /** The user it is held for. */
  userId: Id<'user'> | null;
  reason: string;
};

function detailsOf(row: UnmatchedRow, { unmatched, userId, reason }: UnmatchedDecision) {
  const { amount, symbol, valueUsd, txHash, leaseReference, leaseUserId } = row;
  const isOfOther = unmatched === 'refund' && leaseUserId !== null && leaseUserId !== userId;
  return {
    userId,
    reference: leaseReference,
    unmatched,
    amount: `${toText(decimal(amount))} ${symbol}`,
    valueUsd,
    txHash,
    reason,
    ...(isOfOther && { warnings: 'other_person' }),
  };
}

/** A request becomes void when the chain reports the transfer differently. */
const requestState = ({ row: { state } }: { row: UnmatchedRow }) => ({ state });

const publishChange = (tx: Tx) => publish(tx, { kind: 'unmatched_changed' });

type DecisionContext = { actor: Actor; row: UnmatchedRow; body: { reason: string }; now: Date };
const decisionValues = ({ actor, row, body, now }: DecisionContext) => {
  return { transferId: row.id, reason: body.reason, decidedBy: actor.userId, decidedAt: now };
};

/**
 * The claimant of an assigned transfer: an open sale, a quote, or an approved sale of the coin whose coins a member
 * only stated. Refuses with not_found, own_case, already_decided and conflict.
 */
async function claimantOf(tx: Tx, actor: Actor, row: UnmatchedRow, { orderId: namedOrderId, quoteId }: Target) {
  const claimingQuote = quoteId === undefined ? undefined : await queries.findClaimingQuote(tx, { quoteId });
  const target = namedOrderId ?? claimingQuote?.orderId;
  const claimant = target
    ? await queries.findClaimant(tx, { orderId: target })
    : claimingQuote && { ...claimingQuote, status: 'pending' as const };
  if (!claimant) throw new NotFound('order_not_found');
  assertNotOwnCase(actor, claimant.userId);
  if (!isOpen(claimant) && !(await isStated(tx, target ?? '', row.cryptoId))) {
    throw new Conflict('already_decided', reasonWith('order_decided', { status: claimant.status }));
  }
  if (claimant.coinId !== row.cryptoId) throw new Conflict('conflict', 'transfer_other_coin');
  // Whatever else took a part of it, rates and limits of a sale are about whole transfers.
  if (!decimal(row.holds).eq(decimal(row.brought))) throw decidedAlready();
  return { userId: claimant.userId, target };
}

type Target = Pick<AssignInput, 'orderId' | 'quoteId'>;

/** True if a member stated an amount of this coin for the order, and no transfer has replaced it. */
async function isStated(tx: Tx, orderId: Id<'order'>, coin: string): Promise<boolean> {
  const entry = await standingEntry(tx, { kind: 'stated', subject: orderId });
  return entry?.lines.some(({ from }) => from.kind === 'coins' && from.unit === coin) ?? false;
}

/** Assigns a transfer to a sale, or to a quote, whose order is opened. It replaces a member's statement. */
const assign = act(contract.assignUnmatched, transferRow, {
  lock: async (tx, params, deps, body) => {
    if (body.orderId) await lockOrder(tx, body.orderId);
    return transferRow.lock(tx, params, deps, body);
  },
  check: ({ tx, actor, row, body }) => claimantOf(tx, actor, row, body),
  second: {
    isNeeded: ({ deps }) => deps.fourEyes.rules.warnedApproval,
    details: ({ row, body: { reason }, checked: { userId } }) =>
      detailsOf(row, { unmatched: 'assign', userId, reason }),
    more: requestState,
  },
  apply: async (context) => {
    const { tx, deps, actor, row, body, now, checked } = context;
    const orderId = checked.target ?? (await deps.openOrderOfQuote(tx, body.quoteId ?? ''));
    if (orderId === undefined) throw new NotFound('order_not_found');
    await lockOrder(tx, orderId);
    await queries.insertDecision(tx, { ...decisionValues(context), kind: 'assigned', orderId });
    await queries.releaseFormer(tx, { transferId: row.id, orderId, now });
    await insertManualClaim(tx, { transferId: row.id, orderId, now });
    await bookClaims(tx, orderId, authorOf(actor, now, body.reason));
    await settleOrder(tx, deps, orderId);
    await publishChange(tx);
    return { answer: { orderId }, details: { orderId, reason: textAbout(checked.userId, body.reason) } };
  },
});

type NamedTransaction = { orderId: Id<'order'>; userId: Id<'user'>; coinId: string; txHash: string; reason: string };

/** True if a transaction paid an address of ours in its coin. */
export const hasTransfers = async (
  tx: Tx,
  transaction: Pick<NamedTransaction, 'coinId' | 'txHash'>,
): Promise<boolean> => (await queries.listOfTransaction(tx, transaction)).length > 0;

/**
 * Gives a new order what a transaction brought to any address of ours for its coin, as an assignment does, where
 * nothing else has it and the address was given to no other customer. Returns how many transfers those are.
 */
export async function assignTransaction(
  tx: Tx,
  deps: SettlementsDeps,
  actor: Actor,
  { orderId, userId, coinId, txHash, reason }: NamedTransaction,
): Promise<number> {
  const now = deps.now();
  const transfers = await queries.listOfTransaction(tx, { coinId, txHash });
  let assignedCount = 0;
  for (const { id: transferId } of transfers) {
    await queries.lockTransfer(tx, { id: transferId });
    const row = await findUnmatched(tx, { id: transferId, ...toleranceOf(deps) });
    const isFree = row && stateOf(row) === 'open' && decimal(row.holds).eq(decimal(row.brought));
    if (!isFree || (row.leaseUserId !== null && row.leaseUserId !== userId)) continue;
    const decision = { transferId, reason, decidedBy: actor.userId, decidedAt: now };
    await queries.insertDecision(tx, { ...decision, kind: 'assigned', orderId });
    await queries.releaseFormer(tx, { transferId, orderId, now });
    await insertManualClaim(tx, { transferId, orderId, now });
    const details = { orderId, reason: textAbout(userId, reason) };
    await recordAudit(tx, actor, 'unmatched.assigned', { type: 'transfer', id: transferId }, details);
    assignedCount += 1;
  }
  if (assignedCount === 0) return 0;
  await bookClaims(tx, orderId, authorOf(actor, now, reason));
  await settleOrder(tx, deps, orderId);
  await publishChange(tx);
  return assignedCount;
}

/** Sends a transfer back to the customer it belongs to. */
const refund = act(contract.refundUnmatched, transferRow, {
  check: async ({ tx, actor, row, body: { userId } }) => {
    assertNotOwnCase(actor, userId);
    if (!(await queries.isCustomer(tx, { userId }))) throw new NotFound('account_not_found');
    if (row.state !== 'final') throw new Conflict('conflict', 'transfer_not_final');
  },
  second: {
    isNeeded: ({ tx, deps, row: { valueUsd }, body: { userId } }) =>
      refundNeedsSecond(tx, deps, { id: null, orderId: null, userId, valueUsd }),
    details: ({ row, body }) => detailsOf(row, { unmatched: 'refund', ...body }),
    more: requestState,
  },
  apply: async (context) => {
    const { tx, deps, actor, row } = context;
    const { userId, reason } = context.body;
    const { id: transferId, cryptoId } = row;
    const from = await lockCoins(tx, row);
    const amount = toText(from.left);
    const dueRefund = { orderId: null, transferId, userId, cryptoId, amount, reason, from };
    const { id: refundId } = await openRefund(tx, deps, actor, dueRefund);
    await queries.insertDecision(tx, { ...decisionValues(context), kind: 'refund', refundId });
    await publishChange(tx);
    const details = { amount, coin: cryptoId, refundId, reason: textAbout(userId, reason) };
    return { answer: await findAdminRefund(tx, refundId), details };
  },
});

/** Retains a transfer that belongs to no customer. */
const retain = act(contract.retainUnmatched, transferRow, {
  second: {
    isNeeded: ({ tx, deps, actor, row: { valueUsd } }) =>
      retainNeedsSecond(tx, deps, { memberId: actor.userId, valueUsd }),
    details: ({ row, body: { reason } }) => detailsOf(row, { unmatched: 'keep', userId: row.leaseUserId, reason }),
    more: requestState,
  },
  apply: async (context) => {
    const { tx, actor, row, now } = context;
    const { reason } = context.body;
    const heldDetails = { coin: row.cryptoId, amount: toText((await lockCoins(tx, row)).left) };
    await queries.insertDecision(tx, { ...decisionValues(context), kind: 'kept' });
    await post(tx, [incomePosting({ transferId: row.id, ...heldDetails }, authorOf(actor, now, reason))]);
    await publishChange(tx);
    return { row, details: { ...heldDetails, reason: aboutLease(row, reason) } };
  },
});

const aboutLease = ({ leaseUserId }: UnmatchedRow, reason: string) =>
  leaseUserId === null ? reason : textAbout(leaseUserId, reason);

const refusedReopening = () => new Conflict('already_decided', 'transfer_not_kept');

/** The row stays kept, even if coins returned to it since, such as those of a refund that was cancelled. */
const retainedRow: typeof transferRow = {
  ...transferRow,
  state: { of: (row) => (row.kind === 'kept' ? 'kept' : stateOf(row)), decided: refusedBy },
};

/** Undoes the decision to keep a transfer. */
const reopen = act(contract.reopenUnmatched, retainedRow, {
  decided: refusedReopening,
  apply: async ({ tx, actor, row, body: { reason }, now }) => {
    const { id: transferId } = row;
    const entry = await standingEntry(tx, { kind: 'kept', subject: transferId });
    if (!(await queries.endRetained(tx, { transferId, now })) || !entry) throw refusedReopening();
    await post(tx, [reversalOf('kept', transferId, authorOf(actor, now, reason))]);
    await publishChange(tx);
    return { row, details: { reason: aboutLease(row, reason) } };
  },
});

/** Each action of the team on transfers without an order. */
export const unmatchedActions: ActionsOf<SettlementsDeps, 'orders.decide'> = [assign, refund, retain, reopen];
