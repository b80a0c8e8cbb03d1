import { describe, expect, test } from 'vitest';
import { simulatedChain } from '#server/adapters/chains/chain.simulated.ts';
import { type ChainSource } from '#server/adapters/chains/chain.ts';
import { decimal } from '#shared/kernel/money.ts';
import { address, openWatchedChain, paid, watched } from '#tests/setup/watched-chain.ts';
import { followChain } from './chains.follow.ts';
import { listChainStates, searchTransaction, transfersTo } from './chains.service.ts';

const watch = openWatchedChain();

describe('a transfer to the business', () => {
  test('is seen in the mempool, then in its block, then final', async () => {
    const hash = watch.chain.pay(paid());
    await watch.follow();
    expect(await watch.transfers()).toEqual([[hash, 'seen', null]]);
    watch.chain.mine();
    await watch.follow();
    const height = await watch.tipHeight();
    expect(await watch.transfers()).toEqual([[hash, 'included', height]]);
    watch.chain.mine(5);
    await watch.follow();
    expect(await watch.transfers()).toEqual([[hash, 'final', height]]);
  });

  test('counts once for each output, however often its block is read', async () => {
    watch.chain.pay([...paid('0.3'), ...paid('0.2')]);
    watch.chain.mine();
    await watch.follow();
    await watch.rows('truncate chain_cursors; delete from chain_blocks');
    await watch.follow();
    expect(await watch.rows('select out_index, amount::float8 from chain_transfers order by 1')).toEqual([
      { out_index: 0, amount: 0.3 },
      { out_index: 1, amount: 0.2 },
    ]);
  });

  test('that a higher fee replaced, or the mempool forgot, is known as replaced', async () => {
    const [first, second] = [watch.chain.pay(paid()), watch.chain.pay(paid('0.7'))];
    await watch.follow();
    const replacement = watch.chain.replace(first, paid());
    watch.chain.drop(second);
    await watch.follow();
    const stateOf = new Map((await watch.transfers()).map(([hash, state]) => [hash, state]));
    expect([first, second, replacement].map((hash) => stateOf.get(hash))).toEqual(['replaced', 'replaced', 'seen']);
  });

  test('to an address that a customer was shown while the chain was being read is not missed', async () => {
    await watch.follow();
    const shown: typeof watched = [];
    let hash = '';
    const source: ChainSource = {
      ...watch.chain,
      tip: async () => {
        shown.push(...watched);
        hash = watch.chain.pay(paid());
        watch.chain.mine();
        return watch.chain.tip();
      },
    };
    await followChain(watch.deps, source, async () => [...shown]);
    expect(await watch.transfers()).toMatchObject([[hash, 'included', expect.any(Number)]]);
  });

  test('that was seen is asked for until its block, though nobody is awaited at its address any more', async () => {
    const source: ChainSource = {
      ...watch.chain,
      pending: async (mine) => (await watch.chain.pending?.(mine.filter(({ isAwaited }) => isAwaited))) ?? [],
    };
    const follow = (isAwaited: boolean) =>
      followChain(watch.deps, source, async () => watched.map((item) => ({ ...item, isAwaited })));
    const hash = watch.chain.pay(paid());
    await follow(false);
    expect(await watch.transfers()).toEqual([]);
    await follow(true);
    await follow(false);
    expect(await watch.transfers()).toEqual([[hash, 'seen', null]]);
    watch.chain.drop(hash);
    await follow(false);
    expect(await watch.transfers()).toEqual([[hash, 'replaced', null]]);
  });

  test('of another coin or to another address is not ours', async () => {
    watch.chain.pay([{ to: 'foreign', coinId: 'litecoin', amount: decimal('1') }]);
    watch.chain.mine();
    await watch.follow();
    expect(await watch.transfers()).toEqual([]);
  });

  test('is found by its hash at once, other tokens too, and what fails', async () => {
    await watch.follow();
    const fake = watch.chain.pay(paid('500', 'token:0xfake'));
    const failed = watch.chain.pay(paid(), { failed: true });
    watch.chain.mine();
    await watch.follow();
    const searching = { ...watch.deps, chainReaders: new Map([['litecoin', { source: watch.chain }] as const]) };
    const wanted = { coinId: 'litecoin', address, addresses: [address] };
    expect(await searchTransaction(searching, wanted, fake)).toBe(true);
    expect(await searchTransaction(searching, wanted, 'f'.repeat(64))).toBe(false);
    expect(await searchTransaction(searching, { coinId: 'ripple', addresses: [address] }, fake)).toBeUndefined();
    const since = new Date(0);
    const found = await transfersTo(watch.deps.db, { ...wanted, since, txHash: fake });
    expect(found.map(({ coinId, state, txHash }) => [coinId, state, txHash])).toEqual([
      ['litecoin', 'failed', failed],
      ['token:0xfake', 'included', fake],
    ]);
    expect(await transfersTo(watch.deps.db, { ...wanted, since, txHash: null })).toHaveLength(1);
  });

  test('in a block that the watcher has not read has no confirmation yet', async () => {
    await watch.follow();
    const hash = watch.chain.pay(paid());
    watch.chain.mine();
    const searching = { ...watch.deps, chainReaders: new Map([['litecoin', { source: watch.chain }] as const]) };
    await searchTransaction(searching, { coinId: 'litecoin', addresses: [address] }, hash);
    expect(await watch.transfers()).toEqual([[hash, 'seen', null]]);
  });
});

