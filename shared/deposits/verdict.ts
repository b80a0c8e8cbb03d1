import { z } from 'zod';
import { isNodeWell } from '#shared/chains/chains.health.ts';
import { transferStates } from '#shared/chains/chains.transfers.ts';
import { amountOut } from '#shared/kernel/amount.ts';
import { timestamp } from '#shared/kernel/fields.ts';
import { none, sumOf, toText, toWire } from '#shared/kernel/money.ts';
import { verdictLevels, type VerdictLevel } from '#shared/orders/orders.verdict-levels.ts';
import { chainNames, type ChainName } from '#shared/reference/chains.ts';
import { chooseTransfers } from './deposits.chosen.ts';
import { finalityOf } from './deposits.finality.ts';
import {
  madeBefore,
  toleranceOf,
  txOutOf,
  type CandidateTransfer,
  type ChainHealth,
  type Rival,
  type VerdictInput,
} from './deposits.terms.ts';

/** The codes of the findings, by the level that each leads to. */
const findingsOf = {
  green: ['matches'],
  pale: ['fits_shared'],
  amber: ['not_final', 'over', 'two_fit', 'quote_fits', 'approved_fits', 'contested', 'unconfirmed', 'contract_moved'],
  grey: ['by_hand', 'node_away'],
  red: [
    'short',
    'other_token',
    'failed',
    'before_quote',
    'belongs_elsewhere',
    'sources_disagree',
    'not_found',
    'node_differs',
  ],
} as const satisfies Record<VerdictLevel, readonly string[]>;
export type FindingCode = (typeof findingsOf)[VerdictLevel][number];
export const findingCodes: readonly FindingCode[] = Object.values(findingsOf).flat();
// Each code is in one level.
const levelOf = Object.fromEntries(
  verdictLevels.flatMap((level) => findingsOf[level].map((code) => [code, level])),
) as Record<FindingCode, VerdictLevel>;

/** The verdict of the chain on the deposit of a sale; its parameters hold amounts as decimals, moments as ISO text. */
export const verdictView = z.object({
  level: z.enum(verdictLevels),
  findings: z.array(
    z.object({
      code: z.enum(findingCodes),
      params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    }),
  ),
  transfers: z.array(
    z.object({
      chain: z.enum(chainNames),
      txHash: z.string(),
      outIndex: z.number().int(),
      amount: amountOut,
      /** 0 while the transfer waits for a block. */
      confirmations: z.number().int(),
      /** Usual depth of final blocks, for a chain that names them. */
      required: z.number().int(),
      state: z.enum(transferStates),
      blockHeight: z.number().int().nullable(),
      seenAt: timestamp,
    }),
  ),
  /** When the chain was last read; null where it never was. */
  checkedAt: timestamp.nullable(),
  source: z.string().nullable(),
});
export type Verdict = z.output<typeof verdictView>;
export type Finding = Verdict['findings'][number];
export type VerdictTransfer = Verdict['transfers'][number];

/** Compares the agreed terms with the transfers on the chain. Pure: equal input, equal verdict. */
export function verdictOf(input: VerdictInput): Verdict {
  const { terms, chain, health, now } = input;
  if (!chain || !health) {
    const byHand = { code: 'by_hand' as const, params: { coinId: terms.coinId } };
    const findings = [byHand, ...contestedFindings(input)];
    const level = findings.length > 1 ? 'amber' : 'grey';
    return { level, findings, transfers: [], checkedAt: null, source: null };
  }
  const { chosen: shown, counted: all } = chooseTransfers(input);
  // A settled sale rests on its settlement's transfers alone: what else came to its address changes nothing.
  const isJudged = (transfer: CandidateTransfer) => input.settled?.txOuts.has(txOutOf(transfer)) ?? true;
  const chosenTransfers = shown.filter(isJudged);
  const countedTransfers = all.filter(isJudged);
  const rereadFindings = askedFindings(health, countedTransfers);
  const problems = [
    ...rereadFindings,
    ...chosenFindings(input, chosenTransfers),
    ...(countedTransfers.length > 0 ? countedFindings(input, countedTransfers) : []),
  ];
  const isHealthy = isNodeWell(health, chain, now);
  // From outdated data only the findings against a deposit count, not those for it nor a missing transfer.
  const findings = isHealthy
    ? completedFinding(input, problems, chosenTransfers, countedTransfers)
    : [...(rereadFindings.some(isAway) ? [] : [awayFinding(health)]), ...problems.filter(isLasting)];
  return {
    level: worstOf(findings),
    findings,
    transfers: shown.map((transfer) => presentTransfer(input, chain, health, transfer)),
    checkedAt: health.okAt?.toISOString() ?? null,
    source: health.source,
  };
}

