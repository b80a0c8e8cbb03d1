import { describe, expect, test } from 'vitest';
import { openWalks } from '#tests/factories/book-walk.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', RATE_LIMIT_FACTOR: '10000' });
const { app, mailbox, row } = testbed;
const { reviewer, payer, ok, orderOf, release, giveBack, payAgain, ...walks } = openWalks(testbed);
const { untilInBlocks, aSale, batchOf, send, sendBack, nameWallet } = walks;

describe('the coins of an approved sale are removed by a reorganisation', () => {
  test('while its payout is due: it waits, and pays the later settlement', async () => {
    const { walk, becomes, approved, leaves, comes, settle } = await aSale();
    await approved();
    await walk.step('approved');
    await leaves();
    await becomes('question', 'reorganised');
    await comes('2.1');
    await settle('accept');
    await walk.step('2.1 came and were settled');
    await send(await approved());
    await becomes('sent', 'approved again and sent');
    expect(walk.table()).toMatchInlineSnapshot(`
      "2 arrived                 | litecoin: coins 2 = position 2; USD: nothing = fees 10 + owed 190 + position -200
      approved                  | litecoin: coins 2 = position 2; USD: nothing = fees 10 + owed 190 + position -200
      reorganised               | nothing
      2.1 came and were settled | litecoin: coins 2.1 = position 2.1; USD: nothing = fees 10.5 + owed 199.5 + position -210
      approved again and sent   | litecoin: coins 2.1 = position 2.1; USD: bank -199.5 = fees 10.5 + position -210"
    `);
  });

  test('while it is in a batch: the batch is cancelled, and later coins are sent back', async () => {
    const sale = await aSale();
    const { id, walk, becomes, approved, leaves, comes, settle } = sale;
    await batchOf(await approved());
    await walk.step('approved, in a batch');
    await leaves();
    await becomes('question', 'reorganised');
    await comes('2');
    await settle('refund');
    await walk.step('2 came, to be sent back');
    await nameWallet(sale);
    await sendBack(id);
    await becomes('refund_sent', 'sent back');
    expect(walk.table()).toMatchInlineSnapshot(`
      "2 arrived               | litecoin: coins 2 = position 2; USD: nothing = fees 10 + owed 190 + position -200
      approved, in a batch    | litecoin: coins 2 = position 2; USD: nothing = attempt 190 + fees 10 + position -200
      reorganised             | nothing
      2 came, to be sent back | litecoin: coins 2 = refund 2
      sent back               | litecoin: coins -0.001 + cost 0.001 = nothing"
    `);
  });

  test('while its batch is released: they are lost, and later coins are another transfer', async () => {
    const { id, walk, becomes, approved, leaves, comes } = await aSale();
    const payoutId = await approved();
    const batch = await batchOf(payoutId);
    await release(batch);
    await walk.step('approved, in a batch, released');
    await leaves();
    await walk.step('reorganised');
    const alarms = await mailbox.of('deposit_alarm', app.deps.env.admin.email);
    expect(alarms.map((mail) => mail.reference)).toContain((await orderOf(id)).reference);
    await ok(payer, 'POST', `payout-batches/${String(batch.id)}/withdraw`, { reason: 'The coins are gone.' });
    await walk.step('withdrawn');
    await comes('2');
    await becomes('on_hold', '2 came in another transaction');
    expect(walk.table()).toMatchInlineSnapshot(`
      "2 arrived                      | litecoin: coins 2 = position 2; USD: nothing = fees 10 + owed 190 + position -200
      approved, in a batch, released | litecoin: coins 2 = position 2; USD: nothing = attempt 190 + fees 10 + position -200
      reorganised                    | litecoin: nothing = lost -2 + position 2; USD: nothing = attempt 190 + fees 10 + position -200
      withdrawn                      | litecoin: nothing = lost -2 + position 2; USD: nothing = fees 10 + owed 190 + position -200
      2 came in another transaction  | litecoin: coins 2 = arrived 2 + lost -2 + position 2; USD: nothing = fees 10 + owed 190 + position -200"
    `);
  });

  test('while its batch is released, for one block: they fill the loss, and only the rest arrives', async () => {
    const { id, walk, approved, settle, address, chain } = await aSale(['2.5'], 'question');
    await settle('cap');
    const refund = await row('select id, version from refunds where order_id = $1', [id]);
    const { version } = refund;
    await ok(reviewer, 'POST', `refunds/${String(refund.id)}/cancel`, { reason: 'Not now.', version });
    await release(await batchOf(await approved()));
    await walk.step('paid for up to the cap, released');
    chain.reorganise(13);
    await untilInBlocks(address, 0);
    await walk.step('reorganised');
    chain.mine(20);
    await untilInBlocks(address, 1);
    await walk.step('in a block again');
    expect(walk.table()).toMatchInlineSnapshot(`
      "2.5 arrived                      | litecoin: coins 2.5 = held 2.5
      paid for up to the cap, released | litecoin: coins 2.5 = held 0.3 + position 2.2; USD: nothing = attempt 209 + fees 11 + position -220
      reorganised                      | litecoin: nothing = lost -2.2 + position 2.2; USD: nothing = attempt 209 + fees 11 + position -220
      in a block again                 | litecoin: coins 2.5 = arrived 0.3 + position 2.2; USD: nothing = attempt 209 + fees 11 + position -220"
    `);
  });
});

