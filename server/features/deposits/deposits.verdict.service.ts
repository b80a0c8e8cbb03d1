import type { Db } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import {
  chainStateOf,
  listSpent,
  markFailed,
  transfersTo,
  type TransferRow,
} from '#server/features/chains/chains.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { NotFound } from '#server/lib/refusal.ts';
import {
  madeBefore,
  toleranceOf,
  txOutOf,
  type CandidateTransfer,
  type DepositTerms,
  type Rival,
  type VerdictInput,
} from '#shared/deposits/deposits.terms.ts';
import { verdictOf, type Verdict } from '#shared/deposits/verdict.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, decimal, toText, unnamedAmount, type Amount } from '#shared/kernel/money.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import type { DepositSettings } from '#shared/settings/settings.contract.ts';
import { contestedBy, termsOf, tryTransactionSearch } from './deposits.outputs.service.ts';
import type { DepositsDeps } from './deposits.ports.ts';
import * as sales from './deposits.sales.queries.ts';
import * as queries from './deposits.verdict.queries.ts';

/** A verdict with the stored transfers that it could rest on. */
export type SaleVerdict = { sale: sales.SaleRow; verdict: Verdict; candidates: readonly Candidate[] };
type Candidate = CandidateTransfer & { id: Id<'transfer'>; blockHash: string | null };

/** The time for which a transfer may still pay an approved sale without one. */
export const awaitedMs = 30 * dayMs;

/** The largest share of an amount by which a transfer may differ from it, as text. */
export const toleranceShare = ({ tolerance }: DepositSettings): string =>
  toText(decimal(String(tolerance.percent)).div('100'));

/**
 * The verdict on the deposit of a sale, from stored data and the answers of the node in the last minute; undefined for
 * an exchange. When money is about to leave (`isLast`), a transfer that was not asked about counts as one without an
 * answer.
 */
export async function verdictOn(
  deps: DepositsDeps,
  db: Db,
  orderId: Id<'order'>,
  { isLast = false } = {},
): Promise<SaleVerdict | undefined> {
  const sale = await sales.findSale(db, { id: orderId });
  if (!sale) return undefined;
  const terms = termsOf(sale);
  const policy = settingsOf(deps).deposits;
  const health = await chainStateOf({ ...deps, db }, sale.coinId);
  const candidates = health ? await candidatesOf(db, sale, terms, { ...deps, isLast }) : [];
  const contested = await contestedBy(deps, db, terms, health);
  const checks = await queries.countChecks(db, { orderId });
  // The watcher searches all the time, and reviewers on request: the later of the two counts.
  const lastAt = latestOf(checks.lastAt, health?.okAt ?? null);
  const settlement = settledOf(await queries.listSettled(db, orderId));
  const input = {
    settled: settlement,
    terms,
    chain: health?.chain,
    candidates,
    contested,
    policy,
    health,
    now: deps.now(),
  };
  return { sale, candidates, verdict: verdictOf({ ...input, searches: { count: checks.count, lastAt } }) };
}

function settledOf(rows: Awaited<ReturnType<typeof queries.listSettled>>): VerdictInput['settled'] {
  const [firstClaim] = rows;
  return firstClaim ? { paidFor: unnamedAmount('coin', firstClaim.paidFor), txOuts: new Set(rows.map(txOutOf)) } : null;
}

function latestOf(date: Date | null, otherDate: Date | null): Date | null {
  return date && otherDate ? (date > otherDate ? date : otherDate) : (date ?? otherDate);
}

/** The verdict for a reviewer. Refuses with not_found, also for an exchange. */
export async function openVerdict(deps: DepositsDeps, orderId: Id<'order'>): Promise<Verdict> {
  const currentVerdict = await verdictOn(deps, deps.db, orderId);
  if (!currentVerdict) throw new NotFound('order_not_found');
  return currentVerdict.verdict;
}

/** Searches the chain for the named transaction and records it, if the node answered. Refuses with not_found. */
export async function checkDeposit(deps: DepositsDeps, actor: Actor, orderId: Id<'order'>): Promise<Verdict> {
  const sale = await sales.findSale(deps.db, { id: orderId });
  if (!sale) throw new NotFound('order_not_found');
  const { coinId, address, transactionHash } = sale;
  const hasAnswered = await tryTransactionSearch(deps, { coinId, addresses: [address] }, transactionHash);
  await deps.inTx(async (tx) => {
    if (!hasAnswered) await markFailed(tx, deps, coinId);
    const details = hasAnswered ? {} : { findings: ['node_away'] as const };
    await recordAudit(tx, actor, 'deposit.checked', { type: 'transaction', id: orderId }, details);
  });
  return openVerdict(deps, orderId);
}

/** Customers pay late: a quote counts this long after it has expired. */
const expiredQuoteMs = dayMs;

