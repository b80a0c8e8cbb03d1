import { readCsv, type CsvRow } from '#server/lib/csv-reading.ts';
import type { RowProblem } from '#shared/books/books.disposals.ts';
import { decimal, isWhole, toText, unitOf, zero, unnamedAmount } from '#shared/kernel/money.ts';
import { coinById, coins } from '#shared/reference/coins.ts';
import { minorUnitsOf, payoutCurrency } from '#shared/reference/payout-currencies.ts';
import { baseCurrency } from '../books.values.ts';

/** A sale on an exchange, from a row of its file. Amounts are plain decimal text. */
export type Disposal = {
  /** The exchange's own name of the sale. */
  id: string;
  at: Date;
  /** The id of the coin. */
  coin: string;
  units: string;
  money: string;
  fee: string | null;
  /** The currency that money and fee are counted in. */
  currency: string;
};

export type DisposalsFile = {
  disposals: Disposal[];
  problems: { line: number; why: RowProblem }[];
};

/** A heading that the file needs and does not have. */
export class MissingColumn extends Error {
  readonly line: number;
  readonly column: string;

  constructor(line: number, column: string) {
    super(`line ${line}: no column ${column}`);
    this.line = line;
    this.column = column;
  }
}

const columns = ['time', 'coin', 'units', 'money', 'fee', 'id'] as const;
type Column = (typeof columns)[number];

const limits = { maxBytes: 10_000_000, maxRows: 10_001 };

class BadRow extends Error {
  readonly why: RowProblem;

  constructor(reason: RowProblem) {
    super(reason);
    this.why = reason;
  }
}

/**
 * Reads the sales of a CSV row by row; its heading is time, coin, units, money, fee, id, in any order. A row that
 * cannot be read for certain is a problem, never a guess. Throws UnreadableCsv, MissingColumn.
 */
export function readDisposals(bytes: Uint8Array, now: Date): DisposalsFile {
  const [heading, ...rows] = readCsv(bytes, limits).rows;
  const columnsAt = indexesOf(heading ?? { line: 1, cells: [] });
  const seenKeys = new Set<string>();
  const file: DisposalsFile = { disposals: [], problems: [] };
  for (const row of rows) {
    try {
      const disposal = disposalOf((column) => row.cells[columnsAt[column]]?.trim() ?? '', now);
      if (seenKeys.has(disposal.id)) throw new BadRow('id_twice');
      seenKeys.add(disposal.id);
      file.disposals.push(disposal);
    } catch (error) {
      if (!(error instanceof BadRow)) throw error;
      file.problems.push({ line: row.line, why: error.why });
    }
  }
  return file;
}

function indexesOf({ line, cells }: CsvRow): Record<Column, number> {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const columnIndex = (column: Column) => {
    const index = names.indexOf(column);
    if (index < 0) throw new MissingColumn(line, column);
    return index;
  };
  return {
    time: columnIndex('time'),
    coin: columnIndex('coin'),
    units: columnIndex('units'),
    money: columnIndex('money'),
    fee: columnIndex('fee'),
    id: columnIndex('id'),
  };
}

function disposalOf(cell: (column: Column) => string, now: Date): Disposal {
  if (columns.some((column) => /^[=@\t]|^[+-](?![\d.,\s])/.test(cell(column)))) throw new BadRow('formula');
  const id = cell('id');
  if (!/^[\x21-\x7e]{1,100}$/.test(id)) throw new BadRow('id_missing');
  const coin = coinOf(cell('coin'));
  const proceeds = moneyOf(cell('money'), 'money_invalid');
  const fee = cell('fee') === '' ? null : moneyOf(cell('fee'), 'fee_invalid', proceeds.currency);
  if (fee && fee.currency !== proceeds.currency) throw new BadRow('currency_differs');
  const feeAmount = fee && (decimal(fee.amount).eq(zero) ? null : fee.amount);
  const units = amountFrom(cell('units'), 'units_invalid', coinById(coin)?.decimals ?? 0);
  if (decimal(units).eq(zero)) throw new BadRow('units_invalid');
  if (decimal(proceeds.amount).eq(zero)) throw new BadRow('money_invalid');
  return {
    id,
    at: timeOf(cell('time'), now),
    coin,
    units,
    money: proceeds.amount,
    fee: feeAmount,
    currency: proceeds.currency,
  };
}

