import type { Db } from '#server/db/connection.ts';
import { newId } from '#server/lib/new-id.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { moneyText } from '../list/payouts.present.ts';
import { knownInOtherFormats, type ComparedLine } from './payouts.known-lines.ts';
import { addTo, forEachYielding } from './payouts.matching.ts';
import type { ReadStatement, StatementLine } from './payouts.statement.ts';
import { readKnownLines, readLinesOfOtherFormats } from './payouts.statements.queries.ts';

interface AccountCurrency {
  accountId: Id<'deskAccount'>;
  currency: string;
}

export type NewLine = StatementLine & { id: Id<'statementLine'>; seq: number };

/** The lines of a file that no earlier file of the account had, numbered in their order. */
export async function newLinesOf(
  db: Pick<Db, 'ask'>,
  statement: ReadStatement,
  account: AccountCurrency,
): Promise<NewLine[]> {
  const knownLines = await readKnownLines(db, account.accountId, statement.lines);
  const inOtherFile = await knownInOtherFile(db, statement, account);
  const newLines: NewLine[] = [];
  await forEachYielding(statement.lines, (line) => {
    if (knownLines.has(`${line.fingerprint} ${line.occurrence}`) || inOtherFile.has(line)) return;
    // The line itself, not a copy of it: a file has a hundred thousand.
    newLines.push(Object.assign(line, { id: newId('statementLine'), seq: newLines.length + 1 }));
  });
  return newLines;
}

/** Number of lines that are compared between two queries: a transaction without a query for too long is ended. */
const comparedAtOnce = 20_000;

/** The lines that a file of another format had already: lines of one day are compared, some days at a time. */
async function knownInOtherFile(
  db: Pick<Db, 'ask'>,
  { format, lines }: ReadStatement,
  { accountId, currency }: AccountCurrency,
) {
  const knownLines = new Set<StatementLine>();
  const byDay = new Map<string, StatementLine[]>();
  await forEachYielding(lines, (line) => addTo(byDay, line.bookedOn, line));
  const days = [...byDay].toSorted(([a], [b]) => a.localeCompare(b));
  while (days.length > 0) {
    const [from = ''] = days[0] ?? [];
    const someStatementLines: StatementLine[] = [];
    const storedLines: ComparedLine[] = [];
    let to = from;
    while (
      days[0] &&
      (someStatementLines.length === 0 || someStatementLines.length + days[0][1].length <= comparedAtOnce)
    ) {
      const [day, dayLines] = days.shift() ?? ['', []];
      to = day;
      for (const line of dayLines) someStatementLines.push(line);
    }
    const rows = await readLinesOfOtherFormats(db, { accountId, format, from, to });
    await forEachYielding(rows, (row) => storedLines.push({ ...row, amount: moneyText(row.amount, currency) }));
    for (const line of await knownInOtherFormats(someStatementLines, storedLines)) knownLines.add(line);
  }
  return knownLines;
}