function isLasting(finding: Finding): boolean {
  const isAgainst = levelOfFinding(finding) === 'red' && finding.code !== 'not_found';
  return isAgainst || finding.code === 'contested' || isAway(finding);
}

const isAway = ({ code }: Finding) => code === 'node_away';

/** `isOnce`: only the last request failed, after answered ones; `isAsked`: about a transfer, before money leaves. */
const awayFinding = ({ okAt }: ChainHealth, options: { isOnce?: true; isAsked?: true } = {}): Finding => ({
  code: 'node_away',
  params: { since: okAt?.toISOString() ?? null, ...options },
});

/** Returns the findings from the answers of the node that was asked once more about the counted transfers. */
function askedFindings(health: ChainHealth, countedTransfers: readonly CandidateTransfer[]): Finding[] {
  const differingTransfers = countedTransfers.filter(({ reread }) => reread === 'differs');
  const findings = differingTransfers.map(({ txHash }): Finding => ({ code: 'node_differs', params: { txHash } }));
  const isUnanswered = countedTransfers.some(({ reread }) => reread === 'away');
  return isUnanswered ? [...findings, awayFinding(health, { isAsked: true })] : findings;
}

function levelOfFinding({ code, params }: Finding): VerdictLevel {
  const isMild = [params.withinTolerance, params.isAhead, params.isAsked].includes(true);
  return isMild ? 'amber' : levelOf[code];
}

const maxContesting = 5;

/** The other orders that name the transaction and could own it, each with a link. */
function contestedFindings({ contested }: VerdictInput): Finding[] {
  return contested.slice(0, maxContesting).map((order) => ({ code: 'contested', params: { ...order } }));
}

function worstOf(findings: readonly Finding[]): VerdictLevel {
  const ranks = findings.map((finding) => verdictLevels.indexOf(levelOfFinding(finding)));
  return verdictLevels[Math.max(...ranks)] ?? 'grey';
}

function chosenFindings(input: VerdictInput, chosenTransfers: readonly CandidateTransfer[]): Finding[] {
  const { terms, health } = input;
  const findings = chosenTransfers.flatMap((transfer): Finding[] => {
    const { txHash, claimedBy } = transfer;
    if (transfer.coinId !== terms.coinId) return [{ code: 'other_token', params: { txHash, token: transfer.coinId } }];
    if (transfer.state === 'failed') return [{ code: 'failed', params: { txHash } }];
    if (claimedBy && claimedBy.orderId !== terms.orderId) {
      return [{ code: 'belongs_elsewhere', params: { txHash, ...claimedBy } }];
    }
    if (transfer.state === 'replaced') {
      return [{ code: 'not_found', params: { txHash, cause: transfer.reorganisedAt ? 'reorganised' : 'replaced' } }];
    }
    const isAhead = !madeBefore(transfer, terms.countsFrom);
    const earlierAt = madeBefore(transfer, terms.quotedAt);
    return earlierAt ? [{ code: 'before_quote', params: { txHash, at: earlierAt.toISOString(), isAhead } }] : [];
  });
  findings.push(...contestedFindings(input));
  const isContradicted = health?.witnessOk === false || chosenTransfers.some(({ witnessed }) => witnessed === false);
  return isContradicted ? [...findings, { code: 'sources_disagree', params: {} }] : findings;
}

