import type { Db } from '#server/db/connection.ts';
import { chainStateOf, type ChainState } from '#server/features/chains/chains.service.ts';
import { forgedLeases } from '#server/features/deposit-sources/deposit-sources.service.ts';
import { nameTransaction, requireHash } from '#server/features/orders/decide/orders.hash.service.ts';
import {
  findLease,
  findQuote,
  listLeasedTransfers,
  presentQuote,
  type LeasedTransfer,
  type Quote,
} from '#server/features/sell/sell.opening.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { addressUnavailable } from '#server/features/wallets/wallets.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { NotFound } from '#server/lib/refusal.ts';
import { textToWire } from '#server/lib/wire.ts';
import type { DepositState, DepositView, FollowedDeposit } from '#shared/deposits/deposits.contract.ts';
import { finalityOf } from '#shared/deposits/deposits.finality.ts';
import { inTimeUntil } from '#shared/deposits/deposits.terms.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, none, sumOf, toWire, unnamedAmount, type Amount } from '#shared/kernel/money.ts';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import { tryTransactionSearch } from './deposits.outputs.service.ts';
import type { DepositsDeps } from './deposits.ports.ts';
import { findFollowed, type FollowedOrder } from './deposits.queries.ts';
import { findSale, type SaleRow } from './deposits.sales.queries.ts';
import { verdictOn, type SaleVerdict } from './deposits.verdict.service.ts';

const noChoices = { choices: [], offer: null, choiceUntil: null, feeBy: null, settlement: null, refund: null };

/**
 * The deposit of one's own quote, as it is followed. Refuses with not_found once the watch of its address has ended.
 */
export async function ownQuoteDeposit(
  deps: DepositsDeps,
  actor: Pick<Actor, 'userId'>,
  quoteId: Id<'quote'>,
): Promise<FollowedDeposit> {
  const { db } = deps;
  const quote = await findQuote(db, { userId: actor.userId, id: quoteId });
  if (!quote) throw new NotFound('quote_not_found');
  const lease = await findLease(db, { userId: actor.userId, quoteId });
  const order = lease?.orderId ? await findFollowed(db, { id: lease.orderId }) : undefined;
  if (!order && watchedUntil(deps, quote, lease) <= deps.now()) throw new NotFound('quote_not_found');
  if (!quote.isSigned || (quote.leaseId && (await forgedLeases(deps, [quote.leaseId])).size > 0)) {
    throw addressUnavailable();
  }
  return followDeposit(deps, db, { quote, order, lease });
}

/**
 * Follows the deposit of an order: all of it for a quote with an own address, else the named transaction. Refuses with
 * not_found.
 */
export async function followOrder(
  deps: DepositsDeps,
  orderId: Id<'order'>,
  base: DepositView,
): Promise<FollowedDeposit> {
  const { db } = deps;
  const order = await findFollowed(db, { id: orderId });
  if (!order) throw new NotFound('order_not_found');
  const quote = order.quoteId ? await findQuote(db, { userId: order.userId, id: order.quoteId }) : undefined;
  if (quote?.leaseId) {
    const lease = await findLease(db, { userId: order.userId, quoteId: quote.id });
    return { ...(await followDeposit(deps, db, { quote, order, lease })), transactionHash: base.transactionHash };
  }
  const receivedAmount = unnamedAmount('coin', String(base.seen?.amount ?? 0));
  const agreedAmount = unnamedAmount('coin', order.amount);
  const isWaiting = base.seen === null;
  const isDeep = base.seen !== null && base.seen.confirmations >= base.seen.required;
  const openState: DepositState = isWaiting ? 'waiting' : isDeep ? 'confirmed' : 'confirming';
  return {
    ...base,
    ...(await deps.depositChoicesOf(deps, orderId)),
    state: isOpen(order) ? openState : stateOf({ order, transfers: [], isStopped: false, isLate: false }),
    isOwn: false,
    reference: order.reference,
    orderId,
    address: order.stoppedAt ? '' : (order.address ?? ''),
    memo: order.stoppedAt ? null : order.memo,
    xAddress: null,
    stoppedAt: order.stoppedAt?.toISOString() ?? null,
    ...sums(agreedAmount, receivedAmount),
    transfers: [],
    lockedUntil: quote?.expiresAt.toISOString() ?? null,
    minedMinutes: null,
    inTimeUntil: quote?.expiresAt.toISOString() ?? null,
    watchedUntil: null,
  };
}

