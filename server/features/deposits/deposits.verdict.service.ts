import type { Db } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import {
  chainStateOf,
  searchTransaction,
  transfersTo,
  type TransferRow,
} from '#server/features/chains/chains.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/actor.ts';
import { NotFound } from '#server/http/refusal.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { dayMs } from '#server/lib/time.ts';
import type { Platform } from '#server/platform.ts';
import { toleranceOf, type CandidateTransfer, type DepositTerms } from '#shared/deposits/deposits.terms.ts';
import { verdictOf, type Verdict } from '#shared/deposits/verdict.ts';
import { decimal, toText, type Decimal } from '#shared/kernel/money.ts';
import type { DepositSettings } from '#shared/settings/settings.contract.ts';
import {
  countChecks,
  findSale,
  listClaimed,
  listClaims,
  listRivals,
  type ClaimRow,
  type SaleRow,
} from './deposits.verdict.queries.ts';

export type VerdictDeps = Pick<Platform, 'now'> & Pick<ChainsPorts, 'chainReaders'> & SettingsPorts;

/** A verdict with the stored transfers that it could rest on. */
export type SaleVerdict = { sale: SaleRow; verdict: Verdict; candidates: readonly Candidate[] };
type Candidate = CandidateTransfer & { id: string };

const clockSlackMs = 60_000;

/** The verdict on the deposit of a sale, from stored data; undefined for an exchange. */
export async function verdictOn(deps: VerdictDeps, db: Db, orderId: string): Promise<SaleVerdict | undefined> {
  const sale = await findSale(db, orderId);
  if (!sale) return undefined;
  const terms = termsOf(sale);
  const policy = settingsOf(deps).deposits;
  const health = await chainStateOf({ ...deps, db }, sale.coinId);
  const candidates = health ? await candidatesOf(db, sale, terms, policy) : [];
  const checks = await countChecks(db, orderId);
  // The watcher searches all the time, and reviewers on request: the later of the two counts.
  const lastAt = latest(checks.lastAt, health?.okAt ?? null);
  const input = { terms, chain: health?.chain, candidates, policy, health, now: deps.now() };
  return { sale, candidates, verdict: verdictOf({ ...input, searches: { count: checks.count, lastAt } }) };
}

function latest(one: Date | null, other: Date | null): Date | null {
  return one && other ? (one > other ? one : other) : (one ?? other);
}

/** The verdict for a reviewer. Refuses with not_found, also for an exchange. */
export async function openVerdict(deps: VerdictDeps & Pick<Platform, 'db'>, orderId: string): Promise<Verdict> {
  const found = await verdictOn(deps, deps.db, orderId);
  if (!found) throw new NotFound('order_not_found');
  return found.verdict;
}

type CheckDeps = VerdictDeps & Pick<Platform, 'db' | 'inTx' | 'log'>;

/** Searches the chain at once for the transaction that the customer named, and records that. Refuses with not_found. */
export async function checkDeposit(deps: CheckDeps, actor: Actor, orderId: string): Promise<Verdict> {
  const sale = await findSale(deps.db, orderId);
  if (!sale) throw new NotFound('order_not_found');
  await tryTransactionSearch(deps, { ...sale, addresses: [sale.address] }, sale.transactionHash);
  await deps.inTx((tx) => recordAudit(tx, actor, 'deposit.checked', { type: 'transaction', id: orderId }));
  return openVerdict(deps, orderId);
}

/** Looks up a transaction that pays to these addresses; a failed source is only logged: the verdict shows its age. */
export async function tryTransactionSearch(
  deps: Pick<CheckDeps, 'inTx' | 'now' | 'chainReaders' | 'log'>,
  { coinId, addresses }: { coinId: string; addresses: readonly string[] },
  txHash: string | null,
): Promise<void> {
  if (txHash === null) return;
  try {
    await searchTransaction(deps, { coinId, addresses }, txHash);
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    deps.log.warn({ coinId, reason: error.message }, 'A deposit could not be looked for');
  }
}

