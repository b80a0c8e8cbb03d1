import { addTo, forEachYielding } from './payouts.matching.ts';
import { namesIn, normaliseReference } from './payouts.references.ts';
import { noReference } from './reading/payouts.statement.values.ts';

/**
 * Names by which two lines of one day are about one booking. Amounts are decimal text with the minor units of the
 * account.
 */
export interface ComparedLine {
  bookedOn: string;
  direction: 'in' | 'out';
  amount: string;
  text: string;
  endToEndId: string;
  counterpartyName: string;
  fingerprint: string;
  occurrence: number;
}

/**
 * The lines of a file that the account has from a file of another format, in which the bank left its reference out.
 * Each stored line stands for one line of the file: a second payment is a second line.
 */
export async function knownInOtherFormats<Line extends ComparedLine>(
  lines: readonly Line[],
  storedLines: readonly ComparedLine[],
): Promise<Set<Line>> {
  const knownLines = new Set<Line>();
  if (storedLines.length === 0) return knownLines;
  const ownIdentities = new Set(lines.map(identityOf));
  const pool = new Map<string, ComparedLine[]>();
  await forEachYielding(storedLines, (line) => {
    // The line is already in the file, by its own reference.
    if (ownIdentities.has(identityOf(line))) return;
    for (const name of namesOf(line)) addTo(pool, name, line);
  });
  const takenLines = new Set<ComparedLine>();
  await forEachYielding(lines, (line) => {
    const candidates = keysOf(line).map((name) => firstLeft(pool.get(name) ?? [], takenLines));
    const sameLine = candidates.find((item) => item !== undefined);
    if (!sameLine) return;
    takenLines.add(sameLine);
    knownLines.add(line);
  });
  return knownLines;
}

const identityOf = ({ fingerprint, occurrence }: ComparedLine) => `${fingerprint} ${occurrence}`;

/** The first unused line of a group; lines before it are dropped for good. */
function firstLeft(group: ComparedLine[], takenLines: ReadonlySet<ComparedLine>): ComparedLine | undefined {
  const at = group.findIndex((line) => !takenLines.has(line));
  group.splice(0, at < 0 ? group.length : at);
  return group[0];
}

/** Key by which a line is recognised: our id, an order that it names, else its texts; `+` if it has our id too. */
function partsOf(line: ComparedLine) {
  const lineKey = [line.bookedOn, line.direction, line.amount].join(' ');
  const id = noReference.has(line.endToEndId.toUpperCase()) ? '' : normaliseReference(line.endToEndId);
  const [reference] = namesIn(line).references;
  const referenceKey = reference ?? `text ${normaliseReference(`${line.counterpartyName} ${line.text}`)}`;
  return {
    byId: `${lineKey} id ${id}`,
    without: `${lineKey} - ${referenceKey}`,
    beside: `${lineKey} + ${referenceKey}`,
    hasId: id !== '',
  };
}

function namesOf(line: ComparedLine): string[] {
  const { byId, without, beside, hasId } = partsOf(line);
  return hasId ? [byId, beside] : [without];
}

/** Two ids that differ are two payments, even if all other fields are equal. */
function keysOf(line: ComparedLine): string[] {
  const { byId, without, beside, hasId } = partsOf(line);
  return hasId ? [byId, without] : [without, beside];
}
