import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Id } from '#shared/kernel/ids.ts';
import { decimal, smallerOf, none, sumOf, type Amount } from '#shared/kernel/money.ts';
import { percentOf } from '#shared/kernel/percent.ts';
import { minorText, moneyIn } from '#shared/payouts/payouts.money.ts';
import type { matchRules, StatementLineView } from '#shared/payouts/payouts.statements.contract.ts';
import { normaliseReference, type Names } from './payouts.references.ts';

export type MatchRule = (typeof matchRules)[number];

type Sum = { amount: string; currency: string };

export interface MatchLine extends Sum, Names {
  id: Id<'statementLine'>;
  direction: 'in' | 'out';
  endToEndId: string;
}

export interface MatchAttempt extends Sum {
  id: Id<'payoutAttempt'>;
  payoutId: Id<'payout'>;
  /** The order's reference. */
  reference: string;
  endToEndId: string;
  state: 'open' | 'sent' | 'settled' | 'returned' | 'reversed' | 'void';
  /** True if its file exists, or it is being paid by hand. */
  isReleased: boolean;
  /** True if a statement line already shows that it was paid. */
  hasLine: boolean;
}

/** The rows that lines of a file may match; references as they are stored. */
export interface MatchSources {
  attempts: readonly MatchAttempt[];
  /** Batches with all of their attempts. */
  batches: readonly (Sum & { reference: string; attempts: readonly MatchAttempt[] })[];
  /** Exchanges whose customers pay this amount to us. */
  exchanges: readonly (Sum & { id: Id<'order'>; reference: string })[];
  /** All orders that exist of those that the lines name. */
  references: readonly string[];
  feeTolerance: { percent: string; max: string };
}

export type Candidate = Omit<StatementLineView['candidates'][number], 'payee'>;

export interface Finding {
  state: 'proposed' | 'unmatched';
  rule: MatchRule | null;
  candidates: Candidate[];
  /** The fee that the bank deducted or added. */
  fee?: string;
  /** All lines that pay the payout between them. */
  split?: Id<'statementLine'>[];
  /** Money left that should not have. */
  isAlarm: boolean;
}

const maxSplit = 5;
const maxCandidates = 5;
/** Number of lines at a time: other calls are answered in between. */
const linesAtOnce = 500;

/**
 * Matches lines, in their order, exact matches before the others. `earlierLines` are unmatched lines of other files,
 * which may be parts of one payment.
 */
export async function matchLines(
  lines: readonly MatchLine[],
  sources: MatchSources,
  earlierLines: readonly MatchLine[] = [],
): Promise<Map<Id<'statementLine'>, Finding>> {
  const matcher = new Matcher(sources);
  const findings = new Map<Id<'statementLine'>, Finding>();
  await forEachYielding(lines, (line) => {
    const exactFinding = line.direction === 'out' ? matcher.exact(line) : undefined;
    if (exactFinding) findings.set(line.id, exactFinding);
  });
  await forEachYielding(lines, (line) => {
    if (findings.has(line.id)) return;
    findings.set(line.id, line.direction === 'out' ? matcher.outgoing(line) : matcher.incoming(line));
  });
  for (const [id, finding] of matcher.splits([...earlierLines, ...lines], findings)) findings.set(id, finding);
  return findings;
}

/** Runs `work` for each item in order, and lets other calls be answered in between. */
export async function forEachYielding<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let doneCount = 0;
  for (const item of items) {
    work(item);
    doneCount += 1;
    if (doneCount % linesAtOnce === 0) await yieldToEventLoop();
  }
}

class Matcher {
  /** Attempts that a line of this file already stands for, as paid or as returned. */
  private readonly taken = new Set<string>();
  private readonly sources: MatchSources;
  private readonly known: Set<string>;
  private readonly byReference: Map<string, MatchAttempt[]>;
  private readonly byId: Map<string, MatchAttempt>;
  private readonly byAmount: Map<string, MatchAttempt[]>;
  private readonly batches: Map<string, MatchSources['batches'][number]>;
  private readonly exchanges: Map<string, MatchSources['exchanges'][number]>;

  constructor(sources: MatchSources) {
    this.sources = sources;
    this.known = new Set(sources.references);
    this.byReference = groupBy(sources.attempts, ({ reference }) => reference);
    this.byId = new Map(sources.attempts.map((attempt) => [normaliseReference(attempt.endToEndId), attempt]));
    this.byAmount = groupBy(sources.attempts, ({ amount, currency }) => `${amount} ${currency}`);
    this.batches = new Map(sources.batches.map((batch) => [batch.reference, batch]));
    this.exchanges = new Map(sources.exchanges.map((order) => [order.reference, order]));
  }

