import { types } from 'pg';
import { column, orNull, type Column, type RowShape } from './rows.ts';
import type { TextRow } from './statements.ts';

/**
 * A field of a JSON answer: the SQL it is read from, the type of that, and how its text becomes JSON. Null stays null, or
 * is `absent`. The SQL of an object is whether there is one.
 */
export type JsonField = {
  readonly kind: 'number' | 'text' | 'boolean' | 'moment' | 'json' | 'object';
  readonly sql: string;
  readonly type: Column<unknown>;
  readonly absent?: string;
  readonly fields?: JsonFields;
};
type JsonFields = Readonly<Record<string, JsonField>>;

const trimmed = (sql: string) => `trim_scale(${sql})`;

/** The kinds of fields, each made of its SQL. */
export const field = {
  /** Never null, as `numeric`: PostgreSQL puts all of these together as one text, which costs least. */
  integer: (sql: string): JsonField => ({ kind: 'number', sql, type: column.integer }),
  /** Exact: digits, without zeros at the end. */
  numeric: (sql: string): JsonField => ({ kind: 'number', sql: trimmed(sql), type: column.numeric }),
  numericOrNull: (sql: string): JsonField => ({ kind: 'json', sql: trimmed(sql), type: column.numeric }),
  text: (sql: string): JsonField => ({ kind: 'text', sql, type: column.text }),
  uuid: (sql: string): JsonField => ({ kind: 'text', sql, type: column.uuid }),
  boolean: (sql: string): JsonField => ({ kind: 'boolean', sql, type: column.boolean }),
  /** ISO 8601 in UTC, to the millisecond. */
  moment: (sql: string): JsonField => ({ kind: 'moment', sql, type: column.moment }),
  json: (sql: string): JsonField => ({ kind: 'json', sql, type: column.json }),
  jsonb: (sql: string): JsonField => ({ kind: 'json', sql, type: { ...column.json, type: 'jsonb' } }),
  /** A JSON array, empty where PostgreSQL has null. */
  jsonArray: (sql: string): JsonField => ({ kind: 'json', sql, type: column.json, absent: '[]' }),
  /** An object of fields other than numbers, null where `present` is null. */
  object: ({ sql, type }: JsonField, fields: JsonFields): JsonField => ({ kind: 'object', sql, type, fields }),
};

/**
 * The JSON form of rows, made from one list of fields: the select list, the declared columns, and the function that
 * writes a row. Rows are never parsed. For responses that are requested all the time: PostgreSQL needs twice as long for
 * a list when it makes the JSON itself.
 */
export type JsonView = {
  /** The select list: a column for each different SQL, however many fields show it. */
  readonly select: string;
  /** The same as one array of texts, beside other columns that are parsed. */
  readonly selectArray: string;
  readonly columns: RowShape;
  /** Writes a row that begins with these columns. */
  readonly write: Writer;
  /** The text of a field that is neither a number nor inside of an object. */
  readonly textOf: (row: TextRow, name: string) => string | null;
};
type Writer = (row: TextRow) => string;

/** Makes the view of these fields: first the numbers, of which there must be one, then the others. */
export function jsonView(fields: JsonFields): JsonView {
  const all = Object.entries(fields);
  const numbers = all.filter(([, { kind }]) => kind === 'number');
  if (numbers.length === 0) throw new Error('A view needs a number.');
  const others = all.filter(([, { kind }]) => kind !== 'number');

  const selected = new Map<string, { name: string; type: Column<unknown>; place: number }>();
  const placeOf: PlaceOf = (name, { sql, type }) => {
    const known = selected.get(sql) ?? { name, type: orNull(type), place: selected.size };
    selected.set(sql, known);
    return known.place;
  };
  const pieces = numbers.map(([key, { sql }], index) => `'${startOf(key, index)}', ${sql}`);
  const place = placeOf('numbers', field.text(`concat(${pieces.join(', ')})`));
  const writeOthers = writerOf(others, numbers.length, '', placeOf);
  const columns = [...selected];
  return {
    select: columns.map(([sql, { name }]) => `${sql} as "${name}"`).join(', '),
    selectArray: `array[${columns.map(([sql]) => `(${sql})::text`).join(', ')}]`,
    columns: Object.fromEntries(columns.map(([, { name, type }]) => [name, type])),
    write: (row) => `${row[place]}${writeOthers(row)}`,
    textOf: (row, name) => row[selected.get(fields[name]?.sql ?? '')?.place ?? row.length] ?? null,
  };
}

type PlaceOf = (name: string, field: JsonField) => number;

const startOf = (key: string, index: number) => `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`;

type Step = Pick<JsonField, 'kind'> & { place: number; start: string; absent: string; write: Writer };

/** Writes these fields as the `first` and following ones of an object. */
function writerOf(fields: [key: string, JsonField][], first: number, prefix: string, placeOf: PlaceOf): Writer {
  const steps = fields.map(([key, item], index): Step => {
    const start = startOf(key, first + index);
    const name = prefix + key;
    const isQuoted = item.kind === 'text' || item.kind === 'moment';
    return {
      kind: item.kind,
      place: placeOf(name, item),
      // With the quotation mark: fewer pieces to put together.
      start: isQuoted ? `${start}"` : start,
      absent: start + (item.absent ?? 'null'),
      write: writerOf(Object.entries(item.fields ?? {}), 0, `${name}.`, placeOf),
    };
  });
  return (row) => {
    let json = '';
    for (const step of steps) json += fieldJson(step, row);
    return `${json}}`;
  };
}

/** One function for all kinds, which V8 compiles into one loop: cheaper than a closure for each. */
function fieldJson({ kind, place, start, absent, write }: Step, row: TextRow): string {
  const text = row[place];
  if (text === null || text === undefined) return absent;
  switch (kind) {
    case 'text':
      return start + (needsEscape.test(text) ? JSON.stringify(text).slice(1) : `${text}"`);
    case 'boolean':
      return start + (text.startsWith('t') ? 'true' : 'false');
    case 'moment':
      return `${start}${isoMoment(text)}"`;
    case 'object':
      return start + write(row);
    case 'json':
    case 'number':
      break;
  }
  return start + text;
}

/** All characters but quotes, backslashes and control characters need no escape in JSON. */
const needsEscape = /[^ !#-[\]-\uffff]/;

const parseMoment = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/** From `2026-11-22 19:37:41.804263+00`, as a session in UTC sends it; any other format is left to the driver. */
function isoMoment(text: string): string {
  const isUsual = text.length >= 26 && text[10] === ' ' && text.endsWith('+00');
  return isUsual ? `${text.slice(0, 10)}T${text.slice(11, 23)}Z` : parseMoment(text).toISOString();
}
