import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { simulatedChain, type SimulatedChain } from '#server/adapters/chain.simulated.ts';
import type { ChainSource } from '#server/adapters/chain.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { decimal } from '#shared/kernel/money.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/database.ts';
import { testDeps } from '#tests/setup/deps.ts';
import { followChain } from './chains.follow.ts';
import type { ChainReader, RemovedTransfer } from './chains.ports.ts';
import { chainStateOf, listChainStates, searchTransaction, transfersTo } from './chains.service.ts';
import { createChainWatcher, pauseAfter, readOnce } from './chains.watcher.ts';

const address = 'ours';
const watched = [
  { coinId: 'litecoin', address },
  { coinId: 'ethereum', address: '0xours' },
];
const paid = (amount = '0.5', coinId = 'litecoin') => [{ to: address, coinId, amount: decimal(amount) }];

let database: TestDatabase;
let deps: ReturnType<typeof testDeps>;
let chain: SimulatedChain;
let removed: RemovedTransfer[];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('truncate chain_cursors; delete from chain_blocks');
  await database.pool.query('truncate chain_transfers cascade');
  chain = simulatedChain({ chain: 'litecoin', now: () => new Date() });
  chain.mine(30);
  removed = [];
  deps = {
    ...testDeps(database),
    watchedAddresses: async () => watched,
    onTransfersRemoved: async (_tx, gone) => void removed.push(...gone),
  };
});

const rows = async (query: string, values: unknown[] = []) =>
  (await database.pool.query<Record<string, unknown>>(query, values)).rows;
const follow = () => followChain(deps, chain, watched);
const transfers = async () =>
  (await rows('select tx_hash, state, block_height from chain_transfers order by first_seen_at, out_index')).map(
    ({ tx_hash: hash, state, block_height: height }) => [hash, state, height],
  );
const tipHeight = async () => (await chain.tip()).height;

describe('a transfer to the desk', () => {
  test('is seen in the mempool, then in its block, then final', async () => {
    const hash = chain.pay(paid());
    await follow();
    expect(await transfers()).toEqual([[hash, 'seen', null]]);
    chain.mine();
    await follow();
    const height = await tipHeight();
    expect(await transfers()).toEqual([[hash, 'included', height]]);
    chain.mine(5);
    await follow();
    expect(await transfers()).toEqual([[hash, 'final', height]]);
  });

  test('counts once for each output, however often its block is read', async () => {
    chain.pay([...paid('0.3'), ...paid('0.2')]);
    chain.mine();
    await follow();
    await database.pool.query('truncate chain_cursors; delete from chain_blocks');
    await follow();
    expect(await rows('select out_index, amount::float8 from chain_transfers order by 1')).toEqual([
      { out_index: 0, amount: 0.3 },
      { out_index: 1, amount: 0.2 },
    ]);
  });

  test('that a higher fee replaced, or the mempool forgot, is known as replaced', async () => {
    const [first, second] = [chain.pay(paid()), chain.pay(paid('0.7'))];
    await follow();
    const replacement = chain.replace(first, paid());
    chain.drop(second);
    await follow();
    expect((await transfers()).toSorted()).toEqual(
      [
        [first, 'replaced', null],
        [second, 'replaced', null],
        [replacement, 'seen', null],
      ].toSorted(),
    );
  });

  test('of another coin or to another address is not ours', async () => {
    chain.pay([{ to: 'foreign', coinId: 'litecoin', amount: decimal('1') }]);
    chain.mine();
    await follow();
    expect(await transfers()).toEqual([]);
  });

  test('is found by its hash at once, other tokens too, and what fails', async () => {
    await follow();
    const fake = chain.pay(paid('500', 'token:0xfake'));
    const failed = chain.pay(paid(), { failed: true });
    chain.mine();
    await follow();
    const searching = { ...deps, chainReaders: new Map([['litecoin', { source: chain }] as const]) };
    const wanted = { coinId: 'litecoin', address };
    expect(await searchTransaction(searching, wanted, fake)).toBe(true);
    expect(await searchTransaction(searching, wanted, 'f'.repeat(64))).toBe(false);
    expect(await searchTransaction(searching, { coinId: 'ripple', address }, fake)).toBeUndefined();
    const since = new Date(0);
    const found = await transfersTo(deps.db, { ...wanted, since, txHash: fake });
    expect(found.map(({ coinId, state, txHash }) => [coinId, state, txHash])).toEqual([
      ['litecoin', 'failed', failed],
      ['token:0xfake', 'included', fake],
    ]);
    expect(await transfersTo(deps.db, { ...wanted, since, txHash: null })).toHaveLength(1);
  });

  test('in a block that the watcher has not read has no confirmation yet', async () => {
    await follow();
    const hash = chain.pay(paid());
    chain.mine();
    const searching = { ...deps, chainReaders: new Map([['litecoin', { source: chain }] as const]) };
    await searchTransaction(searching, { coinId: 'litecoin', address }, hash);
    expect(await transfers()).toEqual([[hash, 'seen', null]]);
  });
});

