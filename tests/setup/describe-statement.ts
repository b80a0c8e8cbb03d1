import type { Connection, FieldDef, Pool, PoolClient } from 'pg';

/** A column of a result as PostgreSQL describes it before the statement is run. */
export type DescribedColumn = {
  name: string;
  type: string;
  /** The column of a table whose values these are, and whether null is allowed there; undefined for an expression. */
  table?: string;
  column?: string;
  allowsNull?: boolean;
};

/** Prepares a statement without running it, and returns its columns. Throws PostgreSQL's error for an invalid statement. */
export async function describeStatement(pool: Pool, text: string): Promise<DescribedColumn[]> {
  const client = await pool.connect();
  try {
    const fields = await fieldsOf(client, text);
    const of = (key: keyof FieldDef) => fields.map((field) => field[key]);
    const values = [of('name'), of('dataTypeID'), of('tableID'), of('columnID')];
    return (await client.query<DescribedColumn>(origins, values)).rows;
  } finally {
    client.release();
  }
}

const origins = `
  select f.name, format_type(f.type, null) as type, c.relname as table, a.attname as column,
    not a.attnotnull as "allowsNull"
  from unnest($1::text[], $2::oid[], $3::oid[], $4::int[]) with ordinality f(name, type, "table", "column", place)
  left join pg_class c on c.oid = f."table"
  left join pg_attribute a on a.attrelid = f."table" and a.attnum = f."column"
  order by f.place`;

/** The driver's own queries always go on to run what they have prepared; this one ends there. */
function fieldsOf(client: PoolClient, text: string): Promise<FieldDef[]> {
  return new Promise((resolve, reject) => {
    let fields: FieldDef[] = [];
    client.query({
      submit: (connection: Connection) => {
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S' }, true);
        connection.sync();
      },
      handleRowDescription: (message: { fields: FieldDef[] }) => (fields = message.fields),
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    });
  });
}
