import { is, sql, type GetColumnData, type SQL } from 'drizzle-orm';
import { PgColumn } from 'drizzle-orm/pg-core';
import { decodeOf } from './row-mapper.ts';

type Field = PgColumn | SQL;
/** The values of the object, typed by the columns of the tables. */
export type ObjectOf<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends PgColumn
    ? GetColumnData<Fields[Name]>
    : Fields[Name] extends SQL<infer Value>
      ? Value
      : never;
};
type Select = (made: SQL) => SQL;

/**
 * Fields of another table's row as one column, null where there is none; `select` finds the row. A join would carry all
 * columns of a wide list through each step (decision 0113). Numbers stay decimal text; throws for bytes.
 */
export function jsonObject<Fields extends Record<string, Field>>(
  fields: Fields,
  select: Select,
): SQL<ObjectOf<Fields> | null> {
  return sql`(${select(objectOf(fields))})`.mapWith(decoding(fields));
}

/**
 * JSON array of these rows, in this order; null without any. They are few, so they are sorted here: PostgreSQL would
 * prepare a sort for each line of a list, which costs a tenth of the list.
 */
export function jsonObjects<Fields extends Record<string, Field>>(
  fields: Fields,
  order: (one: ObjectOf<Fields>, other: ObjectOf<Fields>) => number,
  select: Select,
): SQL<ObjectOf<Fields>[] | null> {
  const decode = decoding(fields);
  return sql`(${select(sql`json_agg(${objectOf(fields)})`)})`.mapWith((rows: JsonColumns[]) =>
    rows.map(decode).toSorted(order),
  );
}

type JsonColumns = Record<string, unknown>;

function objectOf(fields: Record<string, Field>): SQL {
  const pairs = Object.entries(fields).map(([name, field]) => sql`${sql.raw(`'${name}'`)}, ${exactColumn(field)}`);
  return sql`json_build_object(${sql.join(pairs, sql`, `)})`;
}

/** A number of JSON would lose digits on its way through JavaScript. */
function exactColumn(field: Field): SQL {
  if (is(field, PgColumn) && field.getSQLType() === 'bytea') throw new Error(`${field.name} is of bytes.`);
  return is(field, PgColumn) && /^(numeric|bigint)/.test(field.getSQLType()) ? sql`${field}::text` : sql`${field}`;
}

function decoding<Fields extends Record<string, Field>>(fields: Fields): (stored: JsonColumns) => ObjectOf<Fields> {
  const decoders = Object.entries(fields).map(([name, field]) => ({ name, decode: decodeOf(field) }));
  const blank: JsonColumns = Object.fromEntries(decoders.map(({ name }) => [name, null]));
  return (columns) => {
    const object = { ...blank };
    for (const { name, decode } of decoders) {
      const value = columns[name] ?? null;
      object[name] = value === null || !decode ? value : decode(value);
    }
    // Each field was decoded by its own column.
    return object as ObjectOf<Fields>;
  };
}
