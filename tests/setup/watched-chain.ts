import { afterAll, beforeAll, beforeEach } from 'vitest';
import { simulatedChain, type SimulatedChain } from '#server/adapters/chains/chain.simulated.ts';
import type { WatchedAddress } from '#server/adapters/chains/chain.ts';
import { followChain } from '#server/features/chains/chains.follow.ts';
import type { RemovedTransfer } from '#server/features/chains/chains.ports.ts';
import { unnamedAmount } from '#shared/kernel/money.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { testDeps } from './deps.ts';

export const address = 'ours';
export const watchedAddresses: WatchedAddress[] = [
  { coinId: 'litecoin', address },
  { coinId: 'ethereum', address: '0xours' },
];

/** Payment of a customer to the operator. */
export const outputsTo = (amount = '0.5', coinId = 'litecoin') => [
  { to: address, coinId, amount: unnamedAmount('coin', amount) },
];

type WatchedChain = {
  deps: ReturnType<typeof testDeps>;
  /** A chain of 30 blocks at the start of each test. */
  chain: SimulatedChain;
  /** Transfers that reorganisations removed. */
  removed: RemovedTransfer[];
  rows: TestDatabase['rows'];
  /** Reads the chain to its newest block. */
  follow: () => Promise<void>;
  /** Hash, state and height of each stored transfer, in their order. */
  transfers: () => Promise<unknown[][]>;
  tipHeight: () => Promise<number>;
};

const emptyTables = 'truncate chain_cursors; delete from chain_blocks; truncate chain_transfers cascade';

/** A chain in memory and a database for one test file; both are empty at the start of each test. */
export function openWatchedChain(): WatchedChain {
  const state = {} as WatchedChain;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    const rows: WatchedChain['rows'] = (...args) => database.rows(...args);
    const readTransfers = 'select tx_hash, state, block_height from chain_transfers order by first_seen_at, out_index';
    Object.assign(state, {
      rows,
      deps: {
        ...testDeps(database),
        watchedAddresses: async () => watchedAddresses,
        onTransfersRemoved: async (_tx: unknown, removedTransfers: RemovedTransfer[]) =>
          void state.removed.push(...removedTransfers),
        onChainRead: async () => undefined,
      },
      follow: () => followChain(state.deps, state.chain, async () => watchedAddresses),
      tipHeight: async () => (await state.chain.tip()).height,
      transfers: async () => (await rows(readTransfers)).map((row) => [row.tx_hash, row.state, row.block_height]),
    });
  });
  beforeEach(async () => {
    await database.pool.query(emptyTables);
    state.removed = [];
    state.chain = simulatedChain({ chain: 'litecoin', now: () => new Date() });
    state.chain.mine(30);
  });
  afterAll(() => database.drop());
  return state;
}
