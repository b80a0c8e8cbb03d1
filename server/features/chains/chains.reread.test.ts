import { describe, expect, test, vi } from 'vitest';
import { simulatedChain } from '#server/adapters/chains/chain.simulated.ts';
import type { ChainSource } from '#server/adapters/chains/chain.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { unnamedAmount } from '#shared/kernel/money.ts';
import { recordingLog } from '#tests/setup/platform.ts';
import type { StoredTransfer } from './chains.ports.ts';
import { createRereads } from './chains.reread.service.ts';

/** A node with a transfer of half a Litecoin in a block, as the product has stored it, and what asks about it. */
async function aStored({ byContract = false, waits = false, limitMs = 5_000 } = {}) {
  let now = new Date('2026-11-28T12:00:00Z');
  const chain = simulatedChain({ chain: 'litecoin', now: () => now });
  chain.mine(3);
  const hash = chain.pay([{ to: 'ours', coinId: 'litecoin', amount: unnamedAmount('coin', '0.5') }], { byContract });
  if (!waits) chain.mine();
  const block = waits ? null : await chain.tip();
  const isMoved = byContract && block !== null;
  const storedTransfer: StoredTransfer = {
    chain: 'litecoin',
    txHash: isMoved ? block.hash : hash,
    outIndex: isMoved ? -1 : 0,
    coinId: 'litecoin',
    toAddress: 'ours',
    toTag: null,
    amount: '0.500000000000000000',
    blockHeight: block && block.height,
    blockHash: block && block.hash,
  };
  const { log, logged } = recordingLog();
  const source: ChainSource = { ...chain };
  const find = vi.spyOn(source, 'find');
  const rereads = createRereads({
    chainReaders: new Map([['litecoin', { source }]]),
    now: () => now,
    log,
    limitMs,
  });
  const pass = (seconds: number) => (now = new Date(now.getTime() + seconds * 1_000));
  const ask = async (change: Partial<StoredTransfer> = {}) => {
    const changedTransfer = { ...storedTransfer, ...change };
    await rereads.request([changedTransfer]);
    return rereads.resultOf(changedTransfer);
  };
  return { chain, source, stored: storedTransfer, find, rereads, ask, pass, logged };
}

/** A node without an index of transactions. */
const unindexed = (source: ChainSource) => Object.assign(source, { find: async () => undefined });
const silence = () => new Promise<never>(() => {});
const failToAnswer = () => Promise.reject(new FeedError('it does not answer'));