/** Returns the difference between counted transfers and the agreed amount, and their finality. */
function countedFindings(input: VerdictInput, countedTransfers: readonly CandidateTransfer[]): Finding[] {
  const { terms, health, policy, chain } = input;
  if (!health || !chain) return [];
  const sum = sumOf(
    none.coin,
    countedTransfers.map(({ amount }) => amount),
  );
  const findings: Finding[] = [];
  const difference = (input.settled?.paidFor ?? terms.amount).minus(sum);
  const tolerance = toleranceOf(terms, policy);
  if (difference.gt(none.coin)) {
    const withinTolerance = difference.lte(tolerance);
    findings.push({ code: 'short', params: { missing: toText(difference), withinTolerance } });
  }
  const surplus = sum.minus(terms.amount);
  // The rest beyond the paid part of a settlement is decided as well.
  if (!input.settled && surplus.gt(tolerance)) findings.push({ code: 'over', params: { surplus: toText(surplus) } });
  const openTransfers = countedTransfers
    .map((transfer) => finalityOf(transfer, { chain, valueUsd: terms.valueUsd, policy, health }))
    .filter(({ isFinal }) => !isFinal);
  const [first] = openTransfers.toSorted((a, b) => a.confirmations - b.confirmations);
  if (first) {
    const { confirmations, required } = first;
    findings.push({ code: 'not_final', params: { confirmations, required } });
  }
  if (countedTransfers.some(({ byContract }) => byContract)) findings.push({ code: 'contract_moved', params: {} });
  if (
    health.witness !== null &&
    countedTransfers.some(({ blockHeight, witnessed }) => blockHeight !== null && witnessed === null)
  ) {
    findings.push({ code: 'unconfirmed', params: {} });
  }
  if (terms.grade === 'shared') findings.push(...rivalFindings(countedTransfers));
  return findings;
}

/** A finding names at most this many other sales. */
const maxNamed = 3;
const referencesOf = (sales: readonly Rival[]) =>
  sales
    .slice(0, maxNamed)
    .map(({ reference }) => reference)
    .join(' ');

/** Finds other sales and quotes that the transfers could pay: of each kind the longest list of any transfer. */
function rivalFindings(countedTransfers: readonly CandidateTransfer[]): Finding[] {
  const lists = countedTransfers.map(({ claimedBy, rivals }) => (claimedBy ? [] : rivals));
  const largestOf = (kind: Rival['kind']) =>
    lists.map((rivals) => rivals.filter((rival) => rival.kind === kind)).toSorted((a, b) => b.length - a.length)[0] ??
    [];
  const sales = largestOf('sale');
  const otherCount = largestOf('quote').length;
  const approved = lists.flat().find(({ kind }) => kind === 'approved');
  return [
    ...(sales.length > 0
      ? [{ code: 'two_fit' as const, params: { others: sales.length, references: referencesOf(sales) } }]
      : []),
    ...(otherCount > 0 ? [{ code: 'quote_fits' as const, params: { others: otherCount } }] : []),
    ...(approved ? [{ code: 'approved_fits' as const, params: { reference: approved.reference } }] : []),
  ];
}

/** Adds the finding that no transfer was found, or that the transfers pay the agreed amount. */
function completedFinding(
  { terms, searches, chain, policy, health }: VerdictInput,
  problems: readonly Finding[],
  chosenTransfers: readonly CandidateTransfer[],
  countedTransfers: readonly CandidateTransfer[],
): Finding[] {
  if (chosenTransfers.length === 0) {
    // A search that the node did not answer does not count.
    if (health?.failedAt) return [awayFinding(health, { isOnce: true }), ...problems];
    const params = { searches: searches.count, lastAt: searches.lastAt?.toISOString() ?? null };
    return [{ code: 'not_found', params }, ...problems];
  }
  const [first] = countedTransfers;
  if (problems.length > 0 || !first || !chain || !health) return [...problems];
  const { confirmations, required } = finalityOf(first, { chain, valueUsd: terms.valueUsd, policy, health });
  const amount = toText(
    sumOf(
      none.coin,
      countedTransfers.map((transfer) => transfer.amount),
    ),
  );
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
