import { beforeEach, describe, expect, test } from 'vitest';
import { type ChainSource } from '#server/adapters/chains/chain.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { chainNames } from '#shared/reference/chains.ts';
import { openWatchedChain, outputsTo } from '#tests/setup/watched-chain.ts';
import { type ChainReader } from './chains.ports.ts';
import { chainStateOf } from './chains.service.ts';
import { createChainWatcher, pauseAfter, readOnce } from './chains.watcher.ts';

const watch = openWatchedChain();
/** Reads once from the chain with these changes to the source and to the reader. */
const readFrom = (changes: Partial<ChainSource>, extraChainReader: Partial<ChainReader> = {}) =>
  readOnce(watch.deps, 'litecoin', { source: { ...watch.chain, ...changes }, ...extraChainReader });
const count = async (of: string) => Number((await watch.rows(`select count(*) as n from ${of}`))[0]?.n);
const cursor = async (columns: string) => (await watch.rows(`select ${columns} from chain_cursors`))[0];
const logged = () => JSON.stringify(watch.deps.logged);

describe('after an outage', () => {
  test('no block is skipped, wherever the source failed', async () => {
    await watch.follow();
    const first = await watch.tipHeight();
    for (let block = 0; block < 60; block += 1) {
      watch.chain.pay(outputsTo(`0.${block + 1}`));
      watch.chain.mine();
    }
    let calls = 0;
    const transfersIn: ChainSource['transfersIn'] = async (from, to, watchedAddresses) => {
      calls += 1;
      if (calls % 3 === 2) throw new FeedError('the answer has status 429');
      return watch.chain.transfersIn(from, to, watchedAddresses);
    };
    let failures = 0;
    while (!(await readFrom({ maxRange: 7, transfersIn }))) failures += 1;
    expect(failures).toBeGreaterThan(2);
    expect([await count('chain_transfers'), await count(`chain_blocks where height > ${first}`)]).toEqual([60, 60]);
  });

  test('a thousand blocks take few requests, and only the newest 500 are stored', async () => {
    await watch.follow();
    const hash = watch.chain.pay(outputsTo());
    watch.chain.mine(1_000);
    const requestsBefore = watch.chain.requests();
    await watch.follow();
    expect(watch.chain.requests() - requestsBefore).toBeLessThan(30);
    expect(await count('chain_blocks')).toBe(500);
    // Its block was deleted for its age, not removed from the chain.
    expect(await watch.transfers()).toMatchObject([[hash, 'final', expect.any(Number)]]);
  });

  test('the error names no address or key, and the time of the last good reading stays', async () => {
    await watch.follow();
    const cursorBefore = await cursor('ok_at');
    const tip = () => Promise.reject(new Error('http://user:pass@node'));
    expect(await readFrom({ name: 'node.test', tip })).toBe(false);
    expect(await cursor('ok_at, last_error, source')).toEqual({
      ...cursorBefore,
      last_error: 'Error',
      source: 'node.test',
    });
    expect(logged()).not.toContain('pass');
  });

  test.each([false, true])(
    'a source that names a block of the far future is refused (the chain was read before: %s)',
    async (isKnown) => {
      if (isKnown) await watch.follow();
      const read = readFrom({
        tip: async () => ({ ...(await watch.chain.tip()), height: 1_000_000_000_000 }),
        transfersIn: () => Promise.reject(new Error('A block of it was asked for.')),
      });
      expect(await read).toBe(false);
      const reason = 'the source names a newest block further ahead than the time since the last one allows';
      expect(logged()).toContain(reason);
      expect(await cursor('last_error')).toEqual({ last_error: reason });
    },
  );

  test('a source that fell behind does not move the position back', async () => {
    await watch.follow();
    const { height, hash } = await watch.chain.tip();
    const [oldBlock] = (await watch.chain.transfersIn(height - 2, height - 2, [])).blocks;
    expect(await readFrom({ tip: async () => oldBlock as never })).toBe(false);
    const reason = 'the source is behind what it said before';
    expect(await cursor('height, hash, last_error')).toEqual({ height, hash, last_error: reason });
  });

  test('the pauses grow with each failure, up to a minute', () => {
    expect([0, 1, 2, 20].map((failures) => pauseAfter('bitcoin', failures))).toEqual([5_000, 10_000, 20_000, 60_000]);
    expect(pauseAfter('tron', 0)).toBe(1_500);
    // A transfer is on the screen within ten seconds.
    for (const chain of chainNames) expect(pauseAfter(chain, 0)).toBeLessThanOrEqual(5_000);
  });
});

