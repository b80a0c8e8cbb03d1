import { describe, expect, test } from 'vitest';
import { simulatedChain } from '#server/adapters/chains/chain.simulated.ts';
import { type ChainSource } from '#server/adapters/chains/chain.ts';
import { unnamedAmount } from '#shared/kernel/money.ts';
import { address, openWatchedChain, outputsTo, watchedAddresses } from '#tests/setup/watched-chain.ts';
import { followChain } from './chains.follow.ts';
import { listChainStates, searchTransaction, transfersTo } from './chains.service.ts';

const watch = openWatchedChain();
const included = (hash: string) => [hash, 'included', expect.any(Number) as number];

/** Mines blocks and reads them. */
async function mine(blocks = 1) {
  watch.chain.mine(blocks);
  await watch.follow();
}
/** A payment in a block that was read, `depth` blocks deep. */
async function aStoredPayment(depth: number) {
  await watch.follow();
  const hash = watch.chain.pay(outputsTo());
  await mine(depth);
  return hash;
}
/** Looks for a transaction at once. */
const search = (hash: string, coinId = 'litecoin') =>
  searchTransaction(
    { ...watch.deps, chainReaders: new Map([['litecoin', { source: watch.chain }] as const]) },
    { coinId, addresses: [address] },
    hash,
  );

const start = Date.now();
/**
 * Reads the chain this many minutes after the start; returns the state of its one transfer, and the minutes until its
 * first sight.
 */
async function seenAfter(minutes: number) {
  const now = () => new Date(start + minutes * 60_000);
  await followChain({ ...watch.deps, now }, watch.chain, async () => watchedAddresses);
  const age = `round(extract(epoch from first_seen_at - $1::timestamptz) / 60)`;
  return (await watch.rows(`select state || ' ' || ${age} as seen from chain_transfers`, [new Date(start)]))[0]?.seen;
}

describe('a transfer to the business', () => {
  test('is seen in the mempool, then in its block, then as final', async () => {
    const hash = watch.chain.pay(outputsTo());
    await watch.follow();
    expect(await watch.transfers()).toEqual([[hash, 'seen', null]]);
    await mine();
    const height = await watch.tipHeight();
    expect(await watch.transfers()).toEqual([[hash, 'included', height]]);
    await mine(5);
    expect(await watch.transfers()).toEqual([[hash, 'final', height]]);
  });

  test('counts once for each output, however often its block is read', async () => {
    watch.chain.pay([...outputsTo('0.3'), ...outputsTo('0.2')]);
    await mine();
    await watch.rows('truncate chain_cursors; delete from chain_blocks');
    await watch.follow();
    const outputs = await watch.rows('select out_index as at, amount::float8 from chain_transfers order by 1');
    expect(outputs).toEqual([0.3, 0.2].map((amount, index) => ({ at: index, amount })));
  });

  test('is replaced by one with a higher fee, or when the mempool drops it', async () => {
    const first = watch.chain.pay(outputsTo());
    const second = watch.chain.pay(outputsTo('0.7'));
    await watch.follow();
    const replacement = watch.chain.replace(first, outputsTo());
    watch.chain.drop(second);
    await watch.follow();
    const stateOf = new Map((await watch.transfers()).map(([hash, state]) => [hash, state]));
    expect([first, second, replacement].map((hash) => stateOf.get(hash))).toEqual(['replaced', 'replaced', 'seen']);
  });

  test('is dropped after two checks ten minutes apart missed it, and returns with a new first sight', async () => {
    const hash = watch.chain.pay(outputsTo());
    const sentAgain = () => watch.chain.pay(outputsTo(), { hash });
    expect(await seenAfter(0)).toBe('seen 0');
    watch.chain.drop(hash);
    expect(await seenAfter(1)).toBe('replaced 0');
    sentAgain();
    expect(await seenAfter(30)).toBe('seen 0');
    watch.chain.drop(hash);
    await seenAfter(40);
    expect(await seenAfter(50)).toBe('replaced 0');
    sentAgain();
    expect(await seenAfter(60)).toBe('seen 60');
  });

  test('is found at an address that a customer was shown during the reading', async () => {
    await watch.follow();
    const shownTransfers: typeof watchedAddresses = [];
    let hash = '';
    const tip = async () => {
      shownTransfers.push(...watchedAddresses);
      hash = watch.chain.pay(outputsTo());
      watch.chain.mine();
      return watch.chain.tip();
    };
    await followChain(watch.deps, { ...watch.chain, tip }, async () => [...shownTransfers]);
    expect(await watch.transfers()).toEqual([included(hash)]);
  });

  test('is searched until it is in a block, even if its address is no longer awaited', async () => {
    const pending: ChainSource['pending'] = async (watchedAddresses) =>
      (await watch.chain.pending?.(watchedAddresses.filter(({ isAwaited }) => isAwaited))) ?? [];
    const follow = (isAwaited: boolean) =>
      followChain(watch.deps, { ...watch.chain, pending }, async () =>
        watchedAddresses.map((item) => ({ ...item, isAwaited })),
      );
    const hash = watch.chain.pay(outputsTo());
    await follow(false);
    expect(await watch.transfers()).toEqual([]);
    await follow(true);
    await follow(false);
    expect(await watch.transfers()).toEqual([[hash, 'seen', null]]);
    watch.chain.drop(hash);
    await follow(false);
    expect(await watch.transfers()).toEqual([[hash, 'replaced', null]]);
  });

  test('is ignored if it is of another coin or to another address', async () => {
    watch.chain.pay([{ to: 'foreign', coinId: 'litecoin', amount: unnamedAmount('coin', '1') }]);
    await mine();
    expect(await watch.transfers()).toEqual([]);
  });

  test('is found by its hash at once, with other tokens and failures', async () => {
    await watch.follow();
    const fake = watch.chain.pay(outputsTo('500', 'token:0xfake'));
    const failedHash = watch.chain.pay(outputsTo(), { failed: true });
    await mine();
    const results = [await search(fake), await search('f'.repeat(64)), await search(fake, 'ripple')];
    expect(results).toEqual([true, false, undefined]);
    const transfersOf = async (txHash: string | null) =>
      transfersTo(watch.deps.db, { coinId: 'litecoin', address, since: new Date(0), txHash });
    expect((await transfersOf(fake)).map(({ coinId, state, txHash }) => [coinId, state, txHash])).toEqual([
      ['litecoin', 'failed', failedHash],
      ['token:0xfake', 'included', fake],
    ]);
    expect(await transfersOf(null)).toHaveLength(1);
  });

  test('has no confirmation in a block that the watcher has not read', async () => {
    await watch.follow();
    const hash = watch.chain.pay(outputsTo());
    watch.chain.mine();
    await search(hash);
    expect(await watch.transfers()).toEqual([[hash, 'seen', null]]);
  });
});

