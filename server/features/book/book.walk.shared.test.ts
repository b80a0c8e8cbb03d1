import { describe, expect, test } from 'vitest';
import { amountOf } from '#shared/kernel/money.ts';
import { aWalk, openWalks } from '#tests/factories/book-walk.ts';
import { depositReviews } from '#tests/factories/deposits.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { anOrder, aUser, worthUsd } from '#tests/factories/orders.ts';
import { outcome } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', RATE_LIMIT_FACTOR: '10000' });
const { app, database, rows } = testbed;
const { reviewer, payer, account, ok, orderOf, imported, match, ...walks } = openWalks(testbed);
const { inBlocks, untilInBlocks, aSharedSale, batchOf, send } = walks;
const { name, verdictOf } = depositReviews(testbed);
const wait = { timeout: 30_000 };

test('money of a rejected exchange is owed to its customer until it was sent back', async () => {
  const gives = { type: 'fiat', currency: 'EUR' } as const;
  const terms = {
    ...worthUsd('110.00'),
    gives,
    amount: amountOf('sent', '100.00'),
    payoutCurrency: 'USD',
    deposit: null,
  };
  const id = await anOrder(app.deps, await aUser(database.pool), terms);
  const walk = aWalk(testbed, id);
  const { lines } = await imported(['100.00', 'in', String((await orderOf(id)).reference)]);
  expect(await outcome(match(lines[0]))).toBe('200');
  await walk.step('100 came, as a statement says');
  await ok(reviewer, 'PUT', `transactions/${id}/status`, { status: 'rejected', adminNotes: 'Not theirs.' });
  await walk.step('rejected');
  const back = async (amount: string) => {
    const headers = await steppedUp(app.deps, payer.token);
    const form = { kind: 'money_back', note: 'Sent back', transactionId: `W-${amount}`, amount, accountId: account.id };
    return outcome(app.call('POST', `/api/admin/transactions/${id}/amendments`, { ...payer, headers, form }));
  };
  expect(await back('40.00')).toBe('201');
  await walk.step('40 went back');
  expect(await back('60.01')).toBe('409 conflict not_enough');
  expect(await back('60.00')).toBe('201');
  await walk.step('60 went back');
  expect(walk.table()).toMatchInlineSnapshot(`
    "100 came, as a statement says | EUR: bank 100 = held 100
    rejected                      | EUR: bank 100 = owed 100
    40 went back                  | EUR: bank 60 = owed 60
    60 went back                  | nothing"
  `);
});

describe('the coins of a sale that is approved at a shared address', () => {
  test('are removed by a reorganisation: the batch is cancelled, and a later settlement is paid', async () => {
    const { id, walk, becomes, approved, leaves, comes, chain, address, settle } = await aSharedSale();
    chain.pay(address, '2');
    chain.mine(12);
    await expect.poll(() => verdictOf(id), wait).toBe('pale fits_shared');
    await walk.step('2 came');
    await batchOf(await approved());
    await walk.step('approved, in a batch');
    await leaves();
    await becomes('question', 'reorganised');
    await comes('2');
    await walk.step('2 came in another transaction');
    await settle('accept', await inBlocks(address));
    await becomes('confirmed', 'settled');
    await send(await approved());
    await becomes('sent', 'approved again and sent');
    expect(walk.table()).toMatchInlineSnapshot(`
      "2 came                        | litecoin: coins 2 = arrived 2
      approved, in a batch          | litecoin: coins 2 = position 2; USD: nothing = attempt 190 + fees 10 + position -200
      reorganised                   | nothing
      2 came in another transaction | litecoin: coins 2 = arrived 2
      settled                       | litecoin: coins 2 = position 2; USD: nothing = fees 10 + owed 190 + position -200
      approved again and sent       | litecoin: coins 2 = position 2; USD: bank -190 = fees 10 + position -200"
    `);
  });

  test('are removed and return in the next block: they are settled, approved and paid once', async () => {
    const { walk, becomes, approved, chain, address, settle, id } = await aSharedSale();
    chain.pay(address, '2');
    chain.mine(12);
    await expect.poll(() => verdictOf(id), wait).toBe('pale fits_shared');
    await approved();
    await walk.step('2 came, approved');
    chain.reorganise(13);
    await becomes('question', 'reorganised');
    chain.mine(20);
    await untilInBlocks(address, 1);
    await settle('take');
    await becomes('confirmed', 'in a block again, settled');
    await send(await approved());
    await becomes('sent', 'approved again and sent');
    expect(walk.table()).toMatchInlineSnapshot(`
      "2 came, approved          | litecoin: coins 2 = position 2; USD: nothing = fees 10 + owed 190 + position -200
      reorganised               | nothing
      in a block again, settled | litecoin: coins 2 = position 2; USD: nothing = fees 10 + owed 190 + position -200
      approved again and sent   | litecoin: coins 2 = position 2; USD: bank -190 = fees 10 + position -200"
    `);
  });

  test('were only stated, and an assigned transfer replaces them', async () => {
    const { walk, assign, state } = await aSharedSale();
    expect(await outcome(state())).toBe('200');
    await walk.step('paid by hand, as a member stated');
    expect(await assign('0.5')).toBe('200');
    await walk.step('0.5 assigned');
    expect(await assign('1.8')).toBe('200');
    await walk.step('1.8 assigned');
    expect(await assign('0.1')).toBe('409 already_decided order_decided');
    expect(walk.table()).toMatchInlineSnapshot(`
      "paid by hand, as a member stated | litecoin: coins 2 = position 2; USD: bank -190 = fees 10 + position -200
      0.5 assigned                     | litecoin: coins 2 = position 2; USD: bank -190 = fees 10 + position -200
      1.8 assigned                     | litecoin: coins 2.3 = arrived 0.3 + position 2; USD: bank -190 = fees 10 + position -200"
    `);
  });

  test('were on their way, and replace the stated ones once they are in a block', async () => {
    const { id, ada, walk, address, chain, state } = await aSharedSale();
    expect((await name(id, ada, chain.pay(address, '2'))).status).toBe(200);
    await expect.poll(() => verdictOf(id), wait).toBe('amber not_final');
    expect(await outcome(state())).toBe('200');
    await walk.step('paid by hand, as a member stated');
    chain.mine(20);
    const claimQuery = `select 1 from book_entries where kind = 'claim' and order_id = $1`;
    await expect.poll(() => rows(claimQuery, [id]), wait).toHaveLength(1);
    await walk.step('2 came');
    expect(walk.table()).toMatchInlineSnapshot(`
      "paid by hand, as a member stated | litecoin: coins 2 = position 2; USD: bank -190 = fees 10 + position -200
      2 came                           | litecoin: coins 2 = position 2; USD: bank -190 = fees 10 + position -200"
    `);
  });

  test('were only stated, and are not assigned to it after its rejection', async () => {
    const { walk, approved, assign, reject } = await aSharedSale();
    await approved();
    await walk.step('approved, as a member stated');
    await reject();
    await walk.step('rejected');
    expect(await assign('0.5')).toBe('409 already_decided order_decided');
    await walk.step('0.5 not assigned');
    expect(walk.table()).toMatchInlineSnapshot(`
      "approved, as a member stated | litecoin: coins 2 = position 2; USD: nothing = fees 10 + owed 190 + position -200
      rejected                     | nothing
      0.5 not assigned             | nothing"
    `);
  });
});