async function candidatesOf(
  db: Db,
  sale: sales.SaleRow,
  terms: DepositTerms,
  deps: DepositsDeps & { isLast: boolean },
): Promise<Candidate[]> {
  const policy = settingsOf(deps).deposits;
  const { coinId, address, countsFrom, transactionHash: txHash } = terms;
  const ids = (await queries.listClaimed(db, { orderId: sale.id })).map(({ transferId }) => transferId);
  const { min, max } = rangeOf(terms, policy);
  // At an own address every transfer counts; at a shared one only those that fit, are named or are claimed.
  const amounts = terms.grade === 'shared' ? { min: toText(min), max: toText(max) } : undefined;
  const transfers = await transfersTo(db, { coinId, address, since: countsFrom, amounts, txHash, ids });
  const [firstTransfer] = transfers;
  if (!firstTransfer) return [];
  const transferIds = transfers.map(({ id }) => id);
  const claims = await queries.listClaims(db, { transferIds });
  const spent = await listSpent(db, transferIds);
  const filter = {
    amounts: transfers.map(({ amount }) => amount),
    share: toleranceShare(policy),
    approvedSince: new Date(deps.now().getTime() - awaitedMs),
    expiredSince: new Date(firstTransfer.firstSeenAt.getTime() - expiredQuoteMs),
  };
  const rivals = (await sales.listRivals(db, sale, filter)).map((row): FittingRival => {
    const { kind, reference } = row;
    const rival = termsOf(row);
    return { kind, reference, terms: rival, ...rangeOf(rival, policy) };
  });
  const hasValidSignature = ({ id }: TransferRow) =>
    terms.grade === 'shared' || claims.every(({ transferId, orderId }) => transferId !== id || orderId === sale.id);
  // A transfer that was kept, sent back or lost, and that no order claims, proves none.
  const isThere = ({ id }: TransferRow) => !spent.has(id) || claims.some(({ transferId }) => transferId === id);
  const unaskedReason = deps.isLast ? 'away' : null;
  return transfers
    .filter((item) => hasValidSignature(item) && isThere(item))
    .map((transfer) => ({
      ...candidateOf(transfer, { hash: txHash, transfers, claims, rivals }),
      reread: deps.rereads.resultOf(transfer) ?? unaskedReason,
    }));
}

/** The amounts that fit a sale. */
function rangeOf(terms: DepositTerms, policy: DepositSettings): { min: Amount<'coin'>; max: Amount<'coin'> } {
  const tolerance = toleranceOf(terms, policy);
  return { min: terms.amount.minus(tolerance), max: terms.amount.plus(tolerance) };
}

/** A rival with the amounts that fit it. */
type FittingRival = Rival & { terms: DepositTerms; min: Amount<'coin'>; max: Amount<'coin'> };

type Surroundings = {
  /** The transaction that the customer of the sale named. */
  hash: string | null;
  transfers: readonly TransferRow[];
  claims: readonly queries.ClaimRow[];
  rivals: readonly FittingRival[];
};

/** True for another output of the same transaction that is free and of the same amount. */
function isEqualOutput(
  otherTransfer: TransferRow,
  { id, txHash, coinId, toTag, amount }: TransferRow,
  claims: readonly queries.ClaimRow[],
): boolean {
  const isSame = otherTransfer.txHash === txHash && otherTransfer.coinId === coinId && otherTransfer.toTag === toTag;
  if (!isSame || otherTransfer.id === id || !decimal(otherTransfer.amount).eq(amount)) return false;
  return claims.every(({ transferId }) => transferId !== otherTransfer.id);
}

function candidateOf(
  transfer: TransferRow,
  { hash, transfers, claims, rivals }: Surroundings,
): Omit<Candidate, 'reread'> {
  const amount = amountOf('coin', transfer.amount, transfer.coinId);
  const isContested = transfer.txHash === hash;
  const claim = claims.find(({ transferId }) => transferId === transfer.id);
  const claimedBy = claim ? { orderId: claim.orderId, reference: claim.reference } : null;
  // Sales that name the transaction are first: each takes one of as many equal outputs, and contests it if there is
  // none.
  const isNaming = ({ terms }: FittingRival) => terms.transactionHash !== null;
  const fittingRivals = rivals
    .filter((rival) => couldBeOf(rival, { ...transfer, amount }))
    .toSorted((item, next) => Number(isNaming(next)) - Number(isNaming(item)));
  const spareCount = transfers.filter((otherTransfer) => isEqualOutput(otherTransfer, transfer, claims)).length;
  return {
    ...transfer,
    amount,
    claimedBy,
    rivals: fittingRivals.slice(spareCount).filter((rival) => !isContested || !isNaming(rival)),
  };
}

function couldBeOf(
  { terms, min, max }: FittingRival,
  transfer: Pick<CandidateTransfer, 'chain' | 'coinId' | 'amount' | 'txHash' | 'toTag' | 'firstSeenAt' | 'blockAt'>,
): boolean {
  const { amount, txHash, toTag } = transfer;
  if (terms.coinId !== transfer.coinId) return false;
  if (terms.transactionHash !== null && terms.transactionHash !== txHash) return false;
  if (terms.tag !== null && terms.tag !== toTag) return false;
  return !madeBefore(transfer, terms.countsFrom) && amount.gte(min) && amount.lte(max);
}