describe('a reorganisation', () => {
  test('removes a transfer from its block until another block includes it', async () => {
    const hash = await aStoredPayment(2);
    watch.chain.reorganise(2);
    await watch.follow();
    expect(await watch.transfers()).toEqual([[hash, 'seen', null]]);
    expect(watch.removed).toMatchObject([{ txHash: hash, state: 'included', chain: 'litecoin' }]);
    await mine();
    expect(await watch.transfers()).toEqual([[hash, 'included', await watch.tipHeight()]]);
    const [storedRow] = await watch.rows('select reorganised_at is not null as was, was_final from chain_transfers');
    expect(storedRow).toEqual({ was: true, was_final: false });
  });

  test('reports the final transfers that it removes', async () => {
    const hash = await aStoredPayment(8);
    watch.chain.reorganise(8, { drop: true });
    await watch.follow();
    expect(await watch.transfers()).toEqual([[hash, 'replaced', null]]);
    expect(watch.removed).toMatchObject([{ txHash: hash, state: 'final' }]);
    expect(await watch.rows('select was_final from chain_transfers')).toEqual([{ was_final: true }]);
  });

  test('keeps the time at which a removed transfer that is sent again was first seen', async () => {
    const hash = watch.chain.pay(outputsTo());
    expect(await seenAfter(0)).toBe('seen 0');
    watch.chain.mine(2);
    await seenAfter(1);
    watch.chain.reorganise(2, { drop: true });
    await seenAfter(2);
    expect(await seenAfter(30)).toBe('replaced 0');
    watch.chain.pay(outputsTo(), { hash });
    expect(await seenAfter(60)).toBe('seen 0');
  });

  test('is stored together with its alarm, or not at all', async () => {
    const hash = await aStoredPayment(2);
    const cursor = () => watch.rows('select height, hash from chain_cursors');
    const cursorBefore = await cursor();
    watch.chain.reorganise(2);
    const failing = { ...watch.deps, onTransfersRemoved: async () => Promise.reject(new Error('no alarm')) };
    await expect(followChain(failing, watch.chain, async () => watchedAddresses)).rejects.toThrow('no alarm');
    expect(await cursor()).toEqual(cursorBefore);
    expect(await watch.transfers()).toEqual([included(hash)]);
  });

  test('stops the reading if it is deeper than the stored blocks', async () => {
    await watch.follow();
    const otherChain = simulatedChain({ chain: 'litecoin', now: () => new Date() });
    otherChain.mine(40);
    const stranger: ChainSource = { ...otherChain, resume: undefined };
    await expect(followChain(watch.deps, stranger, async () => watchedAddresses)).rejects.toThrow('another chain');
  });
});

test('a chain in memory continues after a restart of the process', async () => {
  const hash = await aStoredPayment(1);
  const tipBefore = await watch.tipHeight();
  watch.chain = simulatedChain({ chain: 'litecoin', now: () => new Date() });
  await watch.follow();
  await mine();
  expect(await watch.rows('select height from chain_cursors')).toEqual([{ height: tipBefore + 1 }]);
  expect(await watch.transfers()).toEqual([[hash, 'included', tipBefore]]);
});

test('the state of a previous source is not shown for the present one', async () => {
  await watch.follow();
  const statesWith = (name: string) => {
    const chainReaders = new Map([['litecoin', { source: { ...watch.chain, name } }] as const]);
    return listChainStates({ db: watch.deps.db, chainReaders });
  };
  const expectedState = { chain: 'litecoin', height: await watch.tipHeight(), lastError: null };
  expect(await statesWith('simulated')).toMatchObject([expectedState]);
  expect(await statesWith('new.test')).toMatchObject([{ source: 'new.test', height: null, okAt: null }]);
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
      `insert into chain_transfers select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
    from chain_transfers t`,
    ],
  ])('%s', async (_what, statement) => {
    watch.chain.pay(outputsTo());
    await watch.follow();
    await expect(watch.rows(statement)).rejects.toThrow(/violates|not of the chain|append only/);
  });
});
