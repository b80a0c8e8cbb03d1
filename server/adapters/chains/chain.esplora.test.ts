import { afterEach, beforeEach, expect, test } from 'vitest';
import { FeedError } from '#server/lib/feed-error.ts';
import { aRawBlock, aTransaction, startFakeEsplora, type FakeBlock } from '#tests/setup/fake-esplora.ts';
import { manyAddresses, scriptOfAddress } from '#tests/setup/many-addresses.ts';
import { esploraChain } from './chain.esplora.ts';
import type { ChainSource, WatchedAddress } from './chain.ts';

let chain: Awaited<ReturnType<typeof startFakeEsplora>>;
let source: ChainSource;
const addresses = manyAddresses('bitcoin', 200);
const watchedAddresses: WatchedAddress[] = addresses.map((address) => ({
  coinId: 'bitcoin',
  address,
  isAwaited: false,
}));
const [ours = ''] = addresses;
const pay = (value: bigint, to = 0) => chain.pay(addresses[to] ?? '', scriptOfAddress(to), value);

beforeEach(async () => {
  chain = await startFakeEsplora();
  source = esploraChain({ protocol: 'esplora', url: chain.server.url, name: 'esplora.test', chain: 'bitcoin' });
});
afterEach(() => chain.server.close());

/** The requests that the server got meanwhile. */
async function requestsOf(work: () => Promise<unknown>): Promise<string[]> {
  const requestsBefore = chain.server.asked.length;
  await work();
  return chain.server.asked.slice(requestsBefore).map(({ path }) => path);
}

test('a block with 200 watched addresses takes four requests, and a check without a new one takes one', async () => {
  for (let mined = 0; mined < 5; mined += 1) {
    const hashes = [pay(150_000_001n, mined), pay(7n, 199 - mined)];
    chain.mine();
    const requests = await requestsOf(async () => {
      const { height } = await source.tip();
      const { transfers } = await source.transfersIn(height, height, watchedAddresses);
      expect(transfers).toMatchObject([
        { txHash: hashes[0], outIndex: 1, to: addresses[mined], tag: null, block: { height } },
        { txHash: hashes[1], outIndex: 1, to: addresses[199 - mined] },
      ]);
      expect(transfers.map(({ amount }) => amount.toFixed())).toEqual(['1.50000001', '0.00000007']);
    });
    expect(requests.map((path) => path.replace(/[0-9a-f]{64}/, ':hash'))).toEqual([
      '/blocks/tip/hash',
      '/block/:hash',
      `/block-height/${mined + 1}`,
      '/block/:hash/raw',
    ]);
    expect(await requestsOf(() => source.tip())).toHaveLength(1);
  }
  expect(source.requests()).toBe(25);
});

test('missed blocks are all read in order, with two requests each', async () => {
  for (let mined = 0; mined < 6; mined += 1) chain.mine();
  const requests = await requestsOf(async () => {
    const { blocks } = await source.transfersIn(1, 6, watchedAddresses);
    const minedBlocks = chain.blocks.map(({ hash }, height) => ({
      height,
      hash,
      parentHash: chain.blocks[height - 1]?.hash,
    }));
    expect(blocks).toMatchObject(minedBlocks.slice(1));
  });
  expect(requests).toHaveLength(12);
});

test('no block is downloaded before a customer was shown an address', async () => {
  chain.mine();
  const requests = await requestsOf(() => source.transfersIn(1, 1, []));
  expect(requests.filter((path) => path.endsWith('/raw'))).toEqual([]);
});

test('the mempool is read only for awaited addresses', async () => {
  const first = pay(25_000_000n);
  const second = pay(5n, 1);
  const awaitedAddresses = watchedAddresses.map((item, index) => ({ ...item, isAwaited: index < 2 }));
  const requests = await requestsOf(async () => {
    const pending = (await source.pending?.(awaitedAddresses)) ?? [];
    expect(pending).toMatchObject([first, second].map((txHash) => ({ txHash, block: undefined })));
    expect(pending.map(({ amount }) => amount.toFixed())).toEqual(['0.25', '0.00000005']);
  });
  expect(requests).toEqual(addresses.slice(0, 2).map((address) => `/address/${address}/txs/mempool`));
  expect([source.requests(), source.mempoolRequests?.()]).toEqual([0, 2]);
  expect(await source.pending?.(watchedAddresses)).toEqual([]);
});

test('an unknown transaction or block is no error', async () => {
  expect(await source.blockHash(8)).toBeUndefined();
  expect(await source.find('d'.repeat(64), watchedAddresses)).toBeUndefined();
});

test('an address that no block can contain is reported to the operator', async () => {
  pay(9n);
  chain.mine();
  const hiddenAddress = { coinId: 'bitcoin', address: 'ltcmweb1hidden' };
  const { transfers, notice } = await source.transfersIn(1, 1, [hiddenAddress, ...watchedAddresses]);
  expect(transfers).toMatchObject([{ to: ours }]);
  expect(notice).toBe('a deposit address cannot be read from blocks');
});

const lies: Record<string, (raw: Buffer) => Buffer> = {
  'cut off': (raw) => raw.subarray(0, raw.length - 20),
  'of another block': () => aRawBlock([aTransaction([{ script: scriptOfAddress(0), value: 900n }])]).raw,
  'of text': () => Buffer.from('<!doctype html><h1>Rate limited</h1>'.repeat(9)),
  'of nothing': () => Buffer.alloc(0),
};

test.each(Object.entries(lies))('a server whose block is %s is an error, never a transfer', async (_lie, answer) => {
  pay(9n);
  chain.mine();
  const block = chain.blocks[1] as FakeBlock;
  chain.blocks[1] = { ...block, raw: answer(block.raw) };
  const error = await source.transfersIn(1, 1, watchedAddresses).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(FeedError);
  expect(String(error)).toMatch(/cut off|another block/);
});