  exact(line: MatchLine): Finding | undefined {
    const fittingAttempts = this.attemptsOf(line).filter((item) => item.amount === line.amount && this.isUnpaid(item));
    const attempt =
      fittingAttempts.find(({ state }) => state === 'sent') ?? fittingAttempts.find(({ state }) => state === 'settled');
    return attempt && this.propose([attempt], line, 'exact');
  }

  outgoing(line: MatchLine): Finding {
    const references = this.referencesOf(line);
    const attempts = this.attemptsOf(line);
    // A collective booking may name each of the orders of its batch.
    const batch = attempts.length === 0 ? this.batch(line) : undefined;
    if (batch) return batch;
    if (attempts.length === 0 && references.length === 0) return this.amountOnly(line);
    if (attempts.length === 0 && references.length > 1) return findingOf(null, line, this.allNamed(references));
    const equalAttempts = attempts.filter(({ amount }) => amount === line.amount);
    const releasedAttempt = equalAttempts.find(
      (item) => item.state === 'open' && item.isReleased && this.isUnpaid(item),
    );
    if (releasedAttempt) return this.propose([releasedAttempt], line, 'not_sent');
    const isTwice = equalAttempts.some((item) => !this.isUnpaid(item) || item.state === 'returned');
    if (isTwice) return { ...findingOf('paid_twice', line, attempts), isAlarm: true };
    const sentAttempts = attempts.filter(isSent);
    if (sentAttempts.length === 0 || equalAttempts.length > 0)
      return { ...findingOf('not_sent', line, attempts), isAlarm: true };
    const deductedAttempt = sentAttempts.find((item) => this.isUnpaid(item) && this.isWithinTolerance(line, item));
    if (!deductedAttempt) return findingOf('amount_differs', line, attempts);
    return { ...this.propose([deductedAttempt], line, 'fee_deducted'), fee: difference(line, deductedAttempt) };
  }

  incoming(line: MatchLine): Finding {
    const references = this.referencesOf(line);
    if (references.length > 1) return findingOf(null, line, this.allNamed(references));
    const namedExchanges = references.flatMap((reference) => this.exchanges.get(reference) ?? []);
    const paidExchange = namedExchanges.find(
      ({ amount, currency }) => amount === line.amount && currency === line.currency,
    );
    if (paidExchange) return { ...findingOf('incoming', line, [paidExchange]), state: 'proposed' };
    const attempts = this.attemptsOf(line);
    const sentAttempts = attempts.filter(isSent);
    const returnedAttempt =
      sentAttempts.find(({ amount }) => amount === line.amount) ??
      sentAttempts.find((item) => this.isWithinTolerance(item, line));
    if (returnedAttempt && !this.taken.has(`return ${returnedAttempt.id}`)) {
      this.taken.add(`return ${returnedAttempt.id}`);
      const fee = returnedAttempt.amount === line.amount ? {} : { fee: difference(returnedAttempt, line) };
      return { ...findingOf('return', line, [returnedAttempt]), state: 'proposed', ...fee };
    }
    const candidates = [...attempts, ...namedExchanges];
    if (namedExchanges.length > 0 || sentAttempts.length > 0) return findingOf('amount_differs', line, candidates);
    return findingOf(references.length > 0 ? 'wrong_direction' : null, line, references.length > 0 ? candidates : []);
  }

  /** Payments in parts: lines that each differ, and pay one attempt exactly between them. */
  splits(
    lines: readonly MatchLine[],
    findings: ReadonlyMap<Id<'statementLine'>, Finding>,
  ): Map<Id<'statementLine'>, Finding> {
    const parts = new Map<MatchAttempt, MatchLine[]>();
    const splits = new Map<Id<'statementLine'>, Finding>();
    for (const line of lines) {
      const finding = findings.get(line.id);
      if (line.direction !== 'out' || (finding && finding.rule !== 'amount_differs')) continue;
      const openAttempts = this.attemptsOf(line).filter((item) => item.state === 'sent' && this.isUnpaid(item));
      const [attempt, ...otherAttempts] = openAttempts.filter((item) => moneyOf(line).lt(moneyOf(item)));
      if (!attempt || otherAttempts.length > 0) continue;
      const group = [...(parts.get(attempt) ?? []), line];
      parts.set(attempt, group);
      const total = sumOf(none.payout, group.map(moneyOf));
      if (group.length > maxSplit || !total.eq(moneyOf(attempt))) continue;
      const split = group.map(({ id }) => id);
      for (const part of group) splits.set(part.id, { ...this.propose([attempt], part, 'split'), split });
    }
    return splits;
  }

