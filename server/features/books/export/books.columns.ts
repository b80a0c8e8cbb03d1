import { momentCell, textCell, type CsvColumn } from '#server/lib/csv.ts';
import { bookedDay } from '../books.days.ts';
import { titleOf, type ExportedEntry, type ExportedLine } from './books.export.types.ts';

export type Posting = { entry: ExportedEntry; line: ExportedLine };
type Side = Posting & { account: string; debit: string; credit: string };

const entryColumns: CsvColumn<Posting>[] = [
  ['Entry', ({ entry }) => entry.id],
  ['Key', ({ entry }) => textCell(entry.key)],
  ['Kind', ({ entry }) => entry.kind],
  ['Time (UTC)', ({ entry }) => momentCell(entry.at)],
  ['Month', ({ entry }) => entry.bookedIn],
  ['Late', ({ entry }) => (entry.late ? 'yes' : '')],
  ['Order', ({ entry }) => entry.order?.reference ?? ''],
  ['Debit', ({ line }) => textCell(line.from)],
  ['Credit', ({ line }) => textCell(line.to)],
  ['Amount', ({ line }) => line.amount],
  ['Unit', ({ line }) => textCell(line.unit)],
  ['Worth (USD)', ({ line }) => line.base ?? ''],
  ['Reversal of', ({ entry }) => entry.reversalOf ?? ''],
  ['Reason', ({ entry }) => textCell(entry.reason)],
];

const isoDay = ({ entry }: Posting) => bookedDay(entry);
/** QuickBooks reads days as its company file does; this is its default. */
const usDay = ({ entry }: Posting) => {
  const [year = '', month = '', day = ''] = bookedDay(entry).split('-');
  return `${month}/${day}/${year}`;
};
const title = ({ entry }: Posting) => textCell(titleOf(entry));
const amountWithUnit = ({ line }: Posting) => textCell(`${line.amount} ${line.unit}`);

/** Columns that Xero documents for the import of manual journals: credits are negative. */
const xeroColumns: CsvColumn<Side>[] = [
  ['*Narration', title],
  ['*Date', isoDay],
  ['Description', amountWithUnit],
  ['*AccountCode', ({ account }) => textCell(account)],
  ['*TaxRate', () => 'Tax Exempt'],
  ['*Amount', ({ debit, credit }) => (debit || credit ? debit || `-${credit}` : '')],
];

/** Columns that QuickBooks Online documents for the import of journal entries. */
const quickbooksColumns: CsvColumn<Side>[] = [
  ['Journal No', ({ entry }) => entry.id],
  ['Journal Date', usDay],
  ['Account', ({ account }) => textCell(account)],
  ['Debits', ({ debit }) => debit],
  ['Credits', ({ credit }) => credit],
  ['Description', amountWithUnit],
  ['Memo', title],
];

/** Columns with the names that Odoo gives the fields of a journal entry and of its items. */
const odooColumns: CsvColumn<Side>[] = [
  ['ref', ({ entry }) => textCell(entry.key)],
  ['date', isoDay],
  ['line_ids/account_id', ({ account }) => textCell(account)],
  ['line_ids/name', amountWithUnit],
  ['line_ids/debit', ({ debit }) => debit],
  ['line_ids/credit', ({ credit }) => credit],
];

/** Both sides of a line in dollars; both are empty without a rate, never zero. */
function sidesOf(posting: Posting): Side[] {
  const { from, to, base } = posting.line;
  return [
    { ...posting, account: from, debit: base ?? '', credit: '' },
    { ...posting, account: to, debit: '', credit: base ?? '' },
  ];
}

const postingsOf = (entries: readonly ExportedEntry[]): Posting[] =>
  entries.flatMap((entry) => entry.lines.map((line) => ({ entry, line })));

type Layout<Row> = { columns: CsvColumn<Row>[]; rowsOf: (entries: readonly ExportedEntry[]) => Row[] };

const withBothSides = (columns: CsvColumn<Side>[]): Layout<Side> => ({
  columns,
  rowsOf: (entries) => postingsOf(entries).flatMap(sidesOf),
});

/** The journal as a table with a row for each line. */
export const journalLayout: Layout<Posting> = { columns: entryColumns, rowsOf: postingsOf };

/** The journal in the columns of other programs, a row for each side of a line, in dollars. */
export const programLayouts = {
  xero: withBothSides(xeroColumns),
  quickbooks: withBothSides(quickbooksColumns),
  odoo: withBothSides(odooColumns),
} as const;
