import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anvilControls, litecoindControls, simulatedControls, type TestChain } from '#tests/setup/chain-controls.ts';
import { anvilProgram, litecoindProgram, reasonOf } from '#tests/setup/chain-nodes.ts';
import { tronControls, xrplControls } from '#tests/setup/fake-chains.ts';
import { manyAddresses } from '#tests/setup/many-addresses.ts';
import type { ChainTransfer, WatchedAddress } from './chain.ts';

type Ability = 'outputs' | 'mempool' | 'index' | 'fees' | 'drops' | 'tokens' | 'contracts' | 'reorganisations' | 'tags';
type Conformance = { name: string; start: () => Promise<TestChain>; isMissing?: boolean; has: readonly Ability[] };

const evmAbilities = ['index', 'contracts', 'reorganisations'] as const;

const chains: readonly Conformance[] = [
  {
    name: 'the chain in memory',
    start: simulatedControls,
    has: ['outputs', 'mempool', 'index', 'fees', 'drops', 'contracts', 'reorganisations'],
  },
  {
    name: `a real Litecoin node${reasonOf(litecoindProgram)}`,
    start: litecoindControls,
    isMissing: 'missing' in litecoindProgram,
    has: ['outputs', 'mempool', 'fees', 'reorganisations'],
  },
  {
    name: `a server that answers as Esplora servers do, before a real Litecoin node${reasonOf(litecoindProgram)}`,
    start: () => litecoindControls('esplora'),
    isMissing: 'missing' in litecoindProgram,
    has: ['outputs', 'mempool', 'fees', 'reorganisations'],
  },
  {
    name: `a real EVM node as Ethereum${reasonOf(anvilProgram)}`,
    start: () => anvilControls('ethereum'),
    isMissing: 'missing' in anvilProgram,
    has: [...evmAbilities, 'tokens'],
  },
  {
    name: `a real EVM node as BNB Smart Chain${reasonOf(anvilProgram)}`,
    start: () => anvilControls('bsc'),
    isMissing: 'missing' in anvilProgram,
    has: evmAbilities,
  },
  {
    name: 'a server that answers as Tron nodes do',
    start: tronControls,
    has: ['index', 'tokens', 'reorganisations'],
  },
  { name: 'a server that answers as XRP Ledger nodes do', start: xrplControls, has: ['index', 'tokens', 'tags'] },
];

for (const chain of chains) conformance(chain);