type Lease = Awaited<ReturnType<typeof findLease>>;

function watchedUntil(deps: SettingsPorts, quote: Quote, lease: Lease): Date {
  const days = quote.rules?.watchDays ?? settingsOf(deps).deposits.watchDays;
  return lease?.watchedUntil ?? new Date(quote.expiresAt.getTime() + days * dayMs);
}

function sums(agreedAmount: Amount<'coin'>, receivedAmount: Amount<'coin'>) {
  const excessOf = (amount: Amount<'coin'>, limit: Amount<'coin'>) =>
    toWire(amount.gt(limit) ? amount.minus(limit) : none.coin);
  return {
    agreed: toWire(agreedAmount),
    received: toWire(receivedAmount),
    missing: excessOf(agreedAmount, receivedAmount),
    surplus: excessOf(receivedAmount, agreedAmount),
  };
}

type FollowedQuote = { quote: Quote; order: FollowedOrder | undefined; lease: Lease };

async function followDeposit(
  deps: DepositsDeps,
  db: Db,
  { quote, order, lease }: FollowedQuote,
): Promise<FollowedDeposit> {
  const health = await chainStateOf({ ...deps, db }, quote.cryptoId);
  const leasedTransfers = quote.leaseId ? await listLeasedTransfers(db, { quoteId: quote.id }) : [];
  const counting = leasedTransfers.filter(({ coinId }) => coinId === quote.cryptoId);
  const transfers = counting.map((transfer) => presentTransfer(deps, quote, health, transfer));
  const receivedAmount = counting.reduce(
    (sum, { amount }) => sum.plus(amountOf('coin', amount, quote.cryptoId)),
    none.coin,
  );
  const [minTransfer] = transfers.toSorted((a, b) => a.confirmations - b.confirmations);
  const rules = { ...settingsOf(deps).deposits, ...quote.rules };
  const inTime = inTimeUntil(quote, counting, rules, deps.now());
  const { deposit } = presentQuote(quote, deps.now());
  return {
    isRead: health !== undefined,
    isSimulated: health?.source === 'simulated',
    transactionHash: counting[0]?.txHash ?? null,
    seen: minTransfer ? seenOf(receivedAmount, minTransfer) : null,
    ...(order ? await deps.depositChoicesOf(deps, order.id) : noChoices),
    state: stateOf({ order, transfers: counting, isStopped: quote.stoppedAt !== null, isLate: inTime < deps.now() }),
    isOwn: quote.isOwn,
    reference: quote.reference,
    orderId: order?.id ?? null,
    address: deposit.address,
    memo: deposit.memo,
    xAddress: deposit.xAddress,
    stoppedAt: deposit.stoppedAt,
    ...sums(quote.amount, receivedAmount),
    transfers,
    lockedUntil: quote.expiresAt.toISOString(),
    minedMinutes: rules.minedMinutes,
    inTimeUntil: inTime.toISOString(),
    watchedUntil: watchedUntil(deps, quote, lease).toISOString(),
  };
}

function presentTransfer(
  deps: SettingsPorts,
  quote: Quote,
  health: ChainState | undefined,
  { txHash, amount, state, blockHeight, firstSeenAt }: LeasedTransfer,
): FollowedDeposit['transfers'][number] {
  const policy = settingsOf(deps).deposits;
  const { valueUsd } = quote.terms;
  const { confirmations, required } = health
    ? finalityOf({ blockHeight, state }, { chain: health.chain, valueUsd, policy, health })
    : { confirmations: 0, required: 1 };
  return {
    txHash,
    amount: textToWire(amount),
    confirmations,
    required,
    state,
    seenAt: firstSeenAt.toISOString(),
  };
}

type DepositParts = {
  order: FollowedOrder | undefined;
  transfers: readonly LeasedTransfer[];
  isStopped: boolean;
  isLate: boolean;
};

