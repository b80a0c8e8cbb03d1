import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { none } from '#shared/kernel/money.ts';
import { anvilControls, litecoindControls, simulatedControls, type TestChain } from '#tests/setup/chain-controls.ts';
import { anvilProgram, litecoindProgram, reasonOf } from '#tests/setup/chain-nodes.ts';
import { tronControls, xrplControls } from '#tests/setup/fake-chains.ts';
import { manyAddresses } from '#tests/setup/many-addresses.ts';
import type { ChainTransfer, WatchedAddress } from './chain.ts';

type Ability =
  | 'outputs'
  | 'mempool'
  | 'index'
  | 'fees'
  | 'drops'
  | 'tokens'
  | 'contracts'
  | 'reorganisations'
  | 'tags'
  | 'balances'
  | 'blocks';
type Conformance = { start: () => Promise<TestChain>; has: readonly Ability[]; program?: typeof anvilProgram };

const utxo: Ability[] = ['outputs', 'mempool', 'fees', 'reorganisations'];
const evm: Ability[] = ['index', 'contracts', 'reorganisations', 'balances'];
const litecoind = { program: litecoindProgram, has: utxo };
const anvil = { program: anvilProgram };
const behindEsplora = 'a server that answers as Esplora servers do, before a real Litecoin node';

const chains: Record<string, Conformance> = {
  'the chain in memory': { start: simulatedControls, has: [...utxo, 'index', 'drops', 'contracts', 'balances'] },
  'a real Litecoin node': { start: () => litecoindControls(), ...litecoind, has: [...utxo, 'blocks'] },
  [behindEsplora]: { start: () => litecoindControls('esplora'), ...litecoind, has: [...utxo, 'balances'] },
  'a real EVM node as Ethereum': { start: () => anvilControls('ethereum'), has: [...evm, 'tokens'], ...anvil },
  'a real EVM node as BNB Smart Chain': { start: () => anvilControls('bsc'), has: evm, ...anvil },
  'a server that answers as Tron nodes do': {
    start: tronControls,
    has: ['index', 'tokens', 'reorganisations', 'balances'],
  },
  'a server that answers as XRP Ledger nodes do': { start: xrplControls, has: ['index', 'tokens', 'tags', 'balances'] },
};

for (const [name, chain] of Object.entries(chains)) conformance(name, chain);