test('a payout that is sent, returned and sent again is paid once', async () => {
  const { walk, approved } = await aSale();
  const payoutId = await approved();
  await walk.step('approved');
  await send(payoutId);
  await walk.step('sent');
  await giveBack(payoutId, { reason: 'name', note: 'Name', askCustomer: false });
  await walk.step('came back');
  await payAgain(payoutId);
  await walk.step('to be paid again');
  await batchOf(payoutId);
  await walk.step('in a batch again');
  expect(walk.table()).toMatchInlineSnapshot(`
    "2 arrived        | litecoin: coins 2 = position 2; USD: nothing = fees 10 + owed 190 + position -200
    approved         | litecoin: coins 2 = position 2; USD: nothing = fees 10 + owed 190 + position -200
    sent             | litecoin: coins 2 = position 2; USD: bank -190 = fees 10 + position -200
    came back        | litecoin: coins 2 = position 2; USD: nothing = fees 10 + owed 190 + position -200
    to be paid again | litecoin: coins 2 = position 2; USD: nothing = fees 10 + owed 190 + position -200
    in a batch again | litecoin: coins 2 = position 2; USD: nothing = attempt 190 + fees 10 + position -200"
  `);
});

test('the coins of a rejected sale are sent back once, though they are recorded as sent twice', async () => {
  const sale = await aSale();
  const { id, walk, becomes, reject } = sale;
  await reject();
  await walk.step('rejected');
  await ok(reviewer, 'POST', 'refunds', { orderId: id, amount: 2, reason: 'Not theirs.' });
  await walk.step('to be sent back');
  await nameWallet(sale);
  const { id: refundId, version } = await sendBack(id);
  await walk.step('sent');
  await ok(reviewer, 'POST', `refunds/${String(refundId)}/reset`, { reason: 'Another hash.', version });
  await walk.step('taken back');
  await sendBack(id);
  await walk.step('sent again');
  sale.chain.mine(20);
  await becomes('refunded', 'in a block');
  expect(walk.table()).toMatchInlineSnapshot(`
    "2 arrived       | litecoin: coins 2 = position 2; USD: nothing = fees 10 + owed 190 + position -200
    rejected        | litecoin: coins 2 = arrived 2
    to be sent back | litecoin: coins 2 = refund 2
    sent            | litecoin: coins -0.001 + cost 0.001 = nothing
    taken back      | litecoin: coins 2 = refund 2
    sent again      | litecoin: coins -0.001 + cost 0.001 = nothing
    in a block      | litecoin: coins -0.001 + cost 0.001 = nothing"
  `);
});