/** The state of a sale: by its order where there is one, else by its transfers. */
export function stateOf({ order, transfers, isStopped, isLate }: DepositParts): DepositState {
  const byStage: Readonly<Record<string, DepositState>> = {
    short: 'choice',
    question: 'question',
    confirmed: 'confirmed',
    approved: 'confirmed',
    refund_due: 'refunding',
    refund_sent: 'refunding',
    refunded: 'refunded',
  };
  if (order && order.stage !== 'confirming' && order.stage !== 'by_hand') return byStage[order.stage] ?? 'closed';
  if (order && !isOpen(order)) return 'closed';
  if (transfers.some(({ blockHeight }) => blockHeight !== null)) return 'confirming';
  if (transfers.length > 0) return 'seen';
  if (isStopped) return 'stopped';
  return isLate ? 'expired' : 'waiting';
}

/** The deposit of one's own sale, as seen so far. Refuses with not_found for another user's and for an exchange. */
export async function ownDeposit(deps: DepositsDeps, actor: Actor, orderId: Id<'order'>): Promise<FollowedDeposit> {
  const currentVerdict = await verdictOn(deps, deps.db, orderId);
  if (currentVerdict?.sale.userId !== actor.userId) throw new NotFound('order_not_found');
  return followOrder(deps, orderId, presentDeposit(currentVerdict));
}

/** Stores a sale's hash and looks it up. Refuses with not_found, invalid_input, already_decided and hash_used. */
export async function nameHash(
  deps: DepositsDeps,
  actor: Actor,
  orderId: Id<'order'>,
  text: string,
): Promise<FollowedDeposit> {
  const sale = await requireOwnSale(deps, actor, orderId);
  const hash = requireHash(sale.coinId, text);
  const { coinId, address, tag } = sale;
  // This check runs before the hash is stored: another order that names it matters only while no output is seen for
  // this order.
  await tryTransactionSearch(deps, { coinId, addresses: [address] }, hash);
  const amount = amountOf('coin', sale.amount, coinId);
  const valueUsd = amountOf('usd', sale.valueUsd);
  const transactionName = { orderId, userId: actor.userId, coinId, hash, address, tag, amount, valueUsd };
  await deps.inTx((tx) => nameTransaction(tx, deps, actor, transactionName));
  deps.orders.bump(actor.userId);
  return ownDeposit(deps, actor, orderId);
}

async function requireOwnSale({ db }: DepositsDeps, actor: Actor, orderId: Id<'order'>): Promise<SaleRow> {
  const sale = await findSale(db, { id: orderId });
  if (sale?.userId !== actor.userId) throw new NotFound('order_not_found');
  return sale;
}

/**
 * Presents only transfers that the customer named or that are bound to the sale: others are paid at the same address.
 */
function presentDeposit({ sale, verdict, candidates }: SaleVerdict): DepositView {
  const isRead = verdict.findings.every(({ code }) => code !== 'by_hand');
  const ownCandidates = candidates.filter(
    ({ coinId, txHash, claimedBy, state }) =>
      coinId === sale.coinId &&
      (claimedBy ? claimedBy.orderId === sale.id : txHash === sale.transactionHash) &&
      state !== 'failed' &&
      state !== 'replaced',
  );
  const shownTransfers = verdict.transfers.flatMap((transfer) => {
    const candidate = ownCandidates.find(
      ({ txHash, outIndex }) => txHash === transfer.txHash && outIndex === transfer.outIndex,
    );
    return candidate ? [{ ...transfer, exact: candidate.amount }] : [];
  });
  const [leastConfirmed] = shownTransfers.toSorted((a, b) => a.confirmations - b.confirmations);
  const { transactionHash } = sale;
  const readState = { isRead, isSimulated: verdict.source === 'simulated', transactionHash };
  if (!leastConfirmed) return { ...readState, seen: null };
  const receivedAmount = sumOf(
    none.coin,
    shownTransfers.map(({ exact }) => exact),
  );
  return { ...readState, seen: seenOf(receivedAmount, leastConfirmed) };
}

/** All coins that arrived, with the confirmations of the newest transfer. */
function seenOf(
  receivedAmount: Amount<'coin'>,
  { confirmations, required }: { confirmations: number; required: number },
) {
  return { amount: toWire(receivedAmount), confirmations: Math.min(confirmations, required), required };
}