describe('a node that is asked once more', () => {
  test('confirms its earlier answer, and is asked again after a minute', async () => {
    const { find, ask, pass } = await aStored();
    expect([await ask(), await ask()]).toEqual(['same', 'same']);
    expect(find).toHaveBeenCalledTimes(1);
    pass(61);
    expect(await ask()).toBe('same');
    expect(find).toHaveBeenCalledTimes(2);
  });

  test('is asked before its answer is too old for a slow decision', async () => {
    const { rereads, stored, ask, pass } = await aStored();
    expect(await ask()).toBe('same');
    pass(59);
    expect(await ask()).toBe('same');
    pass(2);
    expect(rereads.resultOf(stored)).toBe('same');
  });

  test('leaves its answer of the last minute when it does not answer again', async () => {
    const { source, ask, pass } = await aStored();
    expect(await ask()).toBe('same');
    pass(59);
    Object.assign(source, { find: failToAnswer });
    expect(await ask()).toBe('same');
    pass(2);
    expect(await ask()).toBe('away');
  });

  test.each<[string, Partial<StoredTransfer>]>([
    ['amount', { amount: '0.51' }],
    ['output', { outIndex: 1 }],
    ['transaction', { txHash: 'f'.repeat(64) }],
    ['address', { toAddress: 'another' }],
    ['tag', { toTag: '7' }],
    ['coin', { coinId: 'token:0x22' }],
    ['block', { blockHash: 'f'.repeat(64) }],
    ['height', { blockHeight: 1 }],
  ])('contradicts another %s, with an index and without', async (_what, change) => {
    const { source, ask, pass } = await aStored();
    expect(await ask(change)).toBe('differs');
    expect(await ask()).toBe('same');
    pass(61);
    unindexed(source);
    expect(await ask(change)).toBe('differs');
    expect(await ask()).toBe('same');
  });

  test('contradicts a transfer that a reorganisation moved or the mempool dropped', async () => {
    const movedTransfer = await aStored();
    movedTransfer.chain.reorganise(1);
    expect(await movedTransfer.ask()).toBe('differs');
    const droppedTransfer = await aStored({ waits: true });
    expect(await droppedTransfer.ask()).toBe('same');
    droppedTransfer.chain.drop(droppedTransfer.stored.txHash);
    droppedTransfer.pass(61);
    expect(await droppedTransfer.ask()).toBe('differs');
  });

  test('confirms a waiting transfer that is now in a block, and coins that a contract moved', async () => {
    const { chain, ask } = await aStored({ waits: true });
    chain.mine();
    expect(await ask()).toBe('same');
    expect(await (await aStored({ byContract: true })).ask()).toBe('same');
  });

  test('is asked only for the stored block if it has no index', async () => {
    const { source, stored, ask } = await aStored();
    unindexed(source);
    const { height, hash } = await source.tip();
    const paidTransfers = await source.transfersIn(height, height, [{ coinId: 'litecoin', address: 'ours' }]);
    const findInBlocks = vi.fn<NonNullable<ChainSource['findInBlocks']>>(async () => ({
      block: { height, hash, at: new Date() },
      paid: paidTransfers.transfers,
    }));
    Object.assign(source, { findInBlocks });
    expect(await ask()).toBe('same');
    expect(findInBlocks.mock.calls.map(([txHash, range]) => [txHash, range])).toEqual([
      [stored.txHash, { from: height, to: height }],
    ]);
    findInBlocks.mockResolvedValue(undefined);
    expect(await ask({ amount: '0.7' })).toBe('differs');
  });

  test.each<[string, () => object]>([
    ['no longer has the block', () => ({ find: async () => undefined, blockHash: async () => undefined })],
    ['has pruned it', () => ({ find: async () => undefined, transfersIn: failToAnswer })],
    ['does not answer', () => ({ find: failToAnswer })],
    [
      'has dropped the balances that it read then',
      () => ({
        find: async () => undefined,
        transfersIn: async () => ({
          blocks: [],
          transfers: [],
          notice: 'the node has dropped the balances of old blocks',
        }),
      }),
    ],
  ])('that %s counts as away, and is asked again the next time', async (_what, change) => {
    const { source, ask } = await aStored();
    const originalSource = { ...source };
    Object.assign(source, change());
    expect(await ask()).toBe('away');
    Object.assign(source, originalSource);
    expect(await ask()).toBe('same');
  });

  test('counts as away after the timeout if it never answers, and delays no caller', async () => {
    const { source, ask, logged } = await aStored({ limitMs: 20 });
    Object.assign(source, { find: silence });
    expect(await ask()).toBe('away');
    expect(logged).toEqual([]);
  });

  test('is asked eight questions at a time, and none after the time limit', async () => {
    const { source, stored, rereads } = await aStored({ limitMs: 20 });
    const find = vi.fn<ChainSource['find']>(silence);
    Object.assign(source, { find });
    const many = Array.from({ length: 20 }, (_, outIndex) => ({ ...stored, outIndex }));
    await rereads.request(many);
    expect(find).toHaveBeenCalledTimes(8);
    expect(new Set(many.map(rereads.resultOf))).toEqual(new Set(['away']));
  });

  test('stays contradicted until it answers a newer question', async () => {
    const { source, stored, rereads, pass } = await aStored({ limitMs: 20 });
    const originalSource: ChainSource = { ...source };
    let answer: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (answer = resolve));
    Object.assign(source, {
      find: async (...args: Parameters<ChainSource['find']>) => slow.then(() => originalSource.find(...args)),
    });
    await rereads.request([stored]);
    expect(rereads.resultOf(stored)).toBe('away');
    pass(1);
    Object.assign(source, { find: async () => [] });
    await rereads.request([stored]);
    expect(rereads.resultOf(stored)).toBe('differs');
    Object.assign(source, { find: silence });
    await rereads.request([stored]);
    answer();
    await slow;
    expect(rereads.resultOf(stored)).toBe('differs');
    pass(61);
    expect(rereads.resultOf(stored)).toBeUndefined();
  });

  test('is not asked for a chain that is not read', async () => {
    const { find, ask } = await aStored();
    expect(await ask({ chain: 'bitcoin' })).toBeUndefined();
    expect(find).not.toHaveBeenCalled();
  });
});
