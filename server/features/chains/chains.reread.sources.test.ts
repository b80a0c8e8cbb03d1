import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChainTransfer } from '#server/adapters/chains/chain.ts';
import { toText } from '#shared/kernel/money.ts';
import { anvilControls, litecoindControls, type TestChain } from '#tests/setup/chain-controls.ts';
import { anvilProgram, litecoindProgram, reasonOf } from '#tests/setup/chain-nodes.ts';
import { tronControls, xrplControls } from '#tests/setup/fake-chains.ts';
import { recordingLog } from '#tests/setup/platform.ts';
import type { StoredTransfer } from './chains.ports.ts';
import { createRereads } from './chains.reread.service.ts';

type Source = { start: () => Promise<TestChain>; program?: typeof anvilProgram };

const sources: Record<string, Source> = {
  'a real Litecoin node without an index': { start: () => litecoindControls(), program: litecoindProgram },
  'an Esplora server': { start: () => litecoindControls('esplora'), program: litecoindProgram },
  'a real EVM node': { start: () => anvilControls('ethereum'), program: anvilProgram },
  'a Tron node': { start: tronControls },
  'an XRP Ledger node': { start: xrplControls },
};

for (const [name, { start, program = { path: '' } }] of Object.entries(sources))
  describe.skipIf('missing' in program)(`${name}${reasonOf(program)}`, () => {
    let chain: TestChain;
    beforeAll(async () => {
      chain = await start();
      await chain.mine(3);
    });
    afterAll(() => chain.stop());

    /** Reads the transfers of the newest block to the first address, as the product would store them. */
    async function storedOf(coinId: string): Promise<StoredTransfer[]> {
      const { height } = await chain.source.tip();
      const watched = [{ coinId, address: chain.addresses[0] }];
      const { transfers } = await chain.source.transfersIn(height, height, watched);
      return transfers.map(asStored);
    }
    function asStored({ to, tag, amount, block, ...transfer }: ChainTransfer): StoredTransfer {
      const { txHash, outIndex, coinId } = transfer;
      const place = { chain: chain.source.chain, txHash, outIndex, coinId, toAddress: to, toTag: tag };
      return { ...place, amount: toText(amount), blockHeight: block?.height ?? null, blockHash: block?.hash ?? null };
    }
    const ask = async (transfer: StoredTransfer | undefined, change: Partial<StoredTransfer> = {}) => {
      const { chain: name, source } = { chain: chain.source.chain, source: chain.source };
      const { log } = recordingLog();
      const rereads = createRereads({ chainReaders: new Map([[name, { source }]]), now: () => new Date(), log });
      if (!transfer) throw new Error('Nothing was paid.');
      const askedTransfer = { ...transfer, ...change };
      await rereads.request([askedTransfer]);
      return rereads.resultOf(askedTransfer);
    };

    test('confirms a deposit in its block after any number of blocks, and contradicts all others', async () => {
      await chain.pay([{ to: chain.addresses[0], amount: '1.25' }]);
      await chain.mine();
      const [storedTransfer] = await storedOf(chain.coinId);
      await chain.mine(3);
      expect(await ask(storedTransfer)).toBe('same');
      const [digits = ''] = /[0-9a-f]{64}$/.exec(storedTransfer?.txHash ?? '') ?? [];
      const unknownHash = storedTransfer?.txHash.replace(digits, 'ab'.repeat(32)) ?? '';
      const changes: Partial<StoredTransfer>[] = [
        { amount: '1.26' },
        { outIndex: 9 },
        { txHash: unknownHash },
        { blockHash: unknownHash },
        { toAddress: chain.addresses[1] },
      ];
      for (const change of changes) expect([change, await ask(storedTransfer, change)]).toEqual([change, 'differs']);
      const { height } = await chain.source.tip();
      expect(await ask(storedTransfer, { txHash: unknownHash, blockHeight: height + 50 })).toBe('away');
    });

    test('confirms the payment of a token, and coins that a contract moved', async () => {
      const to = chain.addresses[0];
      await chain.token?.pay({ to, amount: '15.5' });
      await chain.mine();
      const tokens = chain.token ? await storedOf(chain.token.coinId) : [];
      expect(tokens.length > 0).toBe(chain.token !== undefined);
      for (const paidToken of tokens) expect(await ask(paidToken)).toBe('same');
      await chain.payByContract?.({ to, amount: '2.5' });
      await chain.mine();
      const contractTransfers = chain.payByContract
        ? (await storedOf(chain.coinId)).filter(({ outIndex }) => outIndex === -1)
        : [];
      expect(contractTransfers.length > 0).toBe(chain.payByContract !== undefined);
      for (const paid of contractTransfers)
        expect([await ask(paid), await ask(paid, { amount: '2.6' })]).toEqual(['same', 'differs']);
    });
  });
