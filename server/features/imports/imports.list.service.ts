import { Readable } from 'node:stream';
import type { Db } from '#server/db/connection.ts';
import type { FileAnswer } from '#server/http/reply.ts';
import { csvOf, textCell, type CsvColumn } from '#server/lib/csv.ts';
import { NotFound } from '#server/lib/refusal.ts';
import { textsIn } from '#server/lib/texts.ts';
import { toWireRow } from '#server/lib/wire.ts';
import type { Platform } from '#server/platform.ts';
import type { ImportDetails, ImportProblem, ImportView } from '#shared/imports/imports.contract.ts';
import { importFields, shownProblems } from '#shared/imports/imports.fields.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { rowsAtOnce } from './imports.blocks.ts';
import type { ImportsDeps } from './imports.ports.ts';
import * as queries from './imports.queries.ts';
import type { RowProblem } from './imports.tables.ts';
import { decryptValues } from './imports.values.ts';
import type { RowCells } from './reading/imports.row.ts';
import { countryOf, numberOf } from './reading/imports.values.ts';

/** Maximum length of a cell that a line of a screen shows. */
const maxShownLength = 80;

function presentImport({ columns: _columns, madeBy, makerName, ...row }: queries.ImportViewRow): ImportView {
  return { ...toWireRow(row), madeBy: { id: madeBy, name: makerName } };
}

/** A page of the imports, newest first. */
export async function listImports(
  { db }: Pick<Platform, 'db'>,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: ImportView[]; total: number }> {
  const rows = await queries.listImportViews(db, { limit: pageSize, offset: (page - 1) * pageSize });
  const { total } = await queries.countImports(db);
  return { rows: rows.map(presentImport), total };
}

/** An import with its columns and its first problems. Refuses with not_found. */
export async function importDetails(deps: ImportsDeps, id: Id<'import'>): Promise<ImportDetails> {
  const row = await viewOf(deps.db, id);
  const problems: ImportProblem[] = [];
  const problemLines = await problemRows(deps, id, { after: 0, limit: shownProblems });
  const customerOf = await customersWithNumbers(deps.db, problemLines);
  for (const problemLine of problemLines) {
    const { line, cells, problems: rowProblems } = problemLine;
    for (const { field, reason } of rowProblems) {
      const customer = reason === 'number_shared' ? customerOf(problemLine) : null;
      problems.push({ line, field, reason, value: cells[field]?.slice(0, maxShownLength) ?? null, customer });
    }
  }
  return { ...presentImport(row), columns: row.columns, problems: problems.slice(0, shownProblems) };
}

/** Looks up who has the numbers of some lines now: of two lines of one file, the other may have been imported since. */
async function customersWithNumbers(db: Pick<Db, 'ask'>, lines: readonly ProblemRow[]) {
  const numberIn = ({ cells, problems }: ProblemRow): string | undefined => {
    const home = problems.some(({ reason }) => reason === 'number_shared') && countryOf(cells.country?.trim() ?? '');
    const number = home ? numberOf(cells.mobileNumber?.trim() ?? '', home) : undefined;
    return typeof number === 'string' ? number : undefined;
  };
  const users = await queries.listKnown(db, { emails: [], numbers: lines.flatMap((line) => numberIn(line) ?? []) });
  const byNumber = new Map(users.filter(({ role }) => role === 'customer').map((user) => [user.mobileNumber, user]));
  return (line: ProblemRow) => {
    const user = byNumber.get(numberIn(line) ?? '');
    return user ? { id: user.id, name: `${user.firstName} ${user.lastName}` } : null;
  };
}

async function viewOf(db: Pick<Db, 'ask'>, id: Id<'import'>): Promise<queries.ImportViewRow> {
  const row = await queries.readImportView(db, { id });
  if (!row || row.state === 'dropped') throw new NotFound('import_not_found');
  return row;
}

type ProblemRow = { line: number; cells: RowCells; problems: readonly RowProblem[] };

async function problemRows(
  { db, env }: ImportsDeps,
  id: Id<'import'>,
  range: { after: number; limit: number },
): Promise<ProblemRow[]> {
  const rows = await queries.listRows.problem(db, { id, ...range });
  return rows.map(({ line, values, problems }) => {
    const { cells = {} } = decryptValues(values, { secret: env.encryptionKey, importId: id, line });
    return { line, cells, problems };
  });
}

/** A CSV of all lines with a problem, under headings that an import reads again once they are corrected. */
export async function problemsFile(deps: ImportsDeps, id: Id<'import'>): Promise<FileAnswer> {
  const { columns } = await viewOf(deps.db, id);
  const fields = importFields.filter((field) => columns.some((column) => column.field === field));
  const shownCsvColumns: CsvColumn<ProblemRow>[] = [
    ...fields.map((field): CsvColumn<ProblemRow> => [field, ({ cells }) => textCell(cells[field] ?? '')]),
    ['Line', ({ line }) => String(line)],
    ['Problem', ({ problems }) => textCell(problems.map(problemText).join('; '))],
  ];
  const stream = Readable.from(csvOf(problemBatches(deps, id), shownCsvColumns));
  return { stream, size: null, type: 'text/csv; charset=utf-8', downloadName: 'problems.csv', inline: false };
}

/** The sentence of the screen, in English as the headings of the file are. */
function problemText({ field, reason }: RowProblem): string {
  const texts = textsIn('en', 'imports.admin');
  return `${texts.field[field]}: ${texts.reason[reason]}`;
}

async function* problemBatches(deps: ImportsDeps, id: Id<'import'>): AsyncGenerator<ProblemRow[]> {
  for (let after = 0; ;) {
    const rows = await problemRows(deps, id, { after, limit: rowsAtOnce });
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)?.line ?? 0;
  }
}
