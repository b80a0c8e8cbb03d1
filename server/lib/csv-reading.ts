import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import iconv from 'iconv-lite';

/** A row that holds something, with the number of the line that it ends on. */
export interface CsvRow {
  line: number;
  cells: string[];
}

export interface CsvFile {
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  separator: string;
  rows: CsvRow[];
}

/** Options of reading a file; absent ones are found in the file. */
export interface CsvReading {
  maxBytes: number;
  maxRows: number;
  separator?: string;
}

export type UnreadableCsvReason = 'charset' | 'size' | 'unfinished' | 'format';

/** Why a file is not read at all, and at which line. */
export class UnreadableCsv extends Error {
  readonly line: number;
  readonly why: UnreadableCsvReason;

  constructor(line: number, reason: UnreadableCsvReason) {
    super(`line ${line}: ${reason}`);
    this.line = line;
    this.why = reason;
  }
}

/** A row of more cells is no row of a table; one of more characters is a quote that was not closed. */
const maxCells = 500;
const maxRowLength = 100_000;
const separators = [',', ';', '\t', '|'];

/** Control characters that no table holds, and the signs that replace a byte without a meaning. */
const unprintable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFD-\uFFFF]/;

/**
 * The rows of a CSV file, its heading first, blank lines left out: encoding and separator are found in it, cells are
 * unquoted and otherwise unchanged. Throws UnreadableCsv.
 */
export function readCsv(bytes: Uint8Array, { maxBytes, maxRows, separator }: CsvReading): CsvFile {
  if (bytes.byteLength > maxBytes) throw new UnreadableCsv(1, 'size');
  const { encoding, text } = decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const namedSeparator = /^sep=(.)\r?\n/.exec(text);
  const body = namedSeparator ? text.slice(namedSeparator[0].length) : text;
  const chosenSeparator = separator ?? namedSeparator?.[1] ?? separatorOf(body);
  const skippedLines = namedSeparator ? 1 : 0;
  const rows = csvRowsOf(body, { separator: chosenSeparator, maxRows, linesAbove: skippedLines });
  return { encoding, separator: chosenSeparator, rows };
}

function decode(bytes: Buffer): Pick<CsvFile, 'encoding'> & { text: string } {
  const encoding = encodingOf(bytes);
  // The byte order mark is removed too.
  const text = iconv.decode(bytes, encoding);
  const at = text.search(unprintable);
  if (at >= 0) throw new UnreadableCsv(text.slice(0, at).split('\n').length, 'charset');
  return { encoding, text };
}

/** UTF-16 without a mark has zero bytes; every other text that is not UTF-8 is in the older encoding of Windows. */
function encodingOf(bytes: Buffer): CsvFile['encoding'] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 2);
  if (head.length === 2 && head[1] === 0 && head[0] !== 0) return 'utf-16le';
  if (head.length === 2 && head[0] === 0 && head[1] !== 0) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** The separator that is most frequent in the first line with text, outside of quotes. */
function separatorOf(text: string): string {
  const heading = /^.*\S.*$/m.exec(text.slice(0, maxRowLength))?.[0] ?? '';
  const unquotedHeading = heading.replace(/"[^"]*"/g, '');
  const counts = separators.map((separator) => ({
    separator,
    count: unquotedHeading.split(separator).length,
  }));
  return counts.reduce((best, candidate) => (candidate.count > best.count ? candidate : best)).separator;
}

const whyOfCode: Partial<Record<string, UnreadableCsvReason>> = {
  CSV_QUOTE_NOT_CLOSED: 'unfinished',
  CSV_MAX_RECORD_SIZE: 'size',
};

/**
 * Options of splitting the text of a table; `isLenient` keeps a quote within a cell unchanged, as banks write it.
 * `linesAbove` of the file are counted and not read.
 */
export interface CsvSplitting {
  separator: string;
  maxRows: number;
  linesAbove?: number;
  isLenient?: boolean;
}

/** True for a cell that begins with a quotation mark and continues on another line. */
const isUnended = (cell: string): boolean => cell.startsWith('"') && /[\r\n]/.test(cell);

/** The rows of the text of a table, blank ones left out. Throws UnreadableCsv. */
export function csvRowsOf(text: string, splitting: CsvSplitting): CsvRow[] {
  const { separator: delimiter, maxRows, linesAbove = 0, isLenient = false } = splitting;
  const rows: CsvRow[] = [];
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      ...(isLenient
        ? { relax_quotes: true, record_delimiter: ['\r\n', '\n', '\r'] }
        : { max_record_size: maxRowLength }),
      // The parser keeps no rows, so that a file with too many ends at the first of them.
      on_record: (cells: string[], { lines }) => {
        const line = lines + linesAbove;
        if (rows.length === maxRows || cells.length > maxCells) throw new UnreadableCsv(line, 'size');
        // A quote that never ends would take the rows behind it into its cell.
        if (isLenient && cells.some(isUnended)) throw new UnreadableCsv(line, 'unfinished');
        rows.push({ line, cells });
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableCsv(Number(error.lines ?? 1) + linesAbove, whyOfCode[error.code] ?? 'format');
  }
}