describe('several processes', () => {
  test('store each block once when they read one chain together', async () => {
    await watch.follow();
    watch.chain.pay(outputsTo());
    watch.chain.mine(120);
    const results = await Promise.allSettled([watch.follow(), watch.follow(), watch.follow()]);
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(await cursor('height')).toEqual({ height: await watch.tipHeight() });
    expect(await count('chain_transfers')).toBe(1);
  });

  test('read a chain one at a time, and another takes over when the first stops', async () => {
    const aWatcher = () => {
      let askCount = 0;
      const tip = () => {
        askCount += 1;
        return watch.chain.tip();
      };
      const chainReaders = new Map([['litecoin', { source: { ...watch.chain, tip } }] as const]);
      return { ...createChainWatcher({ ...watch.deps, chainReaders, chainPause: () => 100 }), asked: () => askCount };
    };
    const first = aWatcher();
    const second = aWatcher();
    first.start();
    await expect.poll(first.asked).toBeGreaterThan(0);
    second.start();
    await expect.poll(first.asked).toBeGreaterThan(5);
    expect(second.asked()).toBe(0);
    await first.stop();
    await expect.poll(second.asked, { timeout: 45_000 }).toBeGreaterThan(0);
    await second.stop();
  });
});

test('a chain in memory is read right after each move, without a pause', async () => {
  const chainReaders = new Map([['litecoin', { source: watch.chain }] as const]);
  const watcher = createChainWatcher({ ...watch.deps, chainReaders, chainPause: () => 600_000 });
  watcher.start();
  await expect.poll(() => cursor('height')).toEqual({ height: await watch.tipHeight() });
  watch.chain.pay(outputsTo());
  await expect.poll(() => count('chain_transfers')).toBe(1);
  watch.chain.mine();
  await expect.poll(() => cursor('height')).toEqual({ height: await watch.tipHeight() });
  await watcher.stop();
});

describe('a second source', () => {
  beforeEach(() => {
    watch.chain.pay(outputsTo());
    watch.chain.mine();
  });
  /** Reads with a second source that is the first one with these changes; returns the stored state of the chain. */
  const stateWith = async (changes: Partial<ChainSource>) => {
    const reader = { source: watch.chain, witness: { ...watch.chain, name: 'witness.test', ...changes } };
    expect(await readOnce(watch.deps, 'litecoin', reader)).toBe(true);
    return chainStateOf({ db: watch.deps.db, chainReaders: new Map([['litecoin', reader]]) }, 'litecoin');
  };
  const witnessed = async () => (await watch.rows('select witnessed from chain_transfers'))[0]?.witnessed;

  test('confirms both the blocks and the transfers that it has too', async () => {
    expect(await stateWith({})).toMatchObject({ witness: 'witness.test', witnessOk: true, witnessError: null });
    expect(await witnessed()).toBe(true);
  });

  test('disagrees if it lacks the transfer, or is on another chain', async () => {
    await stateWith({ transfersIn: (from, to) => watch.chain.transfersIn(from, to, []) });
    expect(await witnessed()).toBe(false);
    expect(await stateWith({ blockHash: async () => 'f'.repeat(64) })).toMatchObject({ witnessOk: false });
  });

  test('changes nothing about the first one while it is away', async () => {
    const state = await stateWith({ blockHash: () => Promise.reject(new FeedError('away')) });
    expect(state).toMatchObject({ lastError: null, witnessOk: null, witnessError: 'away' });
  });
});
