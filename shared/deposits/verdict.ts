import { isNodeWell } from '#shared/chains/chains.health.ts';
import type { TransferState } from '#shared/chains/chains.transfers.ts';
import { toText, toWire, zero } from '#shared/kernel/money.ts';
import { verdictLevels, type VerdictLevel } from '#shared/orders/orders.verdict-levels.ts';
import { chainDetails, type ChainName } from '#shared/reference/chains.ts';
import { chooseTransfers } from './deposits.choice.ts';
import { finalityOf } from './deposits.finality.ts';
import { toleranceOf, type CandidateTransfer, type ChainHealth, type VerdictInput } from './deposits.terms.ts';

export const findingCodes = [
  'matches',
  'fits_shared',
  'not_final',
  'short',
  'over',
  'other_token',
  'failed',
  'before_quote',
  'belongs_elsewhere',
  'sources_disagree',
  'not_found',
  'by_hand',
  'node_away',
  'two_fit',
  'contract_moved',
] as const;
export type FindingCode = (typeof findingCodes)[number];

/** Amounts are decimal text, moments ISO text. */
export type FindingParams = Readonly<Record<string, string | number | boolean | null>>;
export type Finding = { code: FindingCode; params: FindingParams };

/** A transfer as a verdict shows it. `amount` is in coins, `confirmations` 0 while it waits. */
export type VerdictTransfer = {
  chain: ChainName;
  txHash: string;
  outIndex: number;
  amount: number;
  confirmations: number;
  /** For a chain that names its final blocks: how deep they usually are. */
  required: number;
  state: TransferState;
  blockHeight: number | null;
  seenAt: string;
};

export type Verdict = {
  level: VerdictLevel;
  findings: Finding[];
  transfers: VerdictTransfer[];
  /** When the chain was last read; null where it never was. */
  checkedAt: string | null;
  source: string | null;
};

const levelOf: Record<FindingCode, VerdictLevel> = {
  matches: 'green',
  fits_shared: 'pale',
  not_final: 'amber',
  short: 'red',
  over: 'amber',
  other_token: 'red',
  failed: 'red',
  before_quote: 'red',
  belongs_elsewhere: 'red',
  sources_disagree: 'red',
  not_found: 'red',
  by_hand: 'grey',
  node_away: 'grey',
  two_fit: 'amber',
  contract_moved: 'amber',
};

/** Compares what was agreed with the transfers on the chain. Pure: equal input, equal verdict. */
export function verdictOf(input: VerdictInput): Verdict {
  const { terms, chain, health, now } = input;
  if (!chain || !health) {
    const byHand = { code: 'by_hand' as const, params: { coinId: terms.coinId } };
    return { level: 'grey', findings: [byHand], transfers: [], checkedAt: null, source: null };
  }
  const { chosen, counted } = chooseTransfers(input);
  const problems = [...chosenFindings(input, chosen), ...(counted.length > 0 ? countedFindings(input, counted) : [])];
  const isWell = isNodeWell(health, chain, now);
  const away: Finding = { code: 'node_away', params: { since: health.okAt?.toISOString() ?? null } };
  // From outdated data only the findings against a deposit count, not those for it nor a missing transfer.
  const findings = isWell ? complete(input, problems, chosen, counted) : [away, ...problems.filter(isLasting)];
  return {
    level: worstOf(findings),
    findings,
    transfers: chosen.map((transfer) => presentTransfer(input, chain, health, transfer)),
    checkedAt: health.okAt?.toISOString() ?? null,
    source: health.source,
  };
}

const isLasting = (finding: Finding): boolean => levelOfFinding(finding) === 'red' && finding.code !== 'not_found';

function levelOfFinding({ code, params }: Finding): VerdictLevel {
  return code === 'short' && params.withinTolerance === true ? 'amber' : levelOf[code];
}

function worstOf(findings: readonly Finding[]): VerdictLevel {
  const ranks = findings.map((finding) => verdictLevels.indexOf(levelOfFinding(finding)));
  return verdictLevels[Math.max(...ranks)] ?? 'grey';
}

