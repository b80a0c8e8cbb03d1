import { describe, expect, test } from 'vitest';
import { type ChainSource } from '#server/adapters/chains/chain.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { openWatchedChain, paid } from '#tests/setup/watched-chain.ts';
import { type ChainReader } from './chains.ports.ts';
import { chainStateOf } from './chains.service.ts';
import { createChainWatcher, pauseAfter, readOnce } from './chains.watcher.ts';

const watch = openWatchedChain();

describe('after an outage', () => {
  /** The watch.chain behind a source that fails at some of its calls. */
  const flaky = (fails: (call: number) => boolean): ChainSource => {
    let calls = 0;
    return {
      ...watch.chain,
      maxRange: 7,
      transfersIn: async (from, to, mine) => {
        calls += 1;
        if (fails(calls)) throw new FeedError('the answer has status 429');
        return watch.chain.transfersIn(from, to, mine);
      },
    };
  };

  test('no block is skipped, wherever the source fails in between', async () => {
    await watch.follow();
    const first = await watch.tipHeight();
    for (let block = 0; block < 60; block += 1) {
      watch.chain.pay(paid(`0.${block + 1}`));
      watch.chain.mine();
    }
    const source = flaky((call) => call % 3 === 2);
    let failures = 0;
    while (!(await readOnce(watch.deps, 'litecoin', { source }))) failures += 1;
    expect(failures).toBeGreaterThan(2);
    expect(await watch.rows('select count(*)::int as n from chain_transfers')).toEqual([{ n: 60 }]);
    expect(await watch.rows('select count(*)::int as n from chain_blocks where height > $1', [first])).toEqual([
      { n: 60 },
    ]);
  });

  test('a thousand blocks take few requests, and only the newest 500 are stored', async () => {
    await watch.follow();
    const hash = watch.chain.pay(paid());
    watch.chain.mine(1_000);
    const before = watch.chain.requests();
    await watch.follow();
    expect(watch.chain.requests() - before).toBeLessThan(30);
    expect(await watch.rows('select count(*)::int as n from chain_blocks')).toEqual([{ n: 500 }]);
    // Its block was deleted for its age, not watch.removed from the watch.chain.
    expect(await watch.transfers()).toMatchObject([[hash, 'final', expect.any(Number)]]);
  });

  test('what failed is told without address or key, and the time of the last good reading stays', async () => {
    await watch.follow();
    const [{ ok_at: okAt } = {}] = await watch.rows('select ok_at from chain_cursors');
    const source: ChainSource = {
      ...watch.chain,
      name: 'node.test',
      tip: async () => Promise.reject(new Error('http://user:pass@node')),
    };
    expect(await readOnce(watch.deps, 'litecoin', { source })).toBe(false);
    const [state] = await watch.rows('select ok_at, last_error, source from chain_cursors');
    expect(state).toEqual({ ok_at: okAt, last_error: 'Error', source: 'node.test' });
    expect(JSON.stringify(watch.deps.logged)).not.toContain('pass');
  });

  test('a source that names a block of the far future is refused, and the operator reads why', async () => {
    const source: ChainSource = {
      ...watch.chain,
      tip: async () => ({ ...(await watch.chain.tip()), height: 1_000_000_000_000 }),
      transfersIn: async () => Promise.reject(new Error('A block of it was asked for.')),
    };
    const reason = 'the source names a newest block further ahead than the time since the last one allows';
    for (const isKnown of [false, true]) {
      if (isKnown) await watch.follow();
      expect(await readOnce(watch.deps, 'litecoin', { source })).toBe(false);
      expect(JSON.stringify(watch.deps.logged)).toContain(reason);
      expect(await watch.rows('select last_error from chain_cursors')).toEqual([{ last_error: reason }]);
    }
  });

  test('a source that fell behind moves nothing back', async () => {
    await watch.follow();
    const { height, hash } = await watch.chain.tip();
    const behind = await watch.chain.transfersIn(height - 2, height - 2, []);
    const [old] = behind.blocks;
    const source: ChainSource = { ...watch.chain, tip: async () => old as never };
    expect(await readOnce(watch.deps, 'litecoin', { source })).toBe(false);
    expect(await watch.rows('select height, hash, last_error from chain_cursors')).toEqual([
      { height, hash, last_error: 'the source is behind what it said before' },
    ]);
  });

  test('the pauses grow with the failures, up to a minute', () => {
    expect([0, 1, 2, 20].map((failures) => pauseAfter('bitcoin', failures))).toEqual([5_000, 10_000, 20_000, 60_000]);
    expect(pauseAfter('tron', 0)).toBe(1_500);
  });
});