describe('a reorganisation', () => {
  test('takes a transfer out of its block; another block may include it again', async () => {
    await watch.follow();
    const hash = watch.chain.pay(paid());
    watch.chain.mine(2);
    await watch.follow();
    watch.chain.reorganise(2);
    await watch.follow();
    expect(await watch.transfers()).toEqual([[hash, 'seen', null]]);
    expect(watch.removed).toMatchObject([{ txHash: hash, state: 'included', chain: 'litecoin' }]);
    watch.chain.mine();
    await watch.follow();
    expect(await watch.transfers()).toEqual([[hash, 'included', await watch.tipHeight()]]);
    expect(await watch.rows('select reorganised_at is not null as was, was_final from chain_transfers')).toEqual([
      { was: true, was_final: false },
    ]);
  });

  test('of what had been final is never silent', async () => {
    await watch.follow();
    const hash = watch.chain.pay(paid());
    watch.chain.mine(8);
    await watch.follow();
    watch.chain.reorganise(8, { drop: true });
    await watch.follow();
    expect(await watch.transfers()).toEqual([[hash, 'replaced', null]]);
    expect(watch.removed).toMatchObject([{ txHash: hash, state: 'final' }]);
    expect(await watch.rows('select was_final from chain_transfers')).toEqual([{ was_final: true }]);
  });

  test('is stored with its alarm, or not at all', async () => {
    await watch.follow();
    const hash = watch.chain.pay(paid());
    watch.chain.mine(2);
    await watch.follow();
    const before = await watch.rows('select height, hash from chain_cursors');
    watch.chain.reorganise(2);
    const failing = { ...watch.deps, onTransfersRemoved: async () => Promise.reject(new Error('no alarm')) };
    await expect(followChain(failing, watch.chain, async () => watched)).rejects.toThrow('no alarm');
    expect(await watch.rows('select height, hash from chain_cursors')).toEqual(before);
    expect(await watch.transfers()).toMatchObject([[hash, 'included', expect.any(Number)]]);
  });

  test('deeper than all that is stored stops the reading: it would be another chain', async () => {
    await watch.follow();
    const other = simulatedChain({ chain: 'litecoin', now: () => new Date() });
    other.mine(40);
    const stranger: ChainSource = { ...other, resume: undefined };
    await expect(followChain(watch.deps, stranger, async () => watched)).rejects.toThrow('another chain');
  });
});

test('a chain in memory goes on where it was left when the process starts again', async () => {
  const hash = watch.chain.pay(paid());
  watch.chain.mine();
  await watch.follow();
  const before = await watch.tipHeight();
  watch.chain = simulatedChain({ chain: 'litecoin', now: () => new Date() });
  await watch.follow();
  watch.chain.mine();
  await watch.follow();
  expect(await watch.rows('select height from chain_cursors')).toEqual([{ height: before + 1 }]);
  expect(await watch.transfers()).toEqual([[hash, 'included', before]]);
});

test('the state of another source is not shown for the one that is set up now', async () => {
  await watch.follow();
  const reader = (name: string) => new Map([['litecoin', { source: { ...watch.chain, name } }] as const]);
  expect(await listChainStates({ db: watch.deps.db, chainReaders: reader('simulated') })).toMatchObject([
    { chain: 'litecoin', height: await watch.tipHeight(), lastError: null },
  ]);
  expect(await listChainStates({ db: watch.deps.db, chainReaders: reader('new.test') })).toMatchObject([
    { source: 'new.test', height: null, okAt: null },
  ]);
});

describe('the database refuses', () => {
  test.each([
    ['a height without its hash', `insert into chain_cursors (chain, height, source) values ('bsc', 5, 'x')`],
    ['a confirmation without a block', `update chain_transfers set state = 'included'`],
    [
      'a block other than the one that was read',
      `update chain_transfers set state = 'included', block_at = now(),
       block_height = (select max(height) from chain_blocks), block_hash = 'other'`,
    ],
    ['another hash of a stored block', `update chain_blocks set hash = 'other'`],
    [
      'the same output twice',
      `insert into chain_transfers select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).* from chain_transfers t`,
    ],
  ])('%s', async (_what, statement) => {
    await watch.follow();
    watch.chain.pay(paid());
    await watch.follow();
    await expect(watch.rows(statement)).rejects.toThrow(/violates|not of the chain|append only/);
  });
});
