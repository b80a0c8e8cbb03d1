import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test, vi } from 'vitest';
import { rootDir } from '#server/env/paths.ts';
import { codebase, productFiles } from '#tests/architecture/source.ts';
import { describeStatement, type DescribedColumn } from '#tests/setup/describe-statement.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import * as schema from '../schema.ts';
import { field, jsonView } from './json-view.ts';
import { column, filtered, orNull, type Column } from './rows.ts';
import { readStatement, readTextStatement, type Statement } from './statements.ts';

const database = openDatabase();

type Declared = Pick<Statement<'read', unknown>, 'text' | 'columns'>;

/** What the declared columns of a statement and those of the database disagree about, one sentence each. */
async function disagreements({ text, columns }: Declared): Promise<string[]> {
  const described = await describeStatement(database.pool, text).catch((error: Error) => error.message);
  if (typeof described === 'string') return [described];
  if (Object.keys(columns).length === 0) return [];
  const names = new Set([...Object.keys(columns), ...described.map(({ name }) => name)]);
  return [...names].flatMap((name) => {
    const found = described.filter((item) => item.name === name);
    const expected = columns[name];
    if (!expected) return `${name} is not declared`;
    if (!found[0]) return `${name} is not in the answer`;
    if (found.length > 1) return `${name} stands in the answer twice`;
    return disagreementsAbout(expected, found[0]).map((sentence) => `${name} ${sentence}`);
  });
}

const nothingFiltered = 'is what the table allows, so nothing is filtered';

function disagreementsAbout(expected: Column<unknown>, found: DescribedColumn): string[] {
  const isNullable = found.allowsNull === true && !expected.isNullable;
  const missing = expected.values && enumOf(found).filter((value) => !expected.values?.includes(value));
  const allowsMore = [...(isNullable ? ['null'] : []), ...(missing ?? [])];
  return [
    ...(found.type === expected.type ? [] : [`is ${found.type}, declared ${expected.type}`]),
    ...(allowsMore.length > 0 && !expected.isFiltered ? [`may also be ${allowsMore.join(', ')}`] : []),
    ...(allowsMore.length === 0 && expected.isFiltered ? [nothingFiltered] : []),
  ];
}

const tables = Object.values(schema)
  .filter((table) => table instanceof PgTable)
  .map((table) => getTableConfig(table));

function enumOf({ table, column: name }: DescribedColumn): readonly string[] {
  const columns = tables.find((item) => item.name === table)?.columns;
  return columns?.find((item) => item.name === name)?.enumValues ?? [];
}

