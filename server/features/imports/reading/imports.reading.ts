import { readCsv, UnreadableCsv, type CsvFile, type CsvRow } from '#server/lib/csv-reading.ts';
import type { ImportColumn, ImportMapping } from '#shared/imports/imports.contract.ts';
import { maxImportBytes, maxImportRows, type ImportField, type ImportKind } from '#shared/imports/imports.fields.ts';
import { columnsOf, ImportRefused, type ImportRefusal } from './imports.columns.ts';
import {
  readAccountOwner,
  readCustomer,
  type Problem,
  type ReadAccount,
  type ReadCustomer,
  type ReadRow,
  type RowCells,
  type RowContext,
} from './imports.row.ts';

export type ImportInput = RowContext & { bytes: Uint8Array; kind: ImportKind; mapping: ImportMapping };

/** A row of the file: `same` is the person of a line above, and a row with problems has only the typed values. */
export type ReadLine = { line: number; cells: RowCells } & (
  | { state: 'ready' | 'same'; customer: ReadCustomer; account: ReadAccount | undefined; problems: [] }
  | { state: 'problem'; customer?: undefined; account?: undefined; problems: Problem[] }
);

export type ReadImport = Pick<CsvFile, 'encoding' | 'separator'> & {
  columns: ImportColumn[];
  lines: Iterable<ReadLine>;
};

/** Longer cells are not quoted in a problem. */
const maxShownLength = 200;

/** Reads a file of customers or of their accounts. A refusal is data, so that it can be handed on by a thread. */
export function readImport(input: ImportInput): ReadImport | { refusal: ImportRefusal } {
  try {
    return read(input);
  } catch (error) {
    if (error instanceof ImportRefused) return { refusal: error.refusal };
    if (error instanceof UnreadableCsv) return { refusal: { code: 'unreadable', line: error.line, why: error.why } };
    throw error;
  }
}

function read({ bytes, kind, mapping, methodsOf }: ImportInput): ReadImport {
  const { encoding, separator, rows } = readCsv(bytes, { maxBytes: maxImportBytes, maxRows: maxImportRows + 2 });
  const [heading, ...rowsBelow] = rows;
  if (!heading || rowsBelow.length === 0)
    throw new ImportRefused({ code: 'unreadable', line: heading?.line ?? 1, why: 'empty' });
  if (rowsBelow.length > maxImportRows) throw new ImportRefused({ code: 'rows' });
  const columns = columnsOf(
    heading.cells.map((cell) => cell.trim().slice(0, maxShownLength)),
    heading.line,
    mapping,
  );
  return { encoding, separator, columns, lines: linesOf(rowsBelow, { kind, columns, methodsOf }) };
}

type Reading = Pick<ImportInput, 'kind' | 'methodsOf'> & { columns: readonly ImportColumn[] };

/** Lines are read one after the other; all at once they would take several times the memory of the file. */
function* linesOf(rows: readonly CsvRow[], { kind, columns, methodsOf }: Reading): Generator<ReadLine> {
  const readRow = kind === 'customers' ? readCustomer : readAccountOwner;
  const seenCustomers = new SeenCustomers();
  for (const row of rows) {
    const cells = cellsOf(row, columns);
    const lineCells = { line: row.line, cells };
    const problemLine = (problems: Problem[]): ReadLine => ({ ...lineCells, state: 'problem', problems });
    const isLonger = row.cells.slice(columns.length).some((cell) => cell.trim() !== '');
    const { customer, account, problems } = isLonger ? rowWithColumns(columns) : readRow(cells, { methodsOf });
    const state = customer && kind === 'customers' ? seenCustomers.add(customer) : 'ready';
    if (!customer) yield problemLine(problems);
    else if (state === 'shared') yield problemLine([{ field: 'mobileNumber', reason: 'number_shared' }]);
    else yield { ...lineCells, state, customer, account, problems: [] };
  }
}

/** A row of more cells than the heading has, in which the columns cannot be recognised. */
const rowWithColumns = (columns: readonly ImportColumn[]): ReadRow => ({
  problems: [{ field: lastField(columns), reason: 'cells' }],
});

function cellsOf({ cells }: CsvRow, columns: readonly ImportColumn[]): RowCells {
  const byField: RowCells = {};
  columns.forEach(({ field }, index) => {
    if (field !== null) byField[field] = cells[index] ?? '';
  });
  return byField;
}

const lastField = (columns: readonly ImportColumn[]): ImportField =>
  columns.findLast(({ field }) => field !== null)?.field ?? 'firstName';

/** The people of the rows above: one person has one address, else one number. */
export class SeenCustomers {
  private readonly byEmail = new Set<string>();
  private readonly byNumber = new Map<string, string>();

  /** `same` where the person was there already; `shared` for the number of another name. */
  add(customer: Pick<ReadCustomer, 'email' | 'mobileNumber' | 'firstName' | 'lastName'>): 'ready' | 'same' | 'shared' {
    const { email, mobileNumber } = customer;
    if (email !== null && this.byEmail.has(email)) return 'same';
    const owner = mobileNumber === null ? undefined : this.byNumber.get(mobileNumber);
    const name = plainName(customer);
    if (owner !== undefined) return owner === name ? 'same' : 'shared';
    if (email !== null) this.byEmail.add(email);
    if (mobileNumber !== null) this.byNumber.set(mobileNumber, name);
    return 'ready';
  }
}

/** Returns a name in the form in which two spellings count as one. */
export const plainName = ({ firstName, lastName }: Pick<ReadCustomer, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
