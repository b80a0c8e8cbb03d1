import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { refunds } from '#server/features/refunds/refunds.tables.ts';
import { anOrder, aUser, litecoin } from '#tests/factories/orders.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { lockOrder } from './orders.queries.ts';
import { hasStatus, moveOrder } from './orders.service.ts';
import { writeStage } from './orders.stage.service.ts';

const testbed = openTestbed({});
const { app, database, row, rows } = testbed;
const now = () => app.deps.now();
const stageOf = (id: string) => row('select stage, stage_version as version from orders where id = $1', [id]);

/** A sale that was refused, and as many refunds of it that were sent. */
async function aRefusedSale(count: number) {
  const ada = await aUser(database.pool);
  const id = await anOrder(app.deps, ada, { gives: { type: 'sell', coin: litecoin } });
  await app.deps.inTx(async (tx) => {
    const order = await lockOrder(tx, id);
    const record = { adminNotes: 'Too late.', adminTransactionId: null, now: now() };
    if (order && hasStatus(order, 'pending')) await moveOrder(tx, 'system', order, 'rejected', record);
  });
  const ids = Array.from({ length: count }, () => randomUUID());
  const signature = Buffer.from('');
  const payload = {
    orderId: id,
    userId: ada.userId,
    cryptoId: 'litecoin',
    amount: '0.1',
    reason: 'Too late.',
    signature,
  };
  await app.deps.inTx(async (tx) => {
    for (const refund of ids)
      await tx.insert(refunds).values({ ...payload, id: refund, txHash: refund, state: 'sent' });
  });
  return { id, ids };
}

const confirmIn = (refund: string, orderId: string, last = async () => {}) =>
  app.deps.inTx(async (tx) => {
    await tx.update(refunds).set({ state: 'confirmed', version: 2 }).where(eq(refunds.id, refund));
    await writeStage(tx, 'system', [orderId], now());
    await last();
  });

test("a customer's order is refunded when both of its refunds arrive at the same moment", async () => {
  const { id, ids } = await aRefusedSale(2);
  await app.deps.inTx((tx) => writeStage(tx, 'system', [id], now()));
  expect(await stageOf(id)).toEqual({ stage: 'refund_sent', version: 3 });
  const [first = '', second = ''] = ids;
  const lockWaits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  let secondConfirmation: Promise<void> | undefined;
  await confirmIn(first, id, async () => {
    secondConfirmation = confirmIn(second, id);
    await expect.poll(() => rows(lockWaits)).toHaveLength(1);
  });
  await secondConfirmation;
  expect(await stageOf(id)).toEqual({ stage: 'refunded', version: 4 });
});

test('an unchanged stage writes no event, no notification and no version', async () => {
  const { id } = await aRefusedSale(0);
  const stageBefore = await stageOf(id);
  const changedIds = await app.deps.inTx((tx) => writeStage(tx, 'system', [id, randomUUID()], now()));
  expect(changedIds).toEqual([]);
  expect(await stageOf(id)).toEqual(stageBefore);
  const events = await rows('select to_status, stage from order_events where order_id = $1 order by id', [id]);
  expect(events).toEqual([
    { to_status: 'pending', stage: null },
    { to_status: 'rejected', stage: 'closed' },
  ]);
});
