import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { boolean, customType, integer, pgTable, text } from 'drizzle-orm/pg-core';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#tests/setup/testbed.ts';
import { decimal, jsonbOrNull, moment } from './column-types.ts';
import { isoOf, textOrNull } from './fragments.ts';
import { asksOf, type Drizzle, type Query } from './query.ts';

const database = openDatabase();
/** A column of which every value is mapped to null. */
const nothing = customType<{ data: string | null }>({ dataType: () => 'text', fromDriver: () => null });
const columnsOf = () => ({
  id: integer('id').primaryKey(),
  note: text('note'),
  amount: decimal('amount'),
  at: moment('at'),
  details: jsonbOrNull('details'),
  tags: text('tags').array(),
  isOpen: boolean('is_open'),
  hidden: nothing('hidden'),
});
const left = pgTable('mapped_left', columnsOf());
const right = pgTable('mapped_right', columnsOf());
const joined = eq(left.id, right.id);
const wide = { note: right.note, amount: right.amount, at: right.at };

/** Selects in each form there is: the mapper must not differ from Drizzle's in one of them. */
const selects: Record<string, Query<Drizzle, object[]>> = {
  'whole rows': (db) => db.select().from(left).orderBy(left.id),
  'both sides of a join': (db) => db.select().from(left).leftJoin(right, joined).orderBy(left.id),
  'a right join': (db) => db.select().from(left).rightJoin(right, joined).orderBy(right.id),
  'a full join': (db) => db.select().from(left).fullJoin(right, joined).orderBy(left.id, right.id),
  'a group whose first column may be null': (db) =>
    db.select({ id: left.id, other: wide }).from(left).leftJoin(right, joined).orderBy(left.id),
  'a group of a join that always finds a row': (db) =>
    db.select({ other: wide, id: left.id }).from(left).innerJoin(right, joined).orderBy(left.id),
  'a group of two tables': (db) =>
    db
      .select({ both: { theirs: right.note, ours: left.note } })
      .from(left)
      .leftJoin(right, joined)
      .orderBy(left.id),
  'a group that begins with what is mapped to null': (db) =>
    db
      .select({ other: { hidden: right.hidden, id: right.id } })
      .from(left)
      .leftJoin(right, joined)
      .orderBy(left.id),
  'tables as groups': (db) =>
    db.select({ ours: left, theirs: right }).from(left).leftJoin(right, joined).orderBy(left.id),
  'expressions, with a name and without': (db) =>
    db
      .select({
        when: isoOf(left.at),
        total: sql`count(*) over ()`.mapWith(Number),
        each: {
          upper: sql`upper(${left.note})`.mapWith(textOrNull),
          named: sql`${left.amount} + 1`.as('named'),
        },
      })
      .from(left)
      .orderBy(left.id),
};

beforeAll(async () => {
  const columns = `(id int primary key, note text, amount numeric, at timestamptz, details jsonb, tags text[],
    is_open boolean, hidden text)`;
  await database.pool.query(`create table mapped_left ${columns}; create table mapped_right ${columns}`);
});

const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2 });
const plainText = fc.stringMatching(/^[a-z "{},\\]{0,8}$/);
const someRow = fc.record({
  id: fc.integer({ min: 1, max: 9 }),
  note: orNull(plainText),
  amount: orNull(fc.integer({ min: -1e9, max: 1e9 }).map((units) => `${units}.${'5'.repeat(18)}`)),
  at: orNull(fc.date({ min: new Date(0), max: new Date('2099-01-01'), noInvalidDate: true })),
  details: orNull(fc.dictionary(plainText, fc.integer(), { noNullPrototype: true })),
  tags: orNull(fc.array(plainText, { maxLength: 3 })),
  isOpen: orNull(fc.boolean()),
  hidden: orNull(plainText),
});
const someRows = fc.uniqueArray(someRow, { minLength: 1, maxLength: 6, selector: ({ id }) => id });

test('rows equal those of Drizzle’s own mapper, with any nulls and any grouping', async () => {
  const client = await database.pool.connect();
  const asks = asksOf(client);
  const plain = drizzle(client);
  try {
    await fc.assert(
      fc.asyncProperty(someRows, someRows, async (ours, theirs) => {
        await plain.delete(left);
        await plain.delete(right);
        await plain.insert(left).values(ours);
        await plain.insert(right).values(theirs);
        for (const [what, select] of Object.entries(selects)) {
          const expected = await select(plain, {}).prepare(`plain ${what}`).execute();
          const answered = await asks.ask(select);
          expect({ what, answered }).toStrictEqual({ what, answered: expected });
          expect(`${what} ${JSON.stringify(answered)}`).toBe(`${what} ${JSON.stringify(expected)}`);
        }
      }),
      { numRuns: 20 },
    );
  } finally {
    client.release(true);
  }
});
