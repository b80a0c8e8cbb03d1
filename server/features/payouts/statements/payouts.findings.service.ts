import type { Db } from '#server/db/connection.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { batchReference, moneyText } from '../list/payouts.present.ts';
import {
  forEachYielding,
  matchLines,
  type Finding,
  type MatchAttempt,
  type MatchLine,
  type MatchSources,
} from './payouts.matching.ts';
import { namesIn, type Names, type NamingLine } from './payouts.references.ts';
import { readAttempts, readNamedOrders, readOpenParts, type AttemptRow } from './payouts.sources.queries.ts';

/** Returns the finding that is stored with a line, without the values that only its proposal needs. */
export function storedFinding(finding: Finding | undefined) {
  const { state = 'unmatched', rule = null, candidates = [], fee, split } = finding ?? {};
  return {
    state,
    rule,
    candidates: candidates.map((item) => ({ ...item, ...(fee && { fee }), ...(split && { split }) })),
  };
}

/** Returns the findings of several lines as they are stored. */
export function storedFindings(findings: readonly (readonly [id: Id<'statementLine'>, finding: Finding])[]) {
  return findings.map(([id, finding]) => ({ id, ...storedFinding(finding) }));
}

/** A line read from a file has the references in its text; the text of a stored line is searched again. */
type NamedLine = Omit<MatchLine, keyof Names> & NamingLine & Partial<Names>;

const hasNames = (line: NamedLine): line is NamedLine & Names =>
  line.references !== undefined && line.batchReferences !== undefined;

/** Lines with their references; other calls are answered in between. */
async function withNames(lines: readonly NamedLine[]): Promise<MatchLine[]> {
  const namedLines: MatchLine[] = [];
  await forEachYielding(lines, (line) => {
    namedLines.push(hasNames(line) ? line : { ...line, ...namesIn(line) });
  });
  return namedLines;
}

/** Returns the findings of an account's lines, with the payouts, batches and exchanges that they may concern. */
export async function findFor(
  tx: Pick<Db, 'ask'>,
  deps: SettingsPorts,
  account: { accountId: Id<'deskAccount'>; currency: string },
  storedLines: readonly NamedLine[],
): Promise<Map<Id<'statementLine'>, Finding>> {
  const { accountId, currency } = account;
  const openParts = new Map((await readOpenParts(tx, { accountId })).map((line) => [line.id, line]));
  await forEachYielding(storedLines, ({ id }) => void openParts.delete(id));
  const parts = [...openParts.values()].map((line) => {
    return { ...line, amount: moneyText(line.amount, currency), direction: 'out' as const };
  });
  const lines = await withNames(storedLines);
  const earlierLines = await withNames(parts);
  return matchLines(lines, await sourcesFor(tx, deps, account, [lines, earlierLines]), earlierLines);
}

async function sourcesFor(
  tx: Pick<Db, 'ask'>,
  deps: SettingsPorts,
  { accountId, currency }: { accountId: Id<'deskAccount'>; currency: string },
  files: readonly (readonly MatchLine[])[],
): Promise<MatchSources> {
  const names = new Set<string>();
  const batchNumbers = new Set<number>();
  for (const lines of files)
    await forEachYielding(lines, (line) => {
      for (const reference of line.references) names.add(reference);
      for (const reference of line.batchReferences) batchNumbers.add(Number(reference.slice(2)));
    });
  const orders = await readNamedOrders(tx, { references: [...names] });
  const references = orders.map(({ reference }) => reference);
  // A line that names an order is compared by that order, never by its amount alone.
  const knownReferences = new Set(references);
  const amounts = new Set<string>();
  for (const lines of files)
    await forEachYielding(lines, (line) => {
      if (line.direction === 'out' && !line.references.some((name) => knownReferences.has(name)))
        amounts.add(line.amount);
    });
  const batches = [...batchNumbers].filter((number) => number < 2 ** 31);
  const attempts: (MatchAttempt & Pick<AttemptRow, 'batchSeq' | 'batchTotal'>)[] = [];
  const rows = await readAttempts(tx, { currency, references, batches, amounts: [...amounts], accountId });
  await forEachYielding(rows, ({ payoutState, ...row }) => {
    const amount = moneyText(row.amount, currency);
    attempts.push({ ...row, amount, currency, isReleased: payoutState === 'released' });
  });
  const { percent, max } = settingsOf(deps).payouts.feeTolerance;
  return {
    attempts,
    batches: batches.flatMap((seq) => {
      const inBatch = attempts.filter(({ batchSeq }) => batchSeq === seq);
      const total = inBatch[0]?.batchTotal;
      const reference = batchReference(seq);
      return total ? [{ reference, amount: moneyText(total, currency), currency, attempts: inBatch }] : [];
    }),
    exchanges: orders
      .filter(({ type, isPaid, fromCurrency }) => type === 'fiat' && !isPaid && fromCurrency === currency)
      .map(({ id, reference, amount }) => ({ id, reference, amount: moneyText(amount, currency), currency })),
    references,
    feeTolerance: { percent: String(percent), max: String(max) },
  };
}
