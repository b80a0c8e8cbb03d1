import { templateFields, type ImportField, type ImportKind } from '#shared/imports/imports.fields.ts';

/** Spreadsheets read letters beyond English only after this mark. */
const byteOrderMark = '\uFEFF';

/** A CSV with headings alone, each by its name in the reader's language. */
export function templateOf(kind: ImportKind, nameOf: (field: ImportField) => string): { blob: Blob; name: string } {
  const headings = templateFields[kind].map(nameOf).join(',');
  return { blob: new Blob([byteOrderMark, headings, '\r\n'], { type: 'text/csv' }), name: `${kind}.csv` };
}
