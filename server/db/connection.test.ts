import { readFile } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#tests/setup/testbed.ts';
import { connect, inTx } from './connection.ts';
import { isDatabaseUnavailable, isUniqueViolation } from './errors.ts';
import { manyOf, type ListsOf } from './many.ts';
import { inBatch, rows, sent, textQuery, type Blanks, type Drizzle, type Reads } from './query.ts';

const database = openDatabase();
beforeAll(async () => {
  await database.pool.query('create table coins (name text primary key, amount numeric not null)');
  await database.pool.query('create table purses (owner text, coin text references coins)');
});

const coins = pgTable('coins', { name: text('name').primaryKey(), amount: numeric('amount').notNull() });
const purses = pgTable('purses', { owner: text('owner'), coin: text('coin') });
type Coin = typeof coins.$inferSelect;
type ByName = Pick<Coin, 'name'>;
type Purse = { owner: string; coin: string };

const amounts = (db: Reads, { name }: Blanks<ByName>) =>
  db.select({ amount: coins.amount }).from(coins).where(eq(coins.name, name));
const amountsOf = rows(amounts);
const addCoin = sent((db: Drizzle, { name, amount }: Blanks<Coin>) => db.insert(coins).values({ name, amount }));
const addPurse = sent((db: Drizzle, { owner, coin }: Blanks<Purse>) => db.insert(purses).values({ owner, coin }));
const ownersOf = rows((db: Reads, { coin }: Blanks<Pick<Purse, 'coin'>>) =>
  db.select({ owner: purses.owner }).from(purses).where(eq(purses.coin, coin)).orderBy(purses.owner),
);
const lock = sent((db: Drizzle, blanks: Blanks<ByName>) => amounts(db, blanks).for('update'));
const notifyCoins = sent(textQuery<object, Pick<Purse, 'coin'>>(({ coin }) => sql`select pg_notify('coins', ${coin})`));
const cutOff = sent(textQuery(() => sql`select pg_terminate_backend(pg_backend_pid())`));

const add = (name: string, amount: string) => inTx(database, (tx) => addCoin(tx, { name, amount }));
const amountOf = (name: string) => amountsOf(database.db, { name });

test('an amount is read back digit for digit, never as a float', async () => {
  const amount = '12345678901234567890.123456789012345678';
  await add('exact', amount);
  expect(await amountOf('exact')).toEqual([{ amount }]);
});