  private referencesOf(line: MatchLine): string[] {
    return line.references.filter((reference) => this.known.has(reference));
  }

  /** The attempt that the bank returned our id for, else those of the only order that the text names. */
  private attemptsOf(line: MatchLine): readonly MatchAttempt[] {
    const namedAttempt = this.byId.get(normaliseReference(line.endToEndId));
    const [reference, ...otherReferences] = namedAttempt ? [] : this.referencesOf(line);
    const attempts = namedAttempt
      ? [namedAttempt]
      : otherReferences.length > 0
        ? []
        : (this.byReference.get(reference ?? '') ?? []);
    return attempts.filter(({ currency }) => currency === line.currency);
  }

  private allNamed(references: readonly string[]): MatchAttempt[] {
    return references.flatMap((reference) => this.byReference.get(reference) ?? []);
  }

  private isUnpaid({ id, hasLine }: MatchAttempt): boolean {
    return !hasLine && !this.taken.has(id);
  }

  private propose(attempts: readonly MatchAttempt[], line: MatchLine, rule: MatchRule): Finding {
    for (const { id } of attempts) this.taken.add(id);
    const candidates = attempts.map((attempt) => candidateOf(attempt, line));
    return { state: 'proposed', rule, candidates, isAlarm: false };
  }

  /** One booking of a whole batch, while each of its attempts is sent. */
  private batch(line: MatchLine): Finding | undefined {
    const [reference, ...otherReferences] = line.batchReferences;
    const batch = otherReferences.length === 0 ? this.batches.get(reference ?? '') : undefined;
    if (batch?.amount !== line.amount || batch.currency !== line.currency || batch.attempts.length === 0)
      return undefined;
    const areOpen = batch.attempts.every((item) => item.state === 'sent' && this.isUnpaid(item));
    return areOpen ? this.propose(batch.attempts, line, 'batch') : undefined;
  }

  private amountOnly(line: MatchLine): Finding {
    const equalAttempts = this.byAmount.get(`${line.amount} ${line.currency}`) ?? [];
    const openAttempts = equalAttempts.filter((item) => item.state === 'sent' && this.isUnpaid(item));
    return findingOf(openAttempts.length > 0 ? 'amount_only' : null, line, openAttempts);
  }

  /** True if `larger` is more than `smaller` by no more than a bank deducts from a transfer. */
  private isWithinTolerance(larger: Sum, smaller: Sum): boolean {
    const excess = moneyOf(larger).minus(moneyOf(smaller));
    const { percent, max } = this.sources.feeTolerance;
    const share = percentOf(moneyOf(smaller), decimal(percent));
    return excess.gt(none.payout) && excess.lte(smallerOf(share, moneyIn(max, smaller.currency)));
  }
}

const isSent = ({ state }: MatchAttempt) => state === 'sent' || state === 'settled';

/** The finding of a line without a proposal: the first candidate in its currency. */
function findingOf(
  rule: MatchRule | null,
  line: MatchLine,
  sums: readonly Parameters<typeof candidateOf>[0][],
): Finding {
  const candidates = sums
    .filter(({ currency }) => currency === line.currency)
    .slice(0, maxCandidates)
    .map((item) => candidateOf(item, line));
  return { state: 'unmatched', rule, candidates, isAlarm: false };
}

/** Groups items by a key, in their order. */
export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) addTo(groups, keyOf(item), item);
  return groups;
}

/** Adds an item to the group of a key. */
export function addTo<Item>(groups: Map<string, Item[]>, key: string, item: Item): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}

const moneyOf = ({ amount, currency }: Sum): Amount<'payout'> => moneyIn(amount, currency);

const difference = (larger: Sum, smaller: Sum): string => minorText(moneyOf(larger).minus(moneyOf(smaller)));

/** An attempt, or an exchange. */
function candidateOf(sum: MatchAttempt | MatchSources['exchanges'][number], line: MatchLine): Candidate {
  const { reference, amount } = sum;
  return {
    ...('payoutId' in sum ? { payoutId: sum.payoutId } : { transactionId: sum.id }),
    reference,
    amount,
    difference: difference(line, sum),
  };
}