/** A sale without a quote has no moment at which its address was shown. */
const unquotedMs = dayMs;

function termsOf({ id, createdAt, quotedAt, amount, valueUsd, ...sale }: SaleRow): DepositTerms {
  return {
    orderId: id,
    coinId: sale.coinId,
    amount: decimal(amount),
    valueUsd: decimal(valueUsd),
    address: sale.address,
    tag: sale.tag,
    // Every address is one that several customers are shown.
    grade: 'shared',
    transactionHash: sale.transactionHash,
    quotedAt: quotedAt ?? new Date(createdAt.getTime() - unquotedMs),
  };
}

async function candidatesOf(db: Db, sale: SaleRow, terms: DepositTerms, policy: DepositSettings): Promise<Candidate[]> {
  const { coinId, address, quotedAt, transactionHash: txHash } = terms;
  const since = new Date(quotedAt.getTime() - clockSlackMs);
  const ids = await listClaimed(db, sale.id);
  const { min, max } = rangeOf(terms, policy);
  // At an address of this sale alone every transfer counts; at a shared one only what fits, is named or is claimed.
  const amounts = terms.grade === 'shared' ? { min: toText(min), max: toText(max) } : undefined;
  const transfers = await transfersTo(db, { coinId, address, since, amounts, txHash, ids });
  if (transfers.length === 0) return [];
  const claims = await listClaims(
    db,
    transfers.map(({ id }) => id),
  );
  const rivals = (await listRivals(db, sale)).map((row): Rival => {
    const rival = termsOf(row);
    return { terms: rival, ...rangeOf(rival, policy) };
  });
  return transfers.map((transfer) => candidateOf(transfer, { transfers, claims, rivals }));
}

/** The amounts that fit a sale. */
function rangeOf(terms: DepositTerms, policy: DepositSettings): { min: Decimal; max: Decimal } {
  const tolerance = toleranceOf(terms, policy);
  return { min: terms.amount.minus(tolerance), max: terms.amount.plus(tolerance) };
}

/** Another open sale, with the amounts that fit it. */
type Rival = { terms: DepositTerms; min: Decimal; max: Decimal };

type Surroundings = {
  transfers: readonly TransferRow[];
  claims: readonly ClaimRow[];
  rivals: readonly Rival[];
};

/** Whether it is another output of the same transaction, free and of the same amount. */
function isEqualOutput(
  other: TransferRow,
  { id, txHash, coinId, toTag, amount }: TransferRow,
  claims: readonly ClaimRow[],
): boolean {
  const isSame = other.txHash === txHash && other.coinId === coinId && other.toTag === toTag;
  if (!isSame || other.id === id || !decimal(other.amount).eq(decimal(amount))) return false;
  return claims.every(({ transferId }) => transferId !== other.id);
}

function candidateOf(transfer: TransferRow, { transfers, claims, rivals }: Surroundings): Candidate {
  const amount = decimal(transfer.amount);
  const claim = claims.find(({ transferId }) => transferId === transfer.id);
  const claimedBy = claim ? { orderId: claim.orderId, reference: claim.reference } : null;
  const fitting = rivals.filter((rival) => couldBeOf(rival, { ...transfer, amount }));
  // As many equal outputs as sales: whichever each of them claims, all are paid.
  const spare = transfers.filter((other) => isEqualOutput(other, transfer, claims)).length;
  return { ...transfer, amount, claimedBy, fitsOthers: Math.max(0, fitting.length - spare) };
}

/** Whether a transfer could as well be what another open sale waits for. */
function couldBeOf(
  { terms, min, max }: Rival,
  { amount, txHash, toTag, firstSeenAt }: Pick<CandidateTransfer, 'amount' | 'txHash' | 'toTag' | 'firstSeenAt'>,
): boolean {
  if (terms.transactionHash !== null && terms.transactionHash !== txHash) return false;
  if (terms.tag !== null && terms.tag !== toTag) return false;
  if (firstSeenAt.getTime() < terms.quotedAt.getTime() - clockSlackMs) return false;
  return amount.gte(min) && amount.lte(max);
}
