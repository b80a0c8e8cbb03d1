import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '#server/db/connection.ts';
import { actorOf } from '#server/demo/demo.activity.ts';
import { findCursor } from '#server/features/chains/chains.blocks.queries.ts';
import { aLitecoinSale } from '#tests/factories/deposits.ts';
import { aUser } from '#tests/factories/orders.ts';
import { aDueRefund } from '#tests/factories/refunds.ts';
import { litecoindControls, type TestChain } from '#tests/setup/chain-controls.ts';
import { litecoindProgram, reasonOf } from '#tests/setup/chain-nodes.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { confirmRefunds } from './refunds.confirmation.service.ts';
import * as moves from './refunds.moves.service.ts';
import type { RefundRow } from './refunds.queries.ts';

const testbed = openTestbed();
const { app, row, rows } = testbed;

describe.skipIf('missing' in litecoindProgram)(
  `over a node without an index of transactions${reasonOf(litecoindProgram)}`,
  () => {
    let chain: TestChain;
    let to: string;
    beforeAll(async () => {
      chain = await litecoindControls();
      [to] = chain.addresses;
    });
    afterAll(() => chain.stop());

    /** Reads the chain to its newest block, and then the refunds that were sent on it. */
    async function readChain(): Promise<void> {
      const { height, hash, at } = await chain.source.tip();
      await rows(
        `insert into chain_cursors (chain, source, height, hash, tip_height, tip_at, ok_at)
         values ('litecoin', $1, $2, $3, $2, $4, now()) on conflict (chain) do update set height = $2, hash = $3,
           tip_height = $2, tip_at = $4, ok_at = now()`,
        [chain.source.name, height, hash, at],
      );
      const chainReaders = new Map([['litecoin', { source: chain.source }]] as const);
      await confirmRefunds({ ...app.deps, chainReaders }, 'litecoin');
    }

    /** A refund of 0.3 that was sent with a transaction of this amount. */
    async function aSentRefund(amount: string, { mined = 0 } = {}) {
      const txHash = await chain.pay([{ to, amount }]);
      if (mined > 0) await chain.mine(mined);
      const { id: orderId } = await aLitecoinSale(testbed);
      const { userId } = await aUser(testbed.database.pool);
      const { inTx, now } = app.deps;
      const { id } = await aDueRefund(app, { orderId, userId, cryptoId: 'litecoin', amount: '0.3' });
      const actor = actorOf(userId, 'ada@customers.test');
      const steps = [
        (tx: Tx, row: RefundRow) =>
          moves.setAddress(tx, actor, moves.requireState(row, 'due'), { address: to, tag: null }, now()),
        (tx: Tx, row: RefundRow) => moves.approve(tx, actor, moves.requireState(row, 'due'), now()),
        (tx: Tx, row: RefundRow) =>
          moves.send(tx, actor, moves.requireState(row, 'approved'), { txHash, networkFee: null }, now()),
      ];
      for (const step of steps)
        await inTx(async (tx) => {
          const lockedRefund = await moves.lockWithOrder(tx, id);
          if (lockedRefund) await step(tx, lockedRefund.row);
        });
      return async () => {
        await readChain();
        return row('select state, finding, seen_height as height from refunds where id = $1', [id]);
      };
    }
    const heightNow = async () => (await chain.source.tip()).height;

    test('a refund that was seen unconfirmed is confirmed by its block', async () => {
      const readRefund = await aSentRefund('0.3');
      expect(await readRefund()).toEqual({ state: 'sent', finding: null, height: null });
      await chain.mine(1);
      const height = await heightNow();
      expect(await readRefund()).toEqual({ state: 'sent', finding: null, height });
      await chain.mine(12);
      expect(await readRefund()).toEqual({ state: 'confirmed', finding: null, height });
      // Removes the blocks with the transaction, and its payment with them.
      await chain.reorganise(13);
      expect(await readRefund()).toMatchObject({ state: 'sent', height: null });
    }, 60_000);

    test('a refund whose transaction was entered many blocks later is found in them', async () => {
      const readRefund = await aSentRefund('0.3', { mined: 90 });
      const height = (await heightNow()) - 89;
      await expect.poll(readRefund).toEqual({ state: 'confirmed', finding: null, height });
      expect((await findCursor(app.deps.db, { chain: 'litecoin' }))?.height).toBe(await heightNow());
    }, 60_000);

    test('a refund whose transaction pays another amount stays red after any number of blocks', async () => {
      const readRefund = await aSentRefund('0.2');
      expect(await readRefund()).toMatchObject({ state: 'sent', finding: 'refund_differs' });
      for (const blocks of [1, 1, 12]) {
        await chain.mine(blocks);
        expect(await readRefund()).toMatchObject({ state: 'sent', finding: 'refund_differs' });
      }
    }, 60_000);
  },
);
