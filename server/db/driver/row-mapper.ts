import { Column, getTableName, is, noopDecoder, SQL, Subquery } from 'drizzle-orm';
import type { SelectedFieldsOrdered } from 'drizzle-orm/pg-core';

type Row = Record<string, unknown>;
export type Decode = (value: unknown) => unknown;
/** By table, whether a join always finds a row of it; undefined of a query without joins. */
export type Found = Record<string, boolean> | undefined;
/** The row itself, or an object in it; `blank` has its names in their order. */
type Group = { parent: number; name: string; blank: Row };

type Decoder = { mapFromDriverValue: Decode };

/** The decoder of a field; undefined where its value stays as the driver gives it. */
export function decodeOf(field: SelectedFieldsOrdered[number]['field']): Decode | undefined {
  const decoder = decoderOf(field);
  const isPlain = decoder.mapFromDriverValue === plain || decoder === noopDecoder;
  return isPlain ? undefined : (value) => decoder.mapFromDriverValue(value);
}
// oxlint-disable-next-line typescript/unbound-method -- compared, never called
const plain: unknown = Column.prototype.mapFromDriverValue;

/** Drizzle keeps its decoders out of its types. */
function decoderOf(field: SelectedFieldsOrdered[number]['field']): Decoder {
  if (is(field, Column)) return field;
  const expression: unknown = is(field, SQL) ? field : is(field, Subquery) ? field._.sql : field.sql;
  return (expression as { decoder: Decoder }).decoder;
}

/** The objects of a row, the row first, and the place of each value in them. */
function shapeOf(fields: SelectedFieldsOrdered) {
  const groups: [Group, ...Group[]] = [{ parent: 0, name: '', blank: {} }];
  const inside = (parent: number, name: string): number => {
    const known = groups.findIndex((group, at) => at > 0 && group.parent === parent && group.name === name);
    if (known > 0) return known;
    Object.assign(groups[parent]?.blank ?? {}, { [name]: null });
    return groups.push({ parent, name, blank: {} }) - 1;
  };
  const places = fields.map(({ path, field }) => {
    const name = path.at(-1) ?? '';
    const group = path.slice(0, -1).reduce(inside, 0);
    Object.assign(groups[group]?.blank ?? {}, { [name]: null });
    return { group, name, decode: decodeOf(field) };
  });
  return { groups, places };
}

/** Objects that are null where an outer join found no row: Drizzle looks at the first column of those of one table. */
function absentWhen(fields: SelectedFieldsOrdered, found: Found): { name: string; first: string }[] {
  const tables = new Map<string, { first: string; names: Set<string> }>();
  for (const { path, field } of fields) {
    const [name = '', first = ''] = path;
    if (!is(field, Column) || path.length !== 2) continue;
    const known = tables.get(name) ?? { first, names: new Set() };
    tables.set(name, { ...known, names: known.names.add(getTableName(field.table)) });
  }
  return [...tables].flatMap(
    ([
      name,
      {
        first,
        names: [table = '', another],
      },
    ]) => (found && another === undefined && !found[table] ? [{ name, first }] : []),
  );
}

/**
 * Makes a row of the texts of an answer, equal to that of Drizzle, whose own mapper walks the path of each value and looks
 * for its decoder in every row. `parsers` read the types of PostgreSQL; undefined where the text is the value.
 */
export function rowMapper(
  fields: SelectedFieldsOrdered,
  found: Found,
  parsers: readonly (Decode | undefined)[],
): (values: readonly (string | null)[]) => Row {
  const { groups, places } = shapeOf(fields);
  const decoded = places.map(({ group, name, decode }, at) => ({ group, name, decode: both(parsers[at], decode) }));
  const absent = absentWhen(fields, found);
  const [{ blank }, ...nested] = groups;
  return (values) => {
    const row = { ...blank };
    const objects = [row];
    for (const { parent, name, blank: names } of nested) {
      const object = { ...names };
      objects.push(object);
      (objects[parent] ?? row)[name] = object;
    }
    // A plain loop: it runs once for each value of each row.
    for (let at = 0; at < decoded.length; at += 1) {
      const value = values[at];
      const place = decoded[at];
      if (value === null || !place) continue;
      const { group, name, decode } = place;
      (objects[group] ?? row)[name] = decode ? decode(value) : value;
    }
    for (const { name, first } of absent) if ((row[name] as Row)[first] === null) row[name] = null;
    return row;
  };
}

function both(parse: Decode | undefined, decode: Decode | undefined): Decode | undefined {
  return parse && decode ? (value) => decode(parse(value)) : (decode ?? parse);
}