/** What is wrong with each transfer that claims to be this deposit. */
function chosenFindings({ terms, health }: VerdictInput, chosen: readonly CandidateTransfer[]): Finding[] {
  const findings = chosen.flatMap((transfer): Finding[] => {
    const { txHash, claimedBy } = transfer;
    if (transfer.coinId !== terms.coinId) return [{ code: 'other_token', params: { txHash, token: transfer.coinId } }];
    if (transfer.state === 'failed') return [{ code: 'failed', params: { txHash } }];
    if (claimedBy && claimedBy.orderId !== terms.orderId) {
      return [{ code: 'belongs_elsewhere', params: { txHash, reference: claimedBy.reference } }];
    }
    if (transfer.state === 'replaced') {
      return [{ code: 'not_found', params: { txHash, cause: transfer.reorganisedAt ? 'reorganised' : 'replaced' } }];
    }
    const before = isBeforeQuote(transfer, terms.quotedAt);
    return before ? [{ code: 'before_quote', params: { txHash, at: before.toISOString() } }] : [];
  });
  const disagrees = health?.witnessOk === false || chosen.some(({ witnessed }) => witnessed === false);
  return disagrees ? [...findings, { code: 'sources_disagree', params: {} }] : findings;
}

const minuteMs = 60_000;
/** Miners of these chains may date a block two hours earlier than it is. */
const blockTimeSlackMs = 120 * minuteMs;

/** When the transfer was made, if that was before the address was shown. */
function isBeforeQuote(transfer: CandidateTransfer, quotedAt: Date): Date | undefined {
  const { chain, firstSeenAt, blockAt } = transfer;
  const slackMs = chainDetails[chain].namesFinal ? minuteMs : blockTimeSlackMs;
  if (firstSeenAt.getTime() < quotedAt.getTime() - minuteMs) return firstSeenAt;
  return blockAt && blockAt.getTime() < quotedAt.getTime() - slackMs ? blockAt : undefined;
}

/** What the transfers that count add up to, and how sure that is. */
function countedFindings(input: VerdictInput, counted: readonly CandidateTransfer[]): Finding[] {
  const { terms, health, policy, chain } = input;
  if (!health || !chain) return [];
  const sum = counted.reduce((total, { amount }) => total.plus(amount), zero);
  const findings: Finding[] = [];
  const difference = terms.amount.minus(sum);
  const tolerance = toleranceOf(terms, policy);
  if (difference.gt(zero)) {
    const withinTolerance = difference.lte(tolerance);
    findings.push({ code: 'short', params: { missing: toText(difference), withinTolerance } });
  }
  if (difference.times('-1').gt(tolerance)) {
    findings.push({ code: 'over', params: { surplus: toText(difference.times('-1')) } });
  }
  const open = counted
    .map((transfer) => finalityOf(transfer, { chain, valueUsd: terms.valueUsd, policy, health }))
    .filter(({ isFinal }) => !isFinal);
  const [first] = open.toSorted((one, other) => one.confirmations - other.confirmations);
  if (first) {
    const { confirmations, required } = first;
    findings.push({ code: 'not_final', params: { confirmations, required } });
  }
  if (counted.some(({ byContract }) => byContract)) findings.push({ code: 'contract_moved', params: {} });
  const others = Math.max(...counted.map(({ fitsOthers, claimedBy }) => (claimedBy ? 0 : fitsOthers)));
  if (terms.grade === 'shared' && others > 0) findings.push({ code: 'two_fit', params: { others } });
  return findings;
}

/** Adds that nothing was found, or that what was found is what was agreed. */
function complete(
  { terms, searches, chain, policy, health }: VerdictInput,
  problems: readonly Finding[],
  chosen: readonly CandidateTransfer[],
  counted: readonly CandidateTransfer[],
): Finding[] {
  if (chosen.length === 0) {
    const params = { searches: searches.count, lastAt: searches.lastAt?.toISOString() ?? null };
    return [{ code: 'not_found', params }, ...problems];
  }
  const [first] = counted;
  if (problems.length > 0 || !first || !chain || !health) return [...problems];
  const { confirmations, required } = finalityOf(first, { chain, valueUsd: terms.valueUsd, policy, health });
  const amount = toText(counted.reduce((total, transfer) => total.plus(transfer.amount), zero));
  const params = { amount, confirmations, required, blockHeight: first.blockHeight };
  return [{ code: terms.grade === 'own' ? 'matches' : 'fits_shared', params }];
}

function presentTransfer(
  { terms, policy }: VerdictInput,
  chain: ChainName,
  health: ChainHealth,
  transfer: CandidateTransfer,
): VerdictTransfer {
  const { txHash, outIndex, amount, state, blockHeight, firstSeenAt } = transfer;
  const { confirmations, required } = finalityOf(transfer, { chain, valueUsd: terms.valueUsd, policy, health });
  const seenAt = firstSeenAt.toISOString();
  return { chain, txHash, outIndex, amount: toWire(amount), confirmations, required, state, blockHeight, seenAt };
}
