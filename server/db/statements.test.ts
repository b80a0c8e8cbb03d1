import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test, vi } from 'vitest';
import { rootDir } from '#server/env/paths.ts';
import { codebase, productFiles } from '#tests/architecture/source.ts';
import { describeStatement, type DescribedColumn } from '#tests/setup/describe-statement.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import * as schema from '../schema.ts';
import { column, filtered, orNull, type Column } from './rows.ts';
import { readStatement, type Statement } from './statements.ts';

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

function disagreementsAbout(expected: Column<unknown>, found: DescribedColumn): string[] {
  const isNullable = found.allowsNull === true && !expected.isNullable;
  const missing = expected.values && enumOf(found).filter((value) => !expected.values?.includes(value));
  const allowsMore = [...(isNullable ? ['null'] : []), ...(missing ?? [])];
  return [
    ...(found.type === expected.type ? [] : [`is ${found.type}, declared ${expected.type}`]),
    ...(allowsMore.length > 0 && !expected.isFiltered ? [`may also be ${allowsMore.join(', ')}`] : []),
    ...(allowsMore.length === 0 && expected.isFiltered ? ['is what the table allows, so nothing is filtered'] : []),
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
async function productStatements(): Promise<readonly Statement<'read' | 'write' | 'batched', unknown>[]> {
  vi.resetModules();
  const declares = /\b(readStatement|readTextStatement|writeStatement|batchedWrite)\(/;
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

test.for<[string, Declared, string[]]>([
  [
    'a column that is not declared',
    { columns: { id: column.uuid }, text: 'select id, email from users' },
    ['email is not declared'],
  ],
  [
    'a column that is not there',
    { columns: { id: column.uuid, name: column.text }, text: 'select id from users' },
    ['name is not in the answer'],
  ],
  [
    'a column of two tables',
    { columns: { id: column.uuid }, text: 'select u.id, f.id from users u, files f' },
    ['id stands in the answer twice'],
  ],
  [
    'another type',
    { columns: { orders: column.integer }, text: 'select count(*) as orders from orders' },
    ['orders is bigint, declared integer'],
  ],
  ['a null', { columns: { email: column.text }, text: 'select email from users' }, ['email may also be null']],
  [
    'a status',
    { columns: { status: column.oneOf(['active', 'blocked']) }, text: 'select status from users' },
    ['status may also be deleted'],
  ],
  [
    'a filter without need',
    { columns: { id: filtered(column.uuid) }, text: 'select id from users' },
    ['id is what the table allows, so nothing is filtered'],
  ],
  ['a table that is gone', { columns: {}, text: 'delete from people' }, ['relation "people" does not exist']],
])('a statement that is wrong about %s is found', async ([, declared, expected]) => {
  expect(await disagreements(declared)).toEqual(expected);
});

test('the driver makes of each type what its column says', async () => {
  const id = randomUUID();
  const statement = readStatement(
    {
      uuid: column.uuid,
      text: column.text,
      choice: column.oneOf(['a', 'b']),
      boolean: column.boolean,
      integer: column.integer,
      float: column.float,
      numeric: column.numeric,
      moment: column.moment,
      bytes: column.bytes,
      json: column.json,
      texts: column.texts,
      textsOrNull: column.textsOrNull,
      floats: column.floats,
      nothing: orNull(column.moment),
    },
    `select $1::uuid as uuid, 'words' as text, 'a' as choice, true as boolean, 7 as integer, 0.5::float8 as float,
       1.10::numeric as numeric, timestamptz '2026-11-21T10:00:00Z' as moment,
       '\\x0102'::bytea as bytes, json_build_object('n', 1) as json, array['a'] as texts, array['a', null] as "textsOrNull", array[0.5]::float8[] as floats,
       null::timestamptz as nothing`,
  );
  const [row] = await database.db.run(statement, [id]);
  expect(row).toEqual({
    uuid: id,
    text: 'words',
    choice: 'a',
    boolean: true,
    integer: 7,
    float: 0.5,
    numeric: '1.10',
    moment: new Date('2026-11-21T10:00:00Z'),
    bytes: Buffer.from([1, 2]),
    json: { n: 1 },
    texts: ['a'],
    textsOrNull: ['a', null],
    floats: [0.5],
    nothing: null,
  } satisfies typeof row);
  expect(await disagreements(statement)).toEqual([]);
});
