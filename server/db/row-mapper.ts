import { Column, getTableName, is, noopDecoder, SQL, Subquery } from 'drizzle-orm';
import { NodePgSession } from 'drizzle-orm/node-postgres';
import type { PgPreparedQuery, PreparedQueryConfig, SelectedFieldsOrdered } from 'drizzle-orm/pg-core';

type Row = Record<string, unknown>;
type Decode = (value: unknown) => unknown;
/** True by table where a join always finds a row of it; undefined for a query without joins. */
type JoinedTables = Record<string, boolean> | undefined;
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
  // Drizzle has a decoder in every expression and none in its types.
  return (expression as { decoder: Decoder }).decoder;
}

/** The objects of a row, the row first, and the place of each value in them. */
function shapeOf(fields: SelectedFieldsOrdered) {
  const groups: [Group, ...Group[]] = [{ parent: 0, name: '', blank: {} }];
  const inside = (parent: number, name: string): number => {
    const knownIndex = groups.findIndex((group, index) => index > 0 && group.parent === parent && group.name === name);
    if (knownIndex > 0) return knownIndex;
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

/** Objects that are null if an outer join found no row; Drizzle reads that from their first column. */
function absentWhen(fields: SelectedFieldsOrdered, joinedTables: JoinedTables): { name: string; first: string }[] {
  const tables = new Map<string, { first: string; names: Set<string> }>();
  for (const { path, field } of fields) {
    const [name = '', first = ''] = path;
    if (!is(field, Column) || path.length !== 2) continue;
    const knownTable = tables.get(name) ?? { first, names: new Set() };
    tables.set(name, { ...knownTable, names: knownTable.names.add(getTableName(field.table)) });
  }
  return [...tables].flatMap(
    ([
      name,
      {
        first,
        names: [table = '', secondName],
      },
    ]) => (joinedTables && secondName === undefined && !joinedTables[table] ? [{ name, first }] : []),
  );
}

/**
 * Makes rows of the driver's arrays, equal to those of Drizzle, whose own mapper resolves path and decoder of each
 * value in every row.
 */
function rowMapper(fields: SelectedFieldsOrdered, joinedTables: JoinedTables): (answered: unknown[][]) => Row[] {
  const { groups, places } = shapeOf(fields);
  const absentGroups = absentWhen(fields, joinedTables);
  const [{ blank }, ...nestedGroups] = groups;
  const rowOf = (values: unknown[]): Row => {
    const row = { ...blank };
    const objects = [row];
    for (const { parent, name, blank: names } of nestedGroups) {
      const object = { ...names };
      objects.push(object);
      (objects[parent] ?? row)[name] = object;
    }
    // A plain loop: it runs once for each value of each row.
    for (let at = 0; at < places.length; at += 1) {
      const value = values[at];
      const position = places[at];
      if (value === null || !position) continue;
      const { group, name, decode } = position;
      (objects[group] ?? row)[name] = decode ? decode(value) : value;
    }
    // An absent group was made as a row above.
    for (const { name, first } of absentGroups) if ((row[name] as Row)[first] === null) row[name] = null;
    return row;
  };
  return (answerRows) => answerRows.map(rowOf);
}

type Tables = Record<string, never>;

/** A session whose prepared queries make their rows so. */
export class MappingSession extends NodePgSession<Tables, Tables> {
  override prepareQuery<Answer extends PreparedQueryConfig>(
    ...[query, fields, name, isArrays, customMapper, ...otherOptions]: Parameters<
      NodePgSession<Tables, Tables>['prepareQuery']
    >
  ): PgPreparedQuery<Answer> {
    let map: ReturnType<typeof rowMapper> | undefined;
    // Drizzle decides how it maps the row only when the query is prepared, so the mapper is made with the first answer.
    const mapRows = (answerRows: unknown[][]) => {
      // Drizzle sets this property and has it not in its types.
      map ??= rowMapper(fields ?? [], (preparedQuery as { joinsNotNullableMap?: JoinedTables }).joinsNotNullableMap);
      return map(answerRows);
    };
    const preparedQuery = super.prepareQuery<Answer>(
      query,
      fields,
      name,
      isArrays,
      customMapper ?? (fields && mapRows),
      ...otherOptions,
    );
    return preparedQuery;
  }
}