/** Every reader of a chain keeps these promises. */
function conformance(name: string, { start, has, program = { path: '' } }: Conformance): void {
  const when = (ability: Ability) => (has.includes(ability) ? test : () => undefined);
  describe.skipIf('missing' in program)(`${name}${reasonOf(program)}`, () => {
    let chain: TestChain;
    let to: string;
    let watchedAddresses: WatchedAddress[];
    beforeAll(async () => {
      chain = await start();
      [to] = chain.addresses;
      const coins = [...new Set([chain.coinId, chain.token?.coinId ?? chain.coinId])];
      watchedAddresses = coins.flatMap((coinId) => chain.addresses.map((address) => ({ coinId, address })));
      await chain.mine(3);
    });
    afterAll(() => chain.stop());

    const tip = () => chain.source.tip();
    const find = (txHash = '') => chain.source.find(txHash, watchedAddresses);
    const pending = async () => chain.source.pending?.(watchedAddresses);
    const pay = (amount: string) => chain.pay([{ to, amount }]);
    /** Outputs of the newest blocks to the operator's addresses. */
    const newest = async (count = 1): Promise<readonly ChainTransfer[]> => {
      const { height } = await tip();
      return (await chain.source.transfersIn(height - count + 1, height, watchedAddresses)).transfers;
    };
    const mined = async () => {
      await chain.mine();
      return newest();
    };
    const shortly = (transfers: readonly ChainTransfer[] | undefined) =>
      transfers?.map((item) => [item.to, item.coinId, item.amount.toFixed(), item.failed]);

    test('a customer who pays the exact amount is seen in the block that includes it, to the last digit', async () => {
      const txHash = await pay('1.234567');
      const transfers = await mined();
      expect(shortly(transfers)).toEqual([[to, chain.coinId, '1.234567', false]]);
      const { height, hash, at } = await tip();
      expect(transfers[0]).toMatchObject({ txHash, byContract: false, block: { height, hash, at } });
    });

    test('blocks name their parents, and no hash exists above the newest block', async () => {
      const { height, hash } = await tip();
      const { blocks } = await chain.source.transfersIn(height - 1, height, watchedAddresses);
      expect(blocks.at(-1)).toMatchObject({ height, hash, parentHash: blocks.at(-2)?.hash });
      expect(await chain.source.blockHash(height)).toBe(hash);
      expect(await chain.source.blockHash(height + 5)).toBeUndefined();
    });

    when('index')('a hash that a customer names is found with what it pays to the desk', async () => {
      const txHash = await pay('0.5');
      await chain.mine();
      expect(shortly(await find(txHash))).toEqual([[to, chain.coinId, '0.5', false]]);
      expect(await find(txHash.replace(/.{10}$/, '0123456789'))).toBeUndefined();
    });

    when('blocks')(
      'a transaction that no index knows is found in the block that has it, whatever it pays',
      async () => {
        const txHash = await pay('0.5');
        await chain.mine(3);
        expect(await find(txHash)).toBeUndefined();
        const { height } = await tip();
        const result = await chain.source.findInBlocks?.(txHash, { from: height - 5, to: height }, watchedAddresses);
        expect(shortly(result?.paid)).toEqual([[to, chain.coinId, '0.5', false]]);
        expect(result).toMatchObject({ block: { height: height - 2 }, paid: [{ block: result?.block }] });
        const unpaid = await chain.source.findInBlocks?.(txHash, { from: height - 2, to: height - 2 }, []);
        expect(unpaid).toMatchObject({ block: { height: height - 2 }, paid: [] });
        expect(
          await chain.source.findInBlocks?.(txHash, { from: height - 1, to: height + 3 }, watchedAddresses),
        ).toBeUndefined();
      },
    );

    when('outputs')('one transaction with two outputs is two transfers', async () => {
      const payments = chain.addresses.map((address, index) => ({ to: address, amount: `0.${3 + index}` }));
      await chain.pay(payments);
      const transfers = await mined();
      const paidOutputs = transfers.map((item) => ({ to: item.to, amount: item.amount.toFixed() }));
      expect(paidOutputs.toSorted((item) => (item.to === to ? -1 : 1))).toEqual(payments);
      expect(new Set(transfers.map(({ outIndex }) => outIndex)).size).toBe(2);
    });

    when('mempool')('a payment is seen before any block includes it, and by its hash', async () => {
      const txHash = await pay('0.25');
      const waiting = await pending();
      expect(shortly(waiting)).toEqual([[to, chain.coinId, '0.25', false]]);
      expect([waiting?.[0]?.txHash, waiting?.[0]?.block]).toEqual([txHash, undefined]);
      expect(shortly(await find(txHash))).toEqual(shortly(waiting));
      await chain.mine();
      expect(await pending()).toEqual([]);
    });

    when('fees')('a payment replaced by one with a higher fee is no longer there, its replacement is', async () => {
      const replaced = await pay('0.125');
      expect(await pending()).toMatchObject([{ txHash: replaced }]);
      const replacement = await chain.replace?.(replaced, { to, amount: '0.125' });
      expect(await pending()).toMatchObject([{ txHash: replacement }]);
      expect(await mined()).toMatchObject([{ txHash: replacement }]);
    });

    when('drops')('a payment that the mempool forgot is no longer there', async () => {
      const txHash = await pay('0.125');
      await chain.drop?.(txHash);
      expect([await pending(), await find(txHash)]).toEqual([[], undefined]);
    });

    when('reorganisations')('a reorganisation takes the block, its hash and the payment in it', async () => {
      await chain.mine(3);
      await pay('0.5');
      await chain.mine(2);
      const { height } = await tip();
      const hash = await chain.source.blockHash(height - 1);
      expect(await newest(2)).toHaveLength(1);
      await chain.reorganise(2);
      expect(await chain.source.blockHash(height - 1)).not.toBe(hash);
      const { blocks, transfers } = await chain.source.transfersIn(height - 2, height, watchedAddresses);
      expect(transfers).toEqual([]);
      expect(blocks[1]?.parentHash).toBe(blocks[0]?.hash);
    });

    const byContract = 'coins that a contract moved are found in their block, though no transaction names the desk';
    when('contracts')(byContract, async () => {
      await chain.mine();
      await chain.payByContract?.({ to, amount: '2.5' });
      await pay('1');
      await chain.mine();
      const { height, hash } = await tip();
      await chain.mine(3);
      const { transfers } = await chain.source.transfersIn(height - 2, height + 3, watchedAddresses);
      const movedTransfers = transfers.filter((item) => item.byContract);
      expect(shortly(movedTransfers)).toEqual([[to, chain.coinId, '2.5', false]]);
      expect(movedTransfers[0]).toMatchObject({ txHash: hash, outIndex: -1, block: { height } });
      expect(transfers).toHaveLength(2);
    });

    const byEvent = 'a token of a listed contract is read by its event, another one only when its hash is named';
    when('tokens')(byEvent, async () => {
      await chain.token?.pay({ to, amount: '1500.000001' });
      const otherHash = await chain.token?.payOther({ to, amount: '1500' });
      const transfers = (await mined()).filter(({ coinId }) => !coinId.startsWith('token:'));
      expect(shortly(transfers)).toEqual([[to, chain.token?.coinId, '1500.000001', false]]);
      const isToken = expect.stringMatching(/^token:/) as string;
      expect(shortly(await find(otherHash))).toEqual([[to, isToken, '0', false]]);
    });

    when('tokens')('a token transfer of nothing, sent to be copied, is no transfer', async () => {
      await chain.token?.pay({ to, amount: '0' });
      expect(await mined()).toEqual([]);
    });

    when('tokens')('a transfer that failed on the chain is found by its hash as failed', async () => {
      const txHash = await chain.token?.payAndFail({ to, amount: '40' });
      await chain.mine();
      expect(await find(txHash)).toMatchObject([{ to, failed: true }]);
    });

    when('balances')('what is left at an address grows by what it was paid, to the last digit', async () => {
      const left = async (address: string) => (await chain.source.balances?.([{ coinId: chain.coinId, address }]))?.[0];
      const [ownAddress, otherAddress] = chain.addresses;
      await chain.mine();
      const balanceBefore = await left(ownAddress);
      const still = await left(otherAddress);
      await pay('1.234567');
      await chain.mine();
      expect((await left(ownAddress))?.minus(balanceBefore ?? none.coin).toFixed()).toBe('1.234567');
      expect(await left(otherAddress)).toEqual(still);
    });

    when('tags')('a payment carries its destination tag', async () => {
      await pay('21');
      expect(await mined()).toMatchObject([{ tag: '77' }]);
    });

    test('reads each block with at most four requests, with 200 addresses in use', async () => {
      const many = manyAddresses(chain.coinId, 200).map((address) => ({ coinId: chain.coinId, address }));
      for (let block = 0; block < 3; block += 1) {
        const requests = chain.source.requests();
        await chain.mine();
        const { height } = await tip();
        await chain.source.transfersIn(height, height, [...many, ...watchedAddresses]);
        expect(chain.source.requests() - requests).toBeLessThanOrEqual(4);
      }
    });
  });
}
