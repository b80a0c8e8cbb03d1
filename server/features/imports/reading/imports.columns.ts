import type { ImportColumn, ImportMapping } from '#shared/imports/imports.contract.ts';
import { importFields, type ImportField } from '#shared/imports/imports.fields.ts';
import { fieldOfHeading, isForbidden, plainHeading } from './imports.headings.ts';

/** More columns than a sheet of customers has. */
const maxColumns = 100;

/** Why a file, or the mapping of its columns, is refused. */
export type ImportRefusal =
  | { code: 'unreadable'; line: number; why: UnreadableImport; found?: string }
  | { code: 'mapping'; heading: string }
  | { code: 'rows' };
export type UnreadableImport = 'charset' | 'size' | 'unfinished' | 'format' | 'empty' | 'columns' | 'twice';

/** Thrown by the reading; its refusal crosses to the process as data. */
export class ImportRefused extends Error {
  readonly refusal: ImportRefusal;

  constructor(refusal: ImportRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/**
 * The columns of a file by its headings, and by `mapping` where that names others. Refuses two headings alike, two of
 * one field, and a mapping to no heading of the file or to one that is never read.
 */
export function columnsOf(headings: readonly string[], line: number, mapping: ImportMapping = {}): ImportColumn[] {
  if (headings.length > maxColumns) throw new ImportRefused({ code: 'unreadable', line, why: 'columns' });
  assertDistinct(headings, line);
  const fieldByColumn = mappedColumns(headings, mapping);
  const mappedFields = new Set(Object.keys(mapping));
  const columns = headings.map((heading, index): ImportColumn => {
    if (isForbidden(heading)) return { heading, field: null, why: 'forbidden' };
    const knownField = fieldOfHeading(heading);
    const field = fieldByColumn.get(index) ?? (knownField && !mappedFields.has(knownField) ? knownField : null);
    return { heading, field, why: field === null ? 'unknown' : null };
  });
  for (const field of importFields) {
    const [, second] = columns.filter((column) => column.field === field);
    if (second) throw new ImportRefused({ code: 'unreadable', line, why: 'twice', found: second.heading });
  }
  return columns;
}

function assertDistinct(headings: readonly string[], line: number): void {
  const seenColumns = new Set<string>();
  for (const heading of headings) {
    const plainText = plainHeading(heading);
    if (plainText === '') continue;
    if (seenColumns.has(plainText)) throw new ImportRefused({ code: 'unreadable', line, why: 'twice', found: heading });
    seenColumns.add(plainText);
  }
}

function mappedColumns(headings: readonly string[], mapping: ImportMapping): Map<number, ImportField> {
  const fieldByColumn = new Map<number, ImportField>();
  for (const field of importFields) {
    const heading = mapping[field];
    if (heading === undefined || heading === '') continue;
    const at = headings.findIndex((item) => plainHeading(item) === plainHeading(heading));
    if (at < 0 || fieldByColumn.has(at) || isForbidden(heading)) throw new ImportRefused({ code: 'mapping', heading });
    fieldByColumn.set(at, field);
  }
  return fieldByColumn;
}