describe('a reorganisation', () => {
  test('takes a transfer out of its block; another block may include it again', async () => {
    await follow();
    const hash = chain.pay(paid());
    chain.mine(2);
    await follow();
    chain.reorganise(2);
    await follow();
    expect(await transfers()).toEqual([[hash, 'seen', null]]);
    expect(removed).toMatchObject([{ txHash: hash, state: 'included', chain: 'litecoin' }]);
    chain.mine();
    await follow();
    expect(await transfers()).toEqual([[hash, 'included', await tipHeight()]]);
    expect(await rows('select reorganised_at is not null as was, was_final from chain_transfers')).toEqual([
      { was: true, was_final: false },
    ]);
  });

  test('of what had been final is never silent', async () => {
    await follow();
    const hash = chain.pay(paid());
    chain.mine(8);
    await follow();
    chain.reorganise(8, { drop: true });
    await follow();
    expect(await transfers()).toEqual([[hash, 'replaced', null]]);
    expect(removed).toMatchObject([{ txHash: hash, state: 'final' }]);
    expect(await rows('select was_final from chain_transfers')).toEqual([{ was_final: true }]);
  });

  test('is stored with its alarm, or not at all', async () => {
    await follow();
    const hash = chain.pay(paid());
    chain.mine(2);
    await follow();
    const before = await rows('select height, hash from chain_cursors');
    chain.reorganise(2);
    const failing = { ...deps, onTransfersRemoved: async () => Promise.reject(new Error('no alarm')) };
    await expect(followChain(failing, chain, watched)).rejects.toThrow('no alarm');
    expect(await rows('select height, hash from chain_cursors')).toEqual(before);
    expect(await transfers()).toMatchObject([[hash, 'included', expect.any(Number)]]);
  });

  test('deeper than all that is stored stops the reading: it would be another chain', async () => {
    await follow();
    const other = simulatedChain({ chain: 'litecoin', now: () => new Date() });
    other.mine(40);
    const stranger: ChainSource = { ...other, resume: undefined };
    await expect(followChain(deps, stranger, watched)).rejects.toThrow('another chain');
  });
});

