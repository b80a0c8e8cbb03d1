import { expect, test } from 'vitest';
import { openDatabase } from '#tests/setup/testbed.ts';
import { field, jsonView } from './json-view.ts';
import { column } from './rows.ts';
import { readStatement, readTextStatement } from './statements.ts';

const database = openDatabase();

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
const source = 'from (select $1::numeric as amount, $2::text as text, $3::timestamptz as at) t';
const asTexts = readTextStatement(view.columns, `select ${view.select} ${source}`);
const asArray = readStatement({ row: column.textsOrNull }, `select ${view.selectArray} as row ${source}`);

const quoted = ['a "quoted" \\ word', 'line\nbreak\ttab\u0001', "it's"];

test.for(['plain', '', 'null', 'Ünïcödé 漢字 😀 \u2028', ...quoted])(
  'a customer reads the text %j as it was written',
  async (text) => {
    const values = ['0.050000000000000000', text, new Date('2026-11-22T19:37:41.804Z')];
    const [row] = await database.db.run(asTexts, values);
    const [inArray] = await database.db.run(asArray, values);
    const json = view.write(row ?? []);
    expect(JSON.parse(json)).toEqual({
      count: 7,
      amount: 0.05,
      rate: Number('123456789012345678.12'),
      fee: 100,
      text,
      nothing: null,
      noNumber: null,
      isOpen: true,
      isClosed: false,
      at: '2026-11-22T19:37:41.804Z',
      sameMoment: '2026-11-22T19:37:41.804Z',
      details: { b: [1] },
      files: [],
      pair: { text, none: null },
      noPair: null,
    });
    expect(json).toContain('"amount":0.05,"rate":123456789012345678.12,"fee":100,');
    expect(view.write(inArray?.row ?? [])).toBe(json);
    expect(view.textOf(row ?? [], 'text')).toBe(text);
  },
);

test.for([
  ['2026-11-22T19:37:41Z', '2026-11-22T19:37:41.000Z'],
  ['2026-11-22T19:37:41.5Z', '2026-11-22T19:37:41.500Z'],
  ['2026-11-22T19:37:41.804263Z', '2026-11-22T19:37:41.804Z'],
  ['2026-11-22T19:37:41.999999Z', '2026-11-22T19:37:41.999Z'],
  ['0999-01-02T03:04:05.006Z', '0999-01-02T03:04:05.006Z'],
])(
  'the moment %s is answered in UTC to the millisecond, whatever time zone the database has',
  async ([sent, shown]) => {
    for (const zone of ['UTC', 'Asia/Kolkata', 'Africa/Lagos']) {
      const client = await database.pool.connect();
      await client.query(`set time zone '${zone}'`);
      const { rows } = await client.query<{ row: (string | null)[] }>(asArray.text, ['1', 'text', sent]);
      client.release(true);
      expect(JSON.parse(view.write(rows[0]?.row ?? []))).toMatchObject({ at: shown, sameMoment: shown });
    }
  },
);

test('an expression that several fields show is one column', () => {
  const [scalars, others] = ['numbers text nothing noNumber isOpen isClosed', 'at details files pair.none'];
  expect(Object.keys(view.columns).join(' ')).toBe(`${scalars} ${others}`);
});

test('a view without a number is refused when it is made', () => {
  expect(() => jsonView({ text: field.text('t.text') })).toThrow('A view needs a number.');
});