describe('several processes', () => {
  test('that read one chain at once store each block once', async () => {
    await watch.follow();
    watch.chain.pay(paid());
    watch.chain.mine(120);
    const results = await Promise.allSettled([watch.follow(), watch.follow(), watch.follow()]);
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    const height = await watch.tipHeight();
    expect(await watch.rows('select height from chain_cursors')).toEqual([{ height }]);
    expect(await watch.rows('select count(*)::int as n from chain_transfers')).toEqual([{ n: 1 }]);
  });

  test('leave a chain to one of them, and another takes over when it stops', async () => {
    const readers = [0, 1].map((): ChainReader => ({ source: { ...watch.chain, tip: () => watch.chain.tip() } }));
    const asked = [0, 0];
    const watchers = readers.map(({ source }, index) => {
      const counting: ChainSource = {
        ...source,
        tip: async () => {
          asked[index] = (asked[index] ?? 0) + 1;
          return watch.chain.tip();
        },
      };
      const chainReaders = new Map([['litecoin', { source: counting }]] as const);
      return createChainWatcher({ ...watch.deps, chainReaders, chainPause: () => 100 });
    });
    const [first, second] = watchers;
    first?.start();
    await expect.poll(() => asked[0]).toBeGreaterThan(0);
    second?.start();
    await expect.poll(() => asked[0]).toBeGreaterThan(5);
    expect(asked[1]).toBe(0);
    await first?.stop();
    await expect.poll(() => asked[1], { timeout: 20_000 }).toBeGreaterThan(0);
    await second?.stop();
  });
});

describe('a second source', () => {
  const state = async (reader: ChainReader) =>
    chainStateOf({ db: watch.deps.db, chainReaders: new Map([['litecoin', reader]]) }, 'litecoin');

  test('that has the same blocks and transfers confirms both', async () => {
    watch.chain.pay(paid());
    watch.chain.mine();
    const reader = { source: watch.chain, witness: { ...watch.chain, name: 'witness.test' } };
    await readOnce(watch.deps, 'litecoin', reader);
    expect(await watch.rows('select witnessed from chain_transfers')).toEqual([{ witnessed: true }]);
    expect(await state(reader)).toMatchObject({ witness: 'witness.test', witnessOk: true, witnessError: null });
  });

  test('that does not have the transfer, or is on another chain, disagrees', async () => {
    watch.chain.pay(paid());
    watch.chain.mine();
    const emptyWitness: ChainSource = {
      ...watch.chain,
      name: 'witness.test',
      transfersIn: (from, to) => watch.chain.transfersIn(from, to, []),
    };
    await readOnce(watch.deps, 'litecoin', { source: watch.chain, witness: emptyWitness });
    expect(await watch.rows('select witnessed from chain_transfers')).toEqual([{ witnessed: false }]);
    const other = { ...watch.chain, name: 'witness.test', blockHash: async () => 'f'.repeat(64) };
    const reader = { source: watch.chain, witness: other };
    await readOnce(watch.deps, 'litecoin', reader);
    expect(await state(reader)).toMatchObject({ witnessOk: false });
  });

  test('that is away changes nothing about the first', async () => {
    const away = { ...watch.chain, name: 'witness.test', blockHash: async () => Promise.reject(new FeedError('away')) };
    const reader = { source: watch.chain, witness: away };
    expect(await readOnce(watch.deps, 'litecoin', reader)).toBe(true);
    expect(await state(reader)).toMatchObject({ lastError: null, witnessOk: null, witnessError: 'away' });
  });
});
