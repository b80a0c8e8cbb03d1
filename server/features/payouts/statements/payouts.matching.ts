import type { matchRules } from '#shared/payouts/payouts.statements.contract.ts';
import { batchReferencesIn, normaliseReference, referencesIn } from './payouts.references.ts';
import { amountFrom, unitsOf } from './payouts.statement.values.ts';

export type MatchRule = (typeof matchRules)[number];

export interface MatchLine {
  id: string;
  direction: 'in' | 'out';
  amount: string;
  currency: string;
  text: string;
  endToEndId: string;
}

export interface MatchAttempt {
  id: string;
  payoutId: string;
  /** Of the order. */
  reference: string;
  endToEndId: string;
  amount: string;
  currency: string;
  state: 'open' | 'sent' | 'settled' | 'returned' | 'reversed' | 'void';
  /** Its file exists, or it is being paid by hand. */
  isReleased: boolean;
  /** A line of a statement says already that it was paid. */
  hasLine: boolean;
}

export interface MatchBatch {
  reference: string;
  amount: string;
  currency: string;
  /** Only while each of its attempts is sent. */
  attempts: readonly MatchAttempt[];
}

/** An exchange whose customer pays this amount to us. */
export interface MatchOrder {
  id: string;
  reference: string;
  amount: string;
  currency: string;
}

/** What the lines of a file may be about; references as they are stored. */
export interface MatchSources {
  attempts: readonly MatchAttempt[];
  batches: readonly MatchBatch[];
  exchanges: readonly MatchOrder[];
  /** All orders that exist of those that the lines name. */
  references: readonly string[];
  feeTolerance: { percent: string; max: string };
}

export interface Candidate {
  payoutId?: string;
  transactionId?: string;
  reference: string;
  amount: string;
  difference: string;
}

export interface Finding {
  state: 'proposed' | 'unmatched';
  rule: MatchRule | null;
  candidates: Candidate[];
  /** What the bank deducted or added. */
  fee?: string;
  /** All lines that pay the payout between them. */
  split?: string[];
  /** Money left that should not have. */
  isAlarm: boolean;
}

const maxSplit = 5;
const maxCandidates = 5;
const nothing: Finding = { state: 'unmatched', rule: null, candidates: [], isAlarm: false };

/**
 * What each line is, in the order of the lines: `exact` before the others. `earlier` are unmatched lines of other files, of
 * which a payment in parts may consist.
 */
export function matchLines(
  lines: readonly MatchLine[],
  sources: MatchSources,
  earlier: readonly MatchLine[] = [],
): Map<string, Finding> {
  const matcher = createMatcher(sources);
  const findings = new Map<string, Finding>();
  for (const line of lines) {
    const exact = line.direction === 'out' ? matcher.exact(line) : undefined;
    if (exact) findings.set(line.id, exact);
  }
  for (const line of lines) {
    if (findings.has(line.id)) continue;
    findings.set(line.id, line.direction === 'out' ? matcher.outgoing(line) : matcher.incoming(line));
  }
  for (const [id, finding] of matcher.splits([...earlier, ...lines], findings)) findings.set(id, finding);
  return findings;
}