describe('after an outage', () => {
  /** The chain behind a source that fails at some of its calls. */
  const flaky = (fails: (call: number) => boolean): ChainSource => {
    let calls = 0;
    return {
      ...chain,
      maxRange: 7,
      transfersIn: async (from, to, mine) => {
        calls += 1;
        if (fails(calls)) throw new FeedError('the answer has status 429');
        return chain.transfersIn(from, to, mine);
      },
    };
  };

  test('no block is skipped, wherever the source fails in between', async () => {
    await follow();
    const first = await tipHeight();
    for (let block = 0; block < 60; block += 1) {
      chain.pay(paid(`0.${block + 1}`));
      chain.mine();
    }
    const source = flaky((call) => call % 3 === 2);
    let failures = 0;
    while (!(await readOnce(deps, 'litecoin', { source }))) failures += 1;
    expect(failures).toBeGreaterThan(2);
    expect(await rows('select count(*)::int as n from chain_transfers')).toEqual([{ n: 60 }]);
    expect(await rows('select count(*)::int as n from chain_blocks where height > $1', [first])).toEqual([{ n: 60 }]);
  });

  test('a thousand blocks take few requests, and only the newest 500 are stored', async () => {
    await follow();
    const hash = chain.pay(paid());
    chain.mine(1_000);
    const before = chain.requests;
    await follow();
    expect(chain.requests - before).toBeLessThan(30);
    expect(await rows('select count(*)::int as n from chain_blocks')).toEqual([{ n: 500 }]);
    // Its block was deleted for its age, not removed from the chain.
    expect(await transfers()).toMatchObject([[hash, 'final', expect.any(Number)]]);
  });

  test('what failed is told without address or key, and the time of the last good reading stays', async () => {
    await follow();
    const [{ ok_at: okAt } = {}] = await rows('select ok_at from chain_cursors');
    const source: ChainSource = {
      ...chain,
      name: 'node.test',
      tip: async () => Promise.reject(new Error('http://user:pass@node')),
    };
    expect(await readOnce(deps, 'litecoin', { source })).toBe(false);
    const [state] = await rows('select ok_at, last_error, source from chain_cursors');
    expect(state).toEqual({ ok_at: okAt, last_error: 'Error', source: 'node.test' });
    expect(JSON.stringify(deps.logged)).not.toContain('pass');
  });

  test('a source that fell behind moves nothing back', async () => {
    await follow();
    const { height, hash } = await chain.tip();
    const behind = await chain.transfersIn(height - 2, height - 2, []);
    const [old] = behind.blocks;
    const source: ChainSource = { ...chain, tip: async () => old as never };
    expect(await readOnce(deps, 'litecoin', { source })).toBe(false);
    expect(await rows('select height, hash, last_error from chain_cursors')).toEqual([
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
    await follow();
    chain.pay(paid());
    chain.mine(120);
    const results = await Promise.allSettled([follow(), follow(), follow()]);
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    const height = await tipHeight();
    expect(await rows('select height from chain_cursors')).toEqual([{ height }]);
    expect(await rows('select count(*)::int as n from chain_transfers')).toEqual([{ n: 1 }]);
  });

  test('leave a chain to one of them, and another takes over when it stops', async () => {
    const readers = [0, 1].map((): ChainReader => ({ source: { ...chain, tip: () => chain.tip() } }));
    const asked = [0, 0];
    const watchers = readers.map(({ source }, index) => {
      const counting: ChainSource = {
        ...source,
        tip: async () => {
          asked[index] = (asked[index] ?? 0) + 1;
          return chain.tip();
        },
      };
      return createChainWatcher({ ...deps, chainReaders: new Map([['litecoin', { source: counting }]]) });
    });
    const [first, second] = watchers;
    first?.start();
    await expect.poll(() => asked[0]).toBeGreaterThan(0);
    second?.start();
    await expect.poll(() => asked[0]).toBeGreaterThan(1);
    expect(asked[1]).toBe(0);
    await first?.stop();
    await expect.poll(() => asked[1], { timeout: 20_000 }).toBeGreaterThan(0);
    await second?.stop();
  });
});

describe('a second source', () => {
  const state = async (reader: ChainReader) =>
    chainStateOf({ db: deps.db, chainReaders: new Map([['litecoin', reader]]) }, 'litecoin');

  test('that has the same blocks and transfers confirms both', async () => {
    chain.pay(paid());
    chain.mine();
    const reader = { source: chain, witness: { ...chain, name: 'witness.test' } };
    await readOnce(deps, 'litecoin', reader);
    expect(await rows('select witnessed from chain_transfers')).toEqual([{ witnessed: true }]);
    expect(await state(reader)).toMatchObject({ witness: 'witness.test', witnessOk: true, witnessError: null });
  });

  test('that does not have the transfer, or is on another chain, disagrees', async () => {
    chain.pay(paid());
    chain.mine();
    const blind: ChainSource = {
      ...chain,
      name: 'witness.test',
      transfersIn: (from, to) => chain.transfersIn(from, to, []),
    };
    await readOnce(deps, 'litecoin', { source: chain, witness: blind });
    expect(await rows('select witnessed from chain_transfers')).toEqual([{ witnessed: false }]);
    const other = { ...chain, name: 'witness.test', blockHash: async () => 'f'.repeat(64) };
    const reader = { source: chain, witness: other };
    await readOnce(deps, 'litecoin', reader);
    expect(await state(reader)).toMatchObject({ witnessOk: false });
  });

  test('that is away changes nothing about the first', async () => {
    const away = { ...chain, name: 'witness.test', blockHash: async () => Promise.reject(new FeedError('away')) };
    const reader = { source: chain, witness: away };
    expect(await readOnce(deps, 'litecoin', reader)).toBe(true);
    expect(await state(reader)).toMatchObject({ lastError: null, witnessOk: null, witnessError: 'away' });
  });
});

test('a chain in memory goes on where it was left when the process starts again', async () => {
  const hash = chain.pay(paid());
  chain.mine();
  await follow();
  const before = await tipHeight();
  chain = simulatedChain({ chain: 'litecoin', now: () => new Date() });
  await follow();
  chain.mine();
  await follow();
  expect(await rows('select height from chain_cursors')).toEqual([{ height: before + 1 }]);
  expect(await transfers()).toEqual([[hash, 'included', before]]);
});

test('the state of another source is not shown for the one that is set up now', async () => {
  await follow();
  const reader = (name: string) => new Map([['litecoin', { source: { ...chain, name } }] as const]);
  expect(await listChainStates({ db: deps.db, chainReaders: reader('simulated') })).toMatchObject([
    { chain: 'litecoin', height: await tipHeight(), lastError: null },
  ]);
  expect(await listChainStates({ db: deps.db, chainReaders: reader('new.test') })).toMatchObject([
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
    await follow();
    chain.pay(paid());
    await follow();
    await expect(database.pool.query(statement)).rejects.toThrow(/violates|not of the chain|append only/);
  });
});
