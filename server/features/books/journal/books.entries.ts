import type { Db } from '#server/db/connection.ts';
import { batchReference } from '#server/features/payouts/payouts.service.ts';
import { accountText, type Account } from '#shared/book/book.accounts.ts';
import type { EntryView } from '#shared/books/books.contract.ts';
import { decimal, toText } from '#shared/kernel/money.ts';
import { baseOf, baseText, settledLines, type Base } from '../books.values.ts';
import type { ExportedEntry } from '../export/books.export.types.ts';
import {
  readLines,
  streamRows,
  type EntryRow,
  type HeadRow,
  type LineRow,
  type Months,
} from './books.journal.queries.ts';

/** A line of an entry with its value in dollars. The amount is decimal text. */
export type ValuedLine = {
  from: Pick<Account, 'kind' | 'subject'>;
  to: Pick<Account, 'kind' | 'subject'>;
  unit: string;
  amount: string;
  base: Base;
};

/** An entry of the book with the value of each line. */
export type ValuedEntry = EntryRow & { lines: ValuedLine[] };

function valuedLine(row: LineRow): ValuedLine {
  const { unit, amount, given, payoutCurrency, orderAmount, orderRate, valueUsd, dayRate } = row;
  const order =
    given === null || payoutCurrency === null || orderAmount === null || orderRate === null || valueUsd === null
      ? null
      : { given, payoutCurrency, amount: orderAmount, rate: orderRate, valueUsd };
  return {
    from: { kind: row.fromKind, subject: row.fromSubject },
    to: { kind: row.toKind, subject: row.toSubject },
    unit,
    amount: toText(decimal(amount)),
    base: baseOf({ unit, amount, order, dayRate }),
  };
}

/** Returns the entries with their lines and the worth of each line, in the given order. */
export async function withValues<Row extends EntryRow>(db: Db, rows: readonly Row[]): Promise<(Row & ValuedEntry)[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const byEntry = new Map<string, ValuedLine[]>(ids.map((id) => [id, []]));
  for (const row of await readLines(db, { ids })) byEntry.get(row.entryId)?.push(valuedLine(row));
  return rows.map((row) => {
    const lines = byEntry.get(row.id) ?? [];
    return { ...row, lines: row.kind === 'settled' ? settledLines(lines) : lines };
  });
}

/** The entries that are in the books of some months, in their order, a chunk at a time. */
export async function* streamEntries(db: Db, months: Months): AsyncGenerator<ValuedEntry[]> {
  for await (const rows of streamRows(db, months)) yield withValues(db, rows);
}

const presentLine = ({ from, to, unit, amount, base }: ValuedLine) => {
  return { from: accountText(from), to: accountText(to), unit, amount, base: baseText(base) };
};

/** Returns an entry in the form that exports write. */
export function exportedEntry({ at, reference, lines, ...entry }: ValuedEntry): ExportedEntry {
  const { id, key, kind, bookedIn, reason, reversalOf, late } = entry;
  const order = reference === null ? null : { reference };
  return {
    id,
    key,
    kind,
    at: at.toISOString(),
    bookedIn,
    order,
    reason,
    reversalOf,
    late,
    lines: lines.map(presentLine),
  };
}

/** Presents an entry of the book. */
export function presentEntry(entry: HeadRow & ValuedEntry): EntryView {
  const { id, key, kind, at, bookedIn, orderId, reference, batchId, batchSeq, actorId, actorName, ...rest } = entry;
  return {
    id,
    key,
    kind,
    at: at.toISOString(),
    bookedIn,
    order: orderId !== null && reference !== null ? { id: orderId, reference } : null,
    batch: batchId !== null && batchSeq !== null ? { id: batchId, reference: batchReference(batchSeq) } : null,
    actor: actorId !== null && actorName !== null ? { id: actorId, name: actorName } : null,
    reason: rest.reason,
    lines: rest.lines.map(presentLine),
    reversalOf: rest.reversalOf,
    reversedBy: rest.reversedBy,
    late: rest.late,
  };
}