function createMatcher(sources: MatchSources) {
  const known = new Set(sources.references);
  const byReference = groupBy(sources.attempts, ({ reference }) => reference);
  const byId = new Map(sources.attempts.map((attempt) => [normaliseReference(attempt.endToEndId), attempt]));
  const byAmount = groupBy(sources.attempts, ({ amount, currency }) => `${amount} ${currency}`);
  const batches = new Map(sources.batches.map((batch) => [batch.reference, batch]));
  const exchanges = new Map(sources.exchanges.map((order) => [order.reference, order]));
  /** Attempts that a line of this file already stands for. */
  const taken = new Set<string>();

  const referencesOf = (line: MatchLine) => referencesIn(line).filter((reference) => known.has(reference));

  /** The attempt that the bank returned our id for, else those of the only order that the text names. */
  function attemptsOf(line: MatchLine): readonly MatchAttempt[] {
    const named = byId.get(normaliseReference(line.endToEndId));
    if (named) return named.currency === line.currency ? [named] : [];
    const [reference, ...more] = referencesOf(line);
    if (reference === undefined || more.length > 0) return [];
    return (byReference.get(reference) ?? []).filter(({ currency }) => currency === line.currency);
  }
  const sameAmount = (line: MatchLine) => attemptsOf(line).filter(({ amount }) => amount === line.amount);
  const isUnpaid = (attempt: MatchAttempt) => !attempt.hasLine && !taken.has(attempt.id);

  function take(
    attempts: readonly MatchAttempt[],
    line: MatchLine,
    rule: MatchRule,
    more: Partial<Finding> = {},
  ): Finding {
    for (const { id } of attempts) taken.add(id);
    const candidates = attempts.map((attempt) => candidateOf(attempt, line));
    return { state: 'proposed', rule, candidates, isAlarm: false, ...more };
  }

  function exact(line: MatchLine): Finding | undefined {
    const fitting = sameAmount(line).filter(isUnpaid);
    const attempt = fitting.find(({ state }) => state === 'sent') ?? fitting.find(({ state }) => state === 'settled');
    return attempt && take([attempt], line, 'exact');
  }

  function batch(line: MatchLine): Finding | undefined {
    const [reference, ...more] = batchReferencesIn(line);
    const found = reference === undefined || more.length > 0 ? undefined : batches.get(reference);
    if (!found || found.amount !== line.amount || found.currency !== line.currency) return undefined;
    const areOpen =
      found.attempts.length > 0 && found.attempts.every((item) => item.state === 'sent' && isUnpaid(item));
    return areOpen ? take(found.attempts, line, 'batch') : undefined;
  }

  function outgoing(line: MatchLine): Finding {
    const references = referencesOf(line);
    const attempts = attemptsOf(line);
    if (references.length === 0 && attempts.length === 0) return batch(line) ?? byAmountOnly(line);
    if (references.length > 1 && attempts.length === 0) return { ...nothing, candidates: allNamed(line, references) };
    const candidates = attempts.map((attempt) => candidateOf(attempt, line)).slice(0, maxCandidates);
    const equal = sameAmount(line);
    const released = equal.find((item) => item.state === 'open' && item.isReleased && isUnpaid(item));
    if (released) return take([released], line, 'not_sent');
    const isTwice = equal.some(({ state, hasLine, id }) => hasLine || taken.has(id) || state === 'returned');
    if (isTwice) return { ...nothing, rule: 'paid_twice', candidates, isAlarm: true };
    const sent = attempts.filter(({ state }) => state === 'sent' || state === 'settled');
    if (sent.length === 0 || equal.length > 0) return { ...nothing, rule: 'not_sent', candidates, isAlarm: true };
    const deducted = sent.find((item) => isUnpaid(item) && isWithinTolerance(line.amount, item.amount));
    if (deducted) return take([deducted], line, 'fee_deducted', { fee: difference(line.amount, deducted) });
    return { ...nothing, rule: 'amount_differs', candidates };
  }

  function byAmountOnly(line: MatchLine): Finding {
    const equal = (byAmount.get(`${line.amount} ${line.currency}`) ?? []).filter(
      (item) => item.state === 'sent' && isUnpaid(item),
    );
    if (equal.length === 0) return nothing;
    const candidates = equal.slice(0, maxCandidates).map((attempt) => candidateOf(attempt, line));
    return { ...nothing, rule: 'amount_only', candidates };
  }

  function incoming(line: MatchLine): Finding {
    const references = referencesOf(line);
    const named = references.flatMap((reference) => exchanges.get(reference) ?? []);
    if (references.length > 1) return { ...nothing, candidates: allNamed(line, references) };
    const paid = named.find(({ amount, currency }) => amount === line.amount && currency === line.currency);
    if (paid)
      return { state: 'proposed', rule: 'incoming', candidates: [exchangeCandidate(paid, line)], isAlarm: false };
    const attempts = attemptsOf(line);
    const sent = attempts.filter(({ state }) => state === 'sent' || state === 'settled');
    const returned =
      sent.find(({ amount }) => amount === line.amount) ??
      sent.find(({ amount }) => isWithinTolerance(amount, line.amount));
    if (returned && !taken.has(`return ${returned.id}`)) {
      taken.add(`return ${returned.id}`);
      const fee = returned.amount === line.amount ? {} : { fee: difference(returned.amount, line) };
      const candidates = [candidateOf(returned, line)];
      return { state: 'proposed', rule: 'return', candidates, isAlarm: false, ...fee };
    }
    const candidates = [
      ...attempts.map((attempt) => candidateOf(attempt, line)),
      ...named.filter(({ currency }) => currency === line.currency).map((order) => exchangeCandidate(order, line)),
    ].slice(0, maxCandidates);
    if (named.length > 0 || sent.length > 0) return { ...nothing, rule: 'amount_differs', candidates };
    return references.length > 0 ? { ...nothing, rule: 'wrong_direction', candidates } : nothing;
  }

  function allNamed(line: MatchLine, references: readonly string[]): Candidate[] {
    return references
      .flatMap((reference) => byReference.get(reference) ?? [])
      .filter(({ currency }) => currency === line.currency)
      .slice(0, maxCandidates)
      .map((attempt) => candidateOf(attempt, line));
  }

  /** Payments in parts: lines that each differ, and pay one attempt exactly between them. */
  function splits(lines: readonly MatchLine[], findings: ReadonlyMap<string, Finding>): Map<string, Finding> {
    const parts = new Map<MatchAttempt, MatchLine[]>();
    const found = new Map<string, Finding>();
    for (const line of lines) {
      const finding = findings.get(line.id);
      if (line.direction !== 'out' || (finding && finding.rule !== 'amount_differs')) continue;
      const open = attemptsOf(line).filter((item) => item.state === 'sent' && isUnpaid(item));
      const [attempt, ...more] = open.filter(({ amount }) => unitsOf(line.amount) < unitsOf(amount));
      if (!attempt || more.length > 0) continue;
      const group = [...(parts.get(attempt) ?? []), line];
      parts.set(attempt, group);
      const total = group.reduce((sum, { amount }) => sum + unitsOf(amount), 0n);
      if (group.length > maxSplit || total !== unitsOf(attempt.amount)) continue;
      const split = group.map(({ id }) => id);
      for (const part of group) found.set(part.id, take([attempt], part, 'split', { split }));
    }
    return found;
  }

  /** Whether `above` is more than `below`, by no more than a bank takes for a transfer. */
  function isWithinTolerance(above: string, below: string): boolean {
    const more = unitsOf(above) - unitsOf(below);
    // Per cent in hundredths, and the highest fee in units of the currency.
    const percent = (unitsOf(below) * hundredths(sources.feeTolerance.percent)) / 10_000n;
    const decimals = above.split('.')[1]?.length ?? 0;
    const max = (hundredths(sources.feeTolerance.max) * 10n ** BigInt(decimals)) / 100n;
    return more > 0n && more <= (percent < max ? percent : max);
  }

  return { exact, outgoing, incoming, splits };
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** A plain decimal of at most two places, in hundredths. */
function hundredths(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(2, '0').slice(0, 2));
}

function difference(above: string, below: Pick<MatchLine, 'amount' | 'currency'>): string {
  return amountFrom(unitsOf(above) - unitsOf(below.amount), below.currency);
}

function candidateOf(attempt: MatchAttempt, line: MatchLine): Candidate {
  const { payoutId, reference, amount } = attempt;
  return { payoutId, reference, amount, difference: difference(line.amount, attempt) };
}

function exchangeCandidate(order: MatchOrder, line: MatchLine): Candidate {
  const { id: transactionId, reference, amount } = order;
  return { transactionId, reference, amount, difference: difference(line.amount, order) };
}
