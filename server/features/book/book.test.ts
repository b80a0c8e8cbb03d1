import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { inTx, type Tx } from '#server/db/connection.ts';
import {
  accounts,
  arrivalPosting,
  claimPosting,
  reversalOf,
  settlementPosting,
  type Posting,
  type Reversal,
} from '#shared/book/book.postings.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { balancesOf, standingEntry } from './book.reading.service.ts';
import { post } from './book.service.ts';

const database = openDatabase();
const author = { at: new Date('2026-11-28T10:00:00Z'), actorId: null };
const inTransaction = <Result>(work: (tx: Tx) => Promise<Result>) => inTx(database, work);
const enter = (...postings: (Posting | Reversal)[]) => inTransaction((tx) => post(tx, postings));
const arrival = (amount: string) => ({ transferId: randomUUID(), coin: 'bitcoin', amount });
const holds = async (account: ReturnType<typeof accounts.held>) =>
  (await balancesOf(database.db, [account])).of(account).toFixed();

/** A sale that holds this much. */
async function aHeldSale(amount: string): Promise<string> {
  const orderId = randomUUID();
  const coins = arrival(amount);
  await enter(arrivalPosting(coins, randomUUID(), author), claimPosting(coins, orderId, author));
  return orderId;
}

const sale = (orderId: string, amount: string) => {
  const money = { currency: 'USD', net: '409.07', fee: '21.53' };
  return settlementPosting({ orderId, unit: 'bitcoin', parts: [amount], ...money }, author);
};

test('a customer who sent too much is paid up to the cap, and the rest stays theirs', async () => {
  const orderId = await aHeldSale('0.0125');
  await enter(sale(orderId, '0.011'));
  expect(await holds(accounts.held(orderId, 'bitcoin'))).toBe('0.0015');
  expect(await holds(accounts.owed(orderId, 'USD'))).toBe('409.07');
  await expect(inTransaction((tx) => balancesOf(tx, [accounts.coins('bitcoin')]))).resolves.toBeDefined();
});

test('an order is never paid for more than it holds, and no half of an entry is written', async () => {
  const orderId = await aHeldSale('0.01');
  const refusal = enter(sale(orderId, '0.011'));
  await expect(refusal).rejects.toMatchObject({
    status: 409,
    code: 'conflict',
    because: { reason: 'not_enough', params: { account: `held:${orderId}`, holds: '0.01', needed: '0.011' } },
  });
  expect(await standingEntry(database.db, { kind: 'settled', subject: orderId })).toBeUndefined();
});

test('the database itself refuses a guarded account below zero', async () => {
  const orderId = await aHeldSale('0.01');
  const change = database.rows(
    `update book_balances set amount = -1 from book_accounts a where a.id = account_id and a.subject = $1`,
    [orderId],
  );
  await expect(change).rejects.toThrow('book_balances_guarded');
});

test('a payment is entered once, and again after it was undone', async () => {
  const orderId = await aHeldSale('0.02');
  await enter(sale(orderId, '0.01'));
  await expect(enter(sale(orderId, '0.01'))).rejects.toThrow('book_entries_key');
  await enter(reversalOf('settled', orderId, author), sale(orderId, '0.02'));
  await expect(enter(reversalOf('settled', orderId, author), reversalOf('settled', orderId, author))).rejects.toThrow(
    'This takes',
  );
  const keys = await database.rows('select key from book_entries where subject = $1 order by key', [orderId]);
  expect(keys.map(({ key }) => key)).toEqual([
    `reversal:settled:${orderId}:1`,
    `settled:${orderId}:1`,
    `settled:${orderId}:2`,
  ]);
});

test('an entry that was changed in the database is noticed', async () => {
  const orderId = await aHeldSale('0.02');
  await enter(sale(orderId, '0.01'));
  const entry = () => standingEntry(database.db, { kind: 'settled', subject: orderId });
  expect(await entry()).toMatchObject({ isSigned: true });
  const change = database.rows(`update book_entries set order_id = null where subject = $1`, [orderId]);
  await expect(change).rejects.toThrow('keeps what it was written with');
  await expect(database.rows('delete from book_lines')).rejects.toThrow('append only');
  const multiply = async (factor: string) => {
    await database.rows(`alter table book_lines disable trigger book_lines_append_only`);
    const ofOrder = 'select id from book_entries where subject = $1';
    await database.rows(`update book_lines set amount = amount * ${factor} where entry_id in (${ofOrder})`, [orderId]);
    await database.rows(`alter table book_lines enable trigger book_lines_append_only`);
  };
  await multiply('2');
  expect(await entry()).toMatchObject({ isSigned: false });
  await multiply('0.5');
  expect(await entry()).toMatchObject({ isSigned: true });
});

test('an entry that was moved to another order in the database is noticed', async () => {
  const rich = await aHeldSale('0.02');
  const poor = randomUUID();
  await enter(sale(rich, '0.02'));
  await database.rows(`alter table book_entries disable trigger book_entries_append_only`);
  await database.rows(`update book_entries set subject = $2 where subject = $1`, [rich, poor]);
  await database.rows(`alter table book_entries enable trigger book_entries_append_only`);
  expect(await standingEntry(database.db, { kind: 'settled', subject: poor })).toMatchObject({ isSigned: false });
  expect(await standingEntry(database.db, { kind: 'settled', subject: rich })).toBeUndefined();
});

test('five hundred entries on one order at once are all entered', async () => {
  const orderId = await aHeldSale('5');
  const parts = Array.from({ length: 500 }, () => arrival('0.01'));
  await Promise.all(
    parts.map((coins) => enter(arrivalPosting(coins, randomUUID(), author), claimPosting(coins, orderId, author))),
  );
  expect(await holds(accounts.held(orderId, 'bitcoin'))).toBe('10');
}, 60_000);

test('the accounts of a unit add up to zero, and recomputed balances equal the stored ones', async () => {
  const sums = await database.rows(
    `select a.unit, sum(b.amount) as sum from book_balances b join book_accounts a on a.id = b.account_id group by 1`,
  );
  expect(sums.map(({ sum }) => Number(sum))).toEqual(sums.map(() => 0));
  const wrongBalances = await database.rows(
    `select b.account_id from book_balances b where b.amount <>
      coalesce((select sum(amount) from book_lines where to_account = b.account_id), 0)
      - coalesce((select sum(amount) from book_lines where from_account = b.account_id), 0)`,
  );
  expect(wrongBalances).toEqual([]);
});
