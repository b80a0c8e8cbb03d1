import { eq, sql } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#tests/setup/testbed.ts';
import { inTx } from './connection.ts';
import { isDatabaseUnavailable, isUniqueViolation } from './errors.ts';
import { inBatch, rows, sent, textQuery, type Blanks, type Drizzle, type Reads } from './query.ts';
import { column } from './rows.ts';
import { batchedWrite, readStatement, runBatch, writeStatement, type Runner } from './statements.ts';

const database = openDatabase();
beforeAll(async () => {
  await database.pool.query('create table coins (name text primary key, amount numeric not null)');
  await database.pool.query('create table purses (owner text, coin text references coins)');
});

const addCoin = batchedWrite('insert into coins (name, amount) values ($1, $2)');
const addPurse = batchedWrite('insert into purses (owner, coin) values ($1, $2)');
const notifyCoins = batchedWrite(`select pg_notify('coins', $1)`);
const addPurseOf = (tx: Runner<'batched'>, owner: string, coin: string) => tx.run(addPurse, [owner, coin]);
const add = (name: string, amount: string) => inTx(database, (tx) => tx.run(addCoin, [name, amount]));
const amountOf = (name: string) => database.db.run(coinAmount, [name]);
const cutOff = writeStatement({}, 'select pg_terminate_backend(pg_backend_pid())');
const coinAmount = readStatement({ amount: column.text }, 'select amount from coins where name = $1');

test('an amount comes back digit for digit, never as a float', async () => {
  const amount = '12345678901234567890.123456789012345678';
  await add('exact', amount);
  expect(await amountOf('exact')).toEqual([{ amount }]);
});

test('what a failed transaction wrote is gone, and its connection serves the next one', async () => {
  const failing = inTx(database, async (tx) => {
    await tx.run(addCoin, ['gone', '1']);
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await amountOf('gone')).toEqual([]);
  expect(database.pool.idleCount).toBe(database.pool.totalCount);
});

test('a reader may be handed an open transaction and sees what it wrote', async () => {
  const seen = await inTx(database, async (tx) => {
    await tx.run(addCoin, ['inside', '2']);
    return tx.run(coinAmount, ['inside']);
  });
  expect(seen).toEqual([{ amount: '2' }]);
});

test('rows that are written together are sent once, lean on one another and are told of', async () => {
  const listener = await database.pool.connect();
  const notified = new Promise((resolve) => listener.once('notification', ({ payload }) => resolve(payload)));
  await listener.query('listen coins');
  const sent: string[] = [];
  await inTx(database, (tx) => {
    const run = async <Row>(...[statement, values]: Parameters<typeof tx.run<Row>>) => {
      sent.push(statement.name);
      return tx.run(statement, values);
    };
    return runBatch({ run }, async (all) => {
      await addPurseOf(all, 'Ada', 'crown');
      await all.run(addCoin, ['crown', '5']);
      await all.run(notifyCoins, ['crown']);
      await addPurseOf(all, 'Bode', 'crown');
    });
  });
  expect(sent).toHaveLength(1);
  expect(await notified).toBe('crown');
  const { rows } = await database.pool.query('select owner from purses join coins on name = coin order by owner');
  expect(rows).toEqual([{ owner: 'Ada' }, { owner: 'Bode' }]);
  listener.release(true);
});

test('of writes that go together one refusal refuses all, and nothing at all is no statement', async () => {
  const writing = inTx(database, (tx) =>
    runBatch(tx, async (all) => {
      await all.run(addCoin, ['alone', '1']);
      await addPurseOf(all, 'Ada', 'unheard of');
    }),
  );
  await expect(writing).rejects.toThrow('foreign key');
  expect(await amountOf('alone')).toEqual([]);
  const nothing = runBatch({ run: () => Promise.reject(new Error('sent')) }, async () => undefined);
  expect(await nothing).toBeUndefined();
});

test('a duplicate row is distinguished from other failures', async () => {
  await add('twin', '1');
  const error = await add('twin', '1').catch((cause: unknown) => cause);
  expect(isUniqueViolation(error, 'coins_pkey')).toBe(true);
  expect(isUniqueViolation(error, 'another_constraint')).toBe(false);
  expect(isDatabaseUnavailable(error)).toBe(false);
});

test('a read statement that writes is refused where it is declared', () => {
  const writes = 'with gone as (delete from coins returning 1) select * from gone';
  expect(() => readStatement({}, writes)).toThrow('must not write');
});

test('a connection cut by the server is answered as unavailable, and the next query works', async () => {
  const error = await inTx(database, (tx) => tx.run(cutOff)).catch((cause: unknown) => cause);
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(await database.db.run(readStatement({}, 'select 1 as one'))).toEqual([{ one: 1 }]);
});

test('a query that was prepared inside a transaction never leaves it', async () => {
  const amounts = (db: Reads) =>
    db
      .select({ amount: sql<string>`amount` })
      .from(sql`coins`)
      .where(sql`name = ${sql.placeholder('name')}`);
  const name = 'within';
  const [inside, outside] = await inTx(database, async (tx) => {
    await tx.run(addCoin, [name, '3']);
    return [await tx.ask(amounts, { name }), await database.db.ask(amounts, { name })];
  });
  expect(inside).toEqual([{ amount: '3' }]);
  expect(outside).toEqual([]);
});

const purses = pgTable('purses', { owner: text('owner'), coin: text('coin') });
type Purse = { owner: string; coin: string };
const addOnePurse = sent((db: Drizzle, { owner, coin }: Blanks<Purse>) => db.insert(purses).values({ owner, coin }));
const ownersOf = rows((db: Reads, { coin }: Blanks<Pick<Purse, 'coin'>>) =>
  db.select({ owner: purses.owner }).from(purses).where(eq(purses.coin, coin)).orderBy(purses.owner),
);
const tellCoins = sent(textQuery<object, Pick<Purse, 'coin'>>(({ coin }) => sql`select pg_notify('coins', ${coin})`));

test('rows and a notice that are written together are one statement, and one refusal refuses all', async () => {
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
      return inBatch({ send }, async (all) => {
        await addOnePurse(all, { owner: 'Chi', coin });
        await tellCoins(all, { coin });
        await addOnePurse(all, { owner: 'Dayo', coin: 'mark' });
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

test('the words of a refused query are those of the database, without the values', async () => {
  const refused = inTx(database, (tx) => addOnePurse(tx, { owner: 'Ada', coin: 'secret word' }));
  await expect(refused).rejects.toThrow(/^((?!secret word).)*foreign key((?!secret word).)*$/);
});

test('two transactions that wait for each other both end, the overtaken one at its second try', async () => {
  await add('first', '0');
  await add('second', '0');
  let reach = () => {};
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const lock = writeStatement({}).send<[name: string]>()`select from coins where name = $1 for update`;
  const holding = inTx(database, async (tx) => {
    await lock(tx, 'first');
    reach();
    await lock(tx, 'second');
  });
  const other = inTx(database, async (tx) => {
    await lock(tx, 'second');
    await reached;
    await lock(tx, 'first');
  });
  expect(await Promise.all([holding, other])).toHaveLength(2);
});
