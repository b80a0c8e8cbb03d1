import type { Db } from '#server/db/connection.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { BatchDeps } from '../batches/payouts.batches.service.ts';
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

export type StatementDeps = BatchDeps;

/** What a line is stored with: the candidates carry what only their proposal needs. */
export function storedFinding(finding: Finding | undefined) {
  const { state = 'unmatched', rule = null, candidates = [], fee, split } = finding ?? {};
  return {
    state,
    rule,
    candidates: candidates.map((item) => ({ ...item, ...(fee && { fee }), ...(split && { split }) })),
  };
}

/** The same of several lines. */
export function storedFindings(found: readonly (readonly [id: string, finding: Finding])[]) {
  return found.map(([id, finding]) => ({ id, ...storedFinding(finding) }));
}

/** A line of a file comes with what it names; one that was stored is searched again. */
type FoundLine = Omit<MatchLine, keyof Names> & NamingLine & Partial<Names>;

/** Lines with what they name; other calls are answered in between. */
async function named(lines: readonly FoundLine[]): Promise<MatchLine[]> {
  const found: MatchLine[] = [];
  await forEachYielding(lines, ({ references, batchReferences, ...line }) => {
    found.push({ ...line, ...(references && batchReferences ? { references, batchReferences } : namesIn(line)) });
  });
  return found;
}

/** What lines of an account are, with the payouts, batches and exchanges that they may be about. */
export async function findFor(
  tx: Pick<Db, 'ask'>,
  deps: SettingsPorts,
  account: { accountId: string; currency: string },
  stored: readonly FoundLine[],
): Promise<Map<string, Finding>> {
  const { accountId, currency } = account;
  const own = new Set(stored.map(({ id }) => id));
  const open = (await readOpenParts(tx, { accountId })).filter(({ id }) => !own.has(id));
  const parts = open.map((line) => ({ ...line, amount: moneyText(line.amount, currency), direction: 'out' as const }));
  const [lines, earlier] = [await named(stored), await named(parts)];
  return matchLines(lines, await sourcesFor(tx, deps, account, [...lines, ...earlier]), earlier);
}

async function sourcesFor(
  tx: Pick<Db, 'ask'>,
  deps: SettingsPorts,
  { accountId, currency }: { accountId: string; currency: string },
  lines: readonly MatchLine[],
): Promise<MatchSources> {
  const names = [...new Set(lines.flatMap(({ references }) => references))];
  const batchNames = new Set(lines.flatMap(({ batchReferences }) => batchReferences));
  const numbers = [...batchNames].map((reference) => Number(reference.slice(2)));
  const orders = await readNamedOrders(tx, { references: names });
  const references = orders.map(({ reference }) => reference);
  // What names an order is never compared by its amount alone.
  const known = new Set(references);
  const nameless = lines.filter((line) => line.direction === 'out' && !line.references.some((name) => known.has(name)));
  const amounts = [...new Set(nameless.map(({ amount }) => amount))];
  const batches = numbers.filter((number) => number < 2 ** 31);
  const attempts: (MatchAttempt & Pick<AttemptRow, 'batchSeq' | 'batchTotal'>)[] = [];
  const rows = await readAttempts(tx, { currency, references, batches, amounts, accountId });
  await forEachYielding(rows, ({ payoutState, ...row }) => {
    const amount = moneyText(row.amount, currency);
    attempts.push({ ...row, amount, currency, isReleased: payoutState === 'released' });
  });
  const numbered = new Set(batches);
  const { percent, max } = settingsOf(deps).payouts.feeTolerance;
  return {
    attempts,
    batches: [...numbered].flatMap((seq) => {
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