/** A coin by its id, or by a symbol that only one coin has. */
function coinOf(text: string): string {
  const byId = coinById(text.toLowerCase());
  if (byId) return byId.id;
  const [namedCoin, ...otherCoins] = coins.filter(({ symbol }) => symbol === text.toUpperCase());
  if (!namedCoin) throw new BadRow('coin_unknown');
  if (otherCoins.length > 0) throw new BadRow('coin_ambiguous');
  return namedCoin.id;
}

const time = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i;

/** Parses an ISO 8601 moment; UTC without a zone, and 00:00 for a day. */
function timeOf(text: string, now: Date): Date {
  const [, day = '', clock = '00:00', zone = 'Z'] = time.exec(text) ?? [];
  const offset = /^[+-]/.test(zone) ? zone.replace(/^(...)(\d\d)$/, '$1:$2') : 'Z';
  const at = new Date(`${day}T${clock}${offset}`);
  // A day that does not exist, such as the 30th of February, would become another one.
  const isDay = !Number.isNaN(at.getTime()) && new Date(`${day}T00:00Z`).toISOString().startsWith(day);
  if (!isDay || at.getUTCFullYear() < 2009) throw new BadRow('time_invalid');
  if (at > now) throw new BadRow('time_ahead');
  return at;
}

/** Parses an amount of money: in dollars unless a code stands before or after it, or in `currency`. */
function moneyOf(text: string, reason: RowProblem, currency = baseCurrency): { amount: string; currency: string } {
  const [, currencyBefore = '', digits = '', currencyAfter = ''] =
    /^([A-Z]{3}\s+)?(.*?)(\s+[A-Z]{3})?$/.exec(text) ?? [];
  if (currencyBefore && currencyAfter) throw new BadRow(reason);
  const code = `${currencyBefore}${currencyAfter}`.trim() || currency;
  if (!payoutCurrency(code)) throw new BadRow('currency_unknown');
  return { amount: amountFrom(digits, reason, minorUnitsOf(code)), currency: code };
}

const plainDecimal = /^\d{1,15}(\.\d{1,18})?$/;
/** Groups of three with one mark, then another mark and decimals; one group alone could be decimals as well. */
const groupedNumber = /^\d{1,3}(?:([,.' \u00a0\u202f])\d{3})(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/;
const decimalComma = /^\d{1,15},\d{1,18}$/;

function amountFrom(text: string, reason: RowProblem, decimals: number): string {
  if (/^[-\u2212]|[-\u2212]$|^\(.*\)$/.test(text)) throw new BadRow('negative');
  const amount = decimal(plainAmount(text) ?? throwProblem(reason));
  if (!isWhole(unnamedAmount('coin', amount), unitOf('coin', decimals))) throw new BadRow('too_fine');
  return toText(amount);
}

function throwProblem(reason: RowProblem): never {
  throw new BadRow(reason);
}

/**
 * Digits with a point from `1,234.56`, `1.234,56`, `1 234,56`; undefined where a mark could be either, as in `1,234`.
 */
function plainAmount(text: string): string | undefined {
  const isGrouped = groupedNumber.test(text);
  if (plainDecimal.test(text)) return text;
  if (!isGrouped) return decimalComma.test(text) ? text.replace(',', '.') : undefined;
  const marks = [...new Set(text.replace(/\d/g, ''))];
  const isAmbiguous = marks.length === 1 && /[.,]/.test(marks[0] ?? '') && text.split(marks[0] ?? '').length === 2;
  if (isAmbiguous) return undefined;
  const decimalAt = marks.length > 1 ? Math.max(text.lastIndexOf('.'), text.lastIndexOf(',')) : -1;
  const integerDigits = (decimalAt < 0 ? text : text.slice(0, decimalAt)).replace(/\D/g, '');
  const numberText = decimalAt < 0 ? integerDigits : `${integerDigits}.${text.slice(decimalAt + 1)}`;
  return plainDecimal.test(numberText) ? numberText : undefined;
}