test('a failed transaction leaves no row, and its connection serves the next one', async () => {
  const failing = inTx(database, async (tx) => {
    await addCoin(tx, { name: 'gone', amount: '1' });
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await amountOf('gone')).toEqual([]);
  expect(database.pool.idleCount).toBe(database.pool.totalCount);
});

test('a query inside a transaction sees the rows that it wrote', async () => {
  const outcomeInTx = await inTx(database, async (tx) => {
    await addCoin(tx, { name: 'inside', amount: '2' });
    return amountsOf(tx, { name: 'inside' });
  });
  expect(outcomeInTx).toEqual([{ amount: '2' }]);
});

test('a duplicate row is distinguished from other failures', async () => {
  await add('twin', '1');
  const error = await add('twin', '1').catch((cause: unknown) => cause);
  expect(isUniqueViolation(error, 'coins_pkey')).toBe(true);
  expect(isUniqueViolation(error, 'another_constraint')).toBe(false);
  expect(isDatabaseUnavailable(error)).toBe(false);
});

test('a connection cut by the server is answered as unavailable, and the next query works', async () => {
  const error = await inTx(database, (tx) => cutOff(tx)).catch((cause: unknown) => cause);
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(await amountOf('nothing')).toEqual([]);
});

test('a missing socket of the server is waited for, a missing certificate is not', async () => {
  const { pool } = connect({ url: 'postgres://landfall@%2Fnowhere/landfall' });
  const [socketError, fileError] = await Promise.all(
    [pool.query('select'), readFile('/nowhere/root.pem')].map((failing: Promise<unknown>) =>
      failing.catch((cause: unknown) => cause),
    ),
  );
  expect(socketError).toMatchObject({ code: 'ENOENT' });
  expect(fileError).toMatchObject({ code: 'ENOENT' });
  expect([socketError, fileError].map(isDatabaseUnavailable)).toEqual([true, false]);
  await pool.end();
});

test('a query prepared inside a transaction stays on its connection', async () => {
  const name = 'within';
  const [inside, outside] = await inTx(database, async (tx) => {
    await addCoin(tx, { name, amount: '3' });
    return [await tx.ask(amounts, { name }), await database.db.ask(amounts, { name })];
  });
  expect(inside).toEqual([{ amount: '3' }]);
  expect(outside).toEqual([]);
});

test('rows and a notice written together are one statement', async () => {
  await add('mark', '1');
  const listener = await database.pool.connect();
  const notified = new Promise((resolve) => listener.once('notification', ({ payload }) => resolve(payload)));
  await listener.query('listen coins');
  const queries: unknown[] = [];
  const write = (coin: string) =>
    inTx(database, (tx) => {
      const send: typeof tx.send = async (query, ...values) => {
        queries.push(query);
        await tx.send(query, ...values);
      };
      return inBatch({ send, announce: tx.announce }, async (all) => {
        await addPurse(all, { owner: 'Chi', coin });
        await notifyCoins(all, { coin });
        await addPurse(all, { owner: 'Dayo', coin: 'mark' });
      });
    });
  await write('mark');
  expect(await ownersOf(database.db, { coin: 'mark' })).toEqual([{ owner: 'Chi' }, { owner: 'Dayo' }]);
  expect(await notified).toBe('mark');
  await expect(write('unheard of')).rejects.toThrow('foreign key');
  expect(await ownersOf(database.db, { coin: 'mark' })).toHaveLength(2);
  expect(new Set(queries).size).toBe(1);
  listener.release(true);
});

const bag = manyOf(coins, 'name', 'amount');
const addCoins = sent((db: Drizzle, lists: ListsOf<typeof bag>) => db.insert(coins).select(bag.rowsOf(lists)));

test('many rows are one statement, and no rows are none', async () => {
  const many = ['florin', 'groat'].map((name) => ({ name, amount: '0.000000000000000001' }));
  await inTx(database, async (tx) => {
    await addCoins(tx, bag.listsOf(many));
    await addCoins(tx, bag.listsOf([]));
  });
  expect(await amountOf('groat')).toEqual([{ amount: '0.000000000000000001' }]);
});

test('an empty batch sends no statement', async () => {
  const refusing = { send: () => Promise.reject(new Error('sent')), announce: () => undefined };
  const nothing = inBatch(refusing, async () => undefined);
  expect(await nothing).toBeUndefined();
});

test('the error of a refused query has the database’s words without the values', async () => {
  const refusal = inTx(database, (tx) => addPurse(tx, { owner: 'Ada', coin: 'secret word' }));
  await expect(refusal).rejects.toThrow(/^((?!secret word).)*foreign key((?!secret word).)*$/);
});

test('two transactions that wait for each other both end, one of them at its second attempt', async () => {
  await add('first', '0');
  await add('second', '0');
  let reach = () => {};
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const holding = inTx(database, async (tx) => {
    await lock(tx, { name: 'first' });
    reach();
    await lock(tx, { name: 'second' });
  });
  const otherTransaction = inTx(database, async (tx) => {
    await lock(tx, { name: 'second' });
    await reached;
    await lock(tx, { name: 'first' });
  });
  expect(await Promise.all([holding, otherTransaction])).toHaveLength(2);
});

test('the texts of many rows are stored character for character', async () => {
  const owners = ['', 'NULL', '"Ada"', "O'Neil", 'C:\\temp\\', '{1,2}', 'two\nlines, one text', ' Zoë 🐢 ', null];
  const many = manyOf(purses, 'owner', 'coin');
  const storePurses = sent((db: Drizzle, lists: ListsOf<typeof many>) => db.insert(purses).select(many.rowsOf(lists)));
  await add('listed', '1');
  await inTx(database, (tx) => storePurses(tx, many.listsOf(owners.map((owner) => ({ owner, coin: 'listed' })))));
  const storedOwners = await ownersOf(database.db, { coin: 'listed' });
  expect(new Set(storedOwners.map(({ owner }) => owner))).toEqual(new Set(owners));
});
