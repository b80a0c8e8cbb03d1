import { expect, test } from 'vitest';
import type { Tx } from '#server/db/connection.ts';
import { actorOf } from '#server/demo/demo.activity.ts';
import { settleChains } from '#server/features/settlements/settlements.service.ts';
import { litecoinOf } from '#tests/factories/deposits.ts';
import { litecoinAddresses } from '#tests/factories/own-addresses.ts';
import { aPaidSale } from '#tests/factories/own-sales.ts';
import { refundCalls } from '#tests/factories/refunds.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { otherStages } from '#tests/factories/stages.ts';
import { callsOf } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import * as moves from './refunds.moves.service.ts';
import type { RefundRow } from './refunds.queries.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { app, database, row, rows } = testbed;
const { reviewer } = refundCalls(testbed);
const now = () => app.deps.now();
const [address = ''] = litecoinAddresses;
const wait = { timeout: 45_000 };

const stageOf = async (id: string) => {
  await settleChains(app.deps, ['litecoin']);
  return (await row('select stage from orders where id = $1', [id])).stage;
};

/** A sale whose customer asked for the 1.5 coins that arrived. */
async function aSentBackSale() {
  const ada = await aSeller(app, database.pool);
  const { id } = await aPaidSale(testbed, ['1.5'], { userId: ada.id });
  await expect.poll(() => stageOf(id), wait).toBe('short');
  expect((await callsOf(app, ada).post(`transactions/${id}/choice`, { choice: 'refund' })).status).toBe(200);
  const refund = await row('select id, version from refunds where order_id = $1', [id]);
  return { id, ada, refund };
}

const actor = actorOf('00000000-0000-4000-8000-000000000001', 'rita@desk.test');
const confirmedFinding = { finding: null, seenHeight: 1 };
const steps = {
  address: (tx: Tx, refund: RefundRow) =>
    moves.setAddress(tx, actor, moves.requireState(refund, 'due'), { address, tag: null }, now()),
  approve: (tx: Tx, refund: RefundRow) => moves.approve(tx, actor, moves.requireState(refund, 'due'), now()),
  send: (tx: Tx, refund: RefundRow) =>
    moves.send(tx, actor, moves.requireState(refund, 'approved'), { txHash: refund.id, networkFee: null }, now()),
  confirm: (tx: Tx, refund: RefundRow) =>
    moves.confirm(tx, 'system', moves.requireState(refund, 'sent'), confirmedFinding, now()),
};
const step = (name: keyof typeof steps, id: string) =>
  app.deps.inTx(async (tx) => {
    const lockedRefund = await moves.lockWithOrder(tx, id);
    if (lockedRefund) await steps[name](tx, lockedRefund.row);
  });

test('a customer never sees a refund address that was changed in the database', async () => {
  const { id, ada, refund } = await aSentBackSale();
  await step('address', String(refund.id));
  const calls = callsOf(app, ada);
  const readDeposit = async () => {
    const { body: deposit } = await calls.get<{ refund: { address: string | null } }>(`transactions/${id}/deposit`);
    const { body: listedBody } = await calls.get<{ refundAddress: string | null }[]>('transactions');
    return [deposit.refund.address, listedBody[0]?.refundAddress];
  };
  expect(await readDeposit()).toEqual([address, address]);
  await rows('update refunds set address = $2 where id = $1', [refund.id, `${address.slice(0, -1)}x`]);
  expect(await readDeposit()).toEqual([null, null]);
});

test('a sale that is sent back moves once, to the due refund', async () => {
  const { id } = await aSentBackSale();
  const events = `select to_status, stage from order_events where order_id = $1 and to_status = 'failed'`;
  expect(await rows(events, [id])).toEqual([{ to_status: 'failed', stage: 'refund_due' }]);
  expect(await otherStages(testbed)).toEqual([]);
});

test('a sale whose refund is canceled is over, and waits again with the next one', async () => {
  const { id, refund } = await aSentBackSale();
  const cancel = { reason: 'Asked by phone.', version: refund.version };
  expect((await reviewer.post(`refunds/${String(refund.id)}/cancel`, cancel)).status).toBe(200);
  expect(await stageOf(id)).toBe('closed');
  expect((await reviewer.post('refunds', { orderId: id, amount: 1.5, reason: 'They called again.' })).status).toBe(201);
  expect(await stageOf(id)).toBe('refund_due');
});

test('a sale that is sent back in two refunds is refunded once both have arrived', async () => {
  const { id, refund } = await aSentBackSale();
  const cancel = { reason: 'In two parts.', version: refund.version };
  expect((await reviewer.post(`refunds/${String(refund.id)}/cancel`, cancel)).status).toBe(200);
  const parts: string[] = [];
  for (const amount of [1, 0.5]) {
    const response = await reviewer.post('refunds', { orderId: id, amount, reason: 'A part.' });
    parts.push(String(response.body.id));
  }
  const [first = '', second = ''] = parts;
  for (const name of ['address', 'approve', 'send'] as const) await step(name, first);
  expect(await stageOf(id)).toBe('refund_due');
  for (const name of ['address', 'approve', 'send'] as const) await step(name, second);
  expect(await stageOf(id)).toBe('refund_sent');
  // Without blocks on its chain the watch would take a confirmed refund back.
  litecoinOf(testbed).mine(12);
  // Two blocks are read at once: each of the refunds is the last one to arrive.
  await Promise.all(parts.map((part) => step('confirm', part)));
  expect(await stageOf(id)).toBe('refunded');
  expect(await otherStages(testbed)).toEqual([]);
});