/** What every reader of a chain promises, whichever chain it reads. */
function conformance({ name, start, isMissing = false, has }: Conformance): void {
  const when = (ability: Ability) => (has.includes(ability) ? test : () => undefined);
  describe.skipIf(isMissing)(name, () => {
    let chain: TestChain;
    let watched: WatchedAddress[];
    beforeAll(async () => {
      chain = await start();
      const coins = [...new Set([chain.coinId, chain.token?.coinId ?? chain.coinId])];
      watched = coins.flatMap((coinId) => chain.addresses.map((address) => ({ coinId, address })));
      await chain.mine(3);
    });
    afterAll(() => chain.stop());

    const tip = () => chain.source.tip();
    /** What the newest blocks pay to the operator. */
    const newest = async (count = 1): Promise<readonly ChainTransfer[]> => {
      const { height } = await tip();
      return (await chain.source.transfersIn(height - count + 1, height, watched)).transfers;
    };
    const shortly = (transfers: readonly ChainTransfer[] | undefined) =>
      transfers?.map(({ to, coinId, amount, failed }) => [to, coinId, amount.toFixed(), failed]);

    test('a customer who pays the exact amount is seen in the block that includes it, to the last digit', async () => {
      const [to] = chain.addresses;
      const txHash = await chain.pay([{ to, amount: '1.234567' }]);
      await chain.mine();
      const transfers = await newest();
      expect(shortly(transfers)).toEqual([[to, chain.coinId, '1.234567', false]]);
      const { height, hash, at } = await tip();
      expect(transfers[0]).toMatchObject({ txHash, byContract: false, block: { height, hash, at } });
    });

    test('blocks name their parents, and heights above the tip have no hash', async () => {
      const { height, hash } = await tip();
      const { blocks } = await chain.source.transfersIn(height - 1, height, watched);
      expect(blocks.at(-1)).toMatchObject({ height, hash, parentHash: blocks.at(-2)?.hash });
      expect(await chain.source.blockHash(height)).toBe(hash);
      expect(await chain.source.blockHash(height + 5)).toBeUndefined();
    });

    when('index')('a hash that a customer names is found with what it pays to the desk', async () => {
      const [to] = chain.addresses;
      const txHash = await chain.pay([{ to, amount: '0.5' }]);
      await chain.mine();
      expect(shortly(await chain.source.find(txHash, watched))).toEqual([[to, chain.coinId, '0.5', false]]);
      expect(await chain.source.find(txHash.replace(/.{10}$/, '0123456789'), watched)).toBeUndefined();
    });

    when('outputs')('one transaction with two outputs is two transfers', async () => {
      const [first, second] = chain.addresses;
      await chain.pay([
        { to: first, amount: '0.7' },
        { to: second, amount: '0.3' },
      ]);
      await chain.mine();
      const transfers = await newest();
      expect(transfers.map(({ to, amount }) => `${to} ${amount.toFixed()}`).toSorted()).toEqual(
        [`${first} 0.7`, `${second} 0.3`].toSorted(),
      );
      expect(new Set(transfers.map(({ outIndex }) => outIndex)).size).toBe(2);
    });

    when('mempool')('a payment is seen before any block includes it, and by its hash', async () => {
      const [to] = chain.addresses;
      const txHash = await chain.pay([{ to, amount: '0.25' }]);
      const pending = await chain.source.pending?.(watched);
      expect(shortly(pending)).toEqual([[to, chain.coinId, '0.25', false]]);
      expect([pending?.[0]?.txHash, pending?.[0]?.block]).toEqual([txHash, undefined]);
      expect(shortly(await chain.source.find(txHash, watched))).toEqual(shortly(pending));
      await chain.mine();
      expect(await chain.source.pending?.(watched)).toEqual([]);
    });

    when('fees')('a payment replaced by one with a higher fee is no longer there, its replacement is', async () => {
      const [to] = chain.addresses;
      const replaced = await chain.pay([{ to, amount: '0.125' }]);
      expect(await chain.source.pending?.(watched)).toMatchObject([{ txHash: replaced }]);
      const replacement = await chain.replace?.(replaced, { to, amount: '0.125' });
      expect(await chain.source.pending?.(watched)).toMatchObject([{ txHash: replacement }]);
      await chain.mine();
      expect(await newest()).toMatchObject([{ txHash: replacement }]);
    });

    when('drops')('a payment that the mempool forgot is no longer there', async () => {
      const txHash = await chain.pay([{ to: chain.addresses[0], amount: '0.125' }]);
      await chain.drop?.(txHash);
      expect(await chain.source.pending?.(watched)).toEqual([]);
      expect(await chain.source.find(txHash, watched)).toBeUndefined();
    });

    when('reorganisations')('a reorganisation takes the block, its hash and the payment in it', async () => {
      await chain.mine(3);
      await chain.pay([{ to: chain.addresses[0], amount: '0.5' }]);
      await chain.mine(2);
      const { height } = await tip();
      const hash = await chain.source.blockHash(height - 1);
      expect(await newest(2)).toHaveLength(1);
      await chain.reorganise(2);
      expect(await chain.source.blockHash(height - 1)).not.toBe(hash);
      const { blocks, transfers } = await chain.source.transfersIn(height - 2, height, watched);
      expect(transfers).toEqual([]);
      expect(blocks[1]?.parentHash).toBe(blocks[0]?.hash);
    });

    when('contracts')(
      'coins that a contract moved are found in their block, though no transaction names the desk',
      async () => {
        const [to] = chain.addresses;
        await chain.mine();
        await chain.payByContract?.({ to, amount: '2.5' });
        await chain.pay([{ to, amount: '1' }]);
        await chain.mine();
        const { height, hash } = await tip();
        await chain.mine(3);
        const { transfers } = await chain.source.transfersIn(height - 2, height + 3, watched);
        const moved = transfers.filter(({ byContract }) => byContract);
        expect(moved.map(({ amount }) => amount.toFixed())).toEqual(['2.5']);
        expect(moved[0]).toMatchObject({ to, txHash: hash, outIndex: -1, block: { height } });
        expect(transfers).toHaveLength(2);
      },
    );

    when('tokens')(
      'a token of a listed contract is read by its event, another one only when its hash is named',
      async () => {
        const { token, addresses } = chain;
        const [to] = addresses;
        await token?.pay({ to, amount: '1500.000001' });
        const other = await token?.payOther({ to, amount: '1500' });
        await chain.mine();
        const transfers = (await newest()).filter(({ coinId }) => !coinId.startsWith('token:'));
        expect(shortly(transfers)).toEqual([[to, token?.coinId, '1500.000001', false]]);
        const named = await chain.source.find(other ?? '', watched);
        expect(named?.map((item) => [item.coinId.split(':')[0], item.to])).toEqual([['token', to]]);
        expect(named?.[0]?.amount.toFixed()).toBe('0');
      },
    );

    when('tokens')('a token transfer of nothing, sent to be copied, is no transfer', async () => {
      await chain.token?.pay({ to: chain.addresses[0], amount: '0' });
      await chain.mine();
      expect(await newest()).toEqual([]);
    });

    when('tokens')('a transfer that failed on the chain is found by its hash as failed', async () => {
      const [to] = chain.addresses;
      const txHash = await chain.token?.payAndFail({ to, amount: '40' });
      await chain.mine();
      expect(await chain.source.find(txHash ?? '', watched)).toMatchObject([{ to, failed: true }]);
    });

    when('tags')('a payment carries its destination tag', async () => {
      await chain.pay([{ to: chain.addresses[0], amount: '21' }]);
      await chain.mine();
      expect(await newest()).toMatchObject([{ tag: '77' }]);
    });

    test('following blocks one by one takes at most four requests for each, with 200 addresses in use', async () => {
      const many = manyAddresses(chain.coinId, 200).map((address) => ({ coinId: chain.coinId, address }));
      for (let block = 0; block < 3; block += 1) {
        const requests = chain.source.requests();
        await chain.mine();
        const { height } = await tip();
        await chain.source.transfersIn(height, height, [...many, ...watched]);
        expect(chain.source.requests() - requests).toBeLessThanOrEqual(4);
      }
    });

    test('following one block takes at most four requests, however many addresses are watched', async () => {
      const { height } = await tip();
      const requests = chain.source.requests();
      const many = Array.from({ length: 200 }, () => watched[0] as WatchedAddress);
      await tip();
      await chain.source.transfersIn(height, height, many);
      expect(chain.source.requests() - requests).toBeLessThanOrEqual(4);
    });
  });
}