/** Loaded again, apart from what the tests of this process declare for tables of their own. */
async function productStatements(): Promise<readonly Statement<'read' | 'write', unknown>[]> {
  vi.resetModules();
  const declares = /\b(readStatement|readTextStatement|writeStatement)\(/;
  const files = productFiles(codebase).filter((path) => declares.test(codebase.get(path) ?? ''));
  for (const file of files) await import(join(rootDir, file));
  const { declaredStatements } = await import('./statements.ts');
  return declaredStatements;
}

test('every statement of the product is taken by the migrated database and answers the declared columns', async () => {
  const statements = await productStatements();
  expect(statements.length).toBeGreaterThan(150);
  const found: Record<string, string[]> = {};
  for (const statement of statements) {
    const sentences = await disagreements(statement);
    if (sentences.length > 0) found[statement.text] = sentences;
  }
  expect(found).toEqual({});
});

const id = { id: column.uuid };
const status = { status: column.oneOf(['active', 'blocked']) };
test.for<[what: string, text: string, columns: Declared['columns'], sentence: string]>([
  ['a column that is not declared', 'select id, email from users', id, 'email is not declared'],
  ['a column that is not there', 'select id from users', { ...id, name: column.text }, 'name is not in the answer'],
  ['a column of two tables', 'select u.id, f.id from users u, files f', id, 'id stands in the answer twice'],
  ['another type', 'select count(*) as n from orders', { n: column.integer }, 'n is bigint, declared integer'],
  ['a null', 'select email from users', { email: column.text }, 'email may also be null'],
  ['a status', 'select status from users', status, 'status may also be deleted'],
  ['a filter without need', 'select id from users', { id: filtered(column.uuid) }, `id ${nothingFiltered}`],
  ['a table that is gone', 'delete from people', {}, 'relation "people" does not exist'],
])('a statement that is wrong about %s is found', async ([, text, columns, sentence]) => {
  expect(await disagreements({ columns, text })).toEqual([sentence]);
});

test('the driver makes of each type what its column says', async () => {
  const uuid = randomUUID();
  const types: Record<string, [column: Column<unknown>, sql: string, value: unknown]> = {
    uuid: [column.uuid, '$1::uuid', uuid],
    text: [column.text, "'words'", 'words'],
    choice: [column.oneOf(['a', 'b']), "'a'", 'a'],
    boolean: [column.boolean, 'true', true],
    integer: [column.integer, '7', 7],
    float: [column.float, '0.5::float8', 0.5],
    numeric: [column.numeric, '1.10::numeric', '1.10'],
    moment: [column.moment, "timestamptz '2026-11-21T10:00:00Z'", new Date('2026-11-21T10:00:00Z')],
    bytes: [column.bytes, "'\\x0102'::bytea", Buffer.from([1, 2])],
    json: [column.json, "json_build_object('n', 1)", { n: 1 }],
    texts: [column.texts, "array['a']", ['a']],
    textsOrNull: [column.textsOrNull, "array['a', null]", ['a', null]],
    floats: [column.floats, 'array[0.5]::float8[]', [0.5]],
    nothing: [orNull(column.moment), 'null::timestamptz', null],
  };
  const all = Object.entries(types);
  const columns = Object.fromEntries(all.map(([name, [type]]) => [name, type]));
  const statement = readStatement(columns, `select ${all.map(([name, [, sql]]) => `${sql} as "${name}"`).join()}`);
  const [row] = await database.db.run(statement, [uuid]);
  expect(row).toEqual(Object.fromEntries(all.map(([name, [, , value]]) => [name, value])));
  expect(await disagreements(statement)).toEqual([]);
});

const view = jsonView({
  count: field.integer('7'),
  amount: field.numeric('t.amount'),
  rate: field.numeric('123456789012345678.120000000000000000::numeric'),
  fee: field.numeric('100.00::numeric'),
  text: field.text('t.text'),
  nothing: field.text('null::text'),
  noNumber: field.numericOrNull('null::numeric'),
  isOpen: field.boolean('true'),
  isClosed: field.boolean('false'),
  at: field.moment('t.at'),
  sameMoment: field.moment('t.at'),
  details: field.jsonb(`'{"b": [1]}'::jsonb`),
  files: field.jsonArray('null::json'),
  pair: field.object(field.text('t.text'), { text: field.text('t.text'), none: field.moment('null::timestamptz') }),
  noPair: field.object(field.text('null::text'), { text: field.text('t.text') }),
});
const fromValues = 'from (select $1::numeric as amount, $2::text as text, $3::timestamptz as at) t';
const asTexts = readTextStatement(view.columns, `select ${view.select} ${fromValues}`);
const asArray = readStatement({ row: column.textsOrNull }, `select ${view.selectArray} as row ${fromValues}`);

const quoted = ['a "quoted" \\ word', 'line\nbreak\ttab\u0001', "it's"];

test.for(['plain', '', 'null', 'Ünïcödé 漢字 😀 \u2028', ...quoted])('a customer reads %j as written', async (text) => {
  const at = '2026-11-22T19:37:41.804Z';
  const values = ['0.050000000000000000', text, new Date(at)];
  const [row] = await database.db.run(asTexts, values);
  const [inArray] = await database.db.run(asArray, values);
  const json = view.write(row ?? []);
  const numbers = { count: 7, amount: 0.05, rate: Number('123456789012345678.12'), fee: 100 };
  const absent = { nothing: null, noNumber: null, noPair: null, files: [] };
  const others = { isOpen: true, isClosed: false, at, sameMoment: at, details: { b: [1] } };
  expect(JSON.parse(json)).toEqual({ ...numbers, ...absent, ...others, text, pair: { text, none: null } });
  expect(json).toContain('"amount":0.05,"rate":123456789012345678.12,"fee":100,');
  expect(view.write(inArray?.row ?? [])).toBe(json);
  expect(view.textOf(row ?? [], 'text')).toBe(text);
});

test.for([
  ['2026-11-22T19:37:41Z', '2026-11-22T19:37:41.000Z'],
  ['2026-11-22T19:37:41.5Z', '2026-11-22T19:37:41.500Z'],
  ['2026-11-22T19:37:41.804263Z', '2026-11-22T19:37:41.804Z'],
  ['2026-11-22T19:37:41.999999Z', '2026-11-22T19:37:41.999Z'],
  ['0999-01-02T03:04:05.006Z', '0999-01-02T03:04:05.006Z'],
])('%s is answered in UTC to the millisecond, whatever time zone the database has', async ([sent, shown]) => {
  for (const zone of ['UTC', 'Asia/Kolkata', 'Africa/Lagos']) {
    const client = await database.pool.connect();
    await client.query(`set time zone '${zone}'`);
    const { rows } = await client.query<{ row: (string | null)[] }>(asArray.text, ['1', 'text', sent]);
    client.release(true);
    expect(JSON.parse(view.write(rows[0]?.row ?? []))).toMatchObject({ at: shown, sameMoment: shown });
  }
});

test('an expression that several fields show is one column', () => {
  const [scalars, others] = ['numbers text nothing noNumber isOpen isClosed', 'at details files pair.none'];
  expect(Object.keys(view.columns).join(' ')).toBe(`${scalars} ${others}`);
});

test('a view without a number is refused when it is made', () => {
  expect(() => jsonView({ text: field.text('t.text') })).toThrow('A view needs a number.');
});
