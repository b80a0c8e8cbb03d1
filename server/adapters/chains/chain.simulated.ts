import { createHash, randomBytes } from 'node:crypto';
import { none, type Amount } from '#shared/kernel/money.ts';
import { chainDetails, chainOfCoin, type ChainName } from '#shared/reference/chains.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import {
  otherToken,
  type ChainBlock,
  type ChainControls,
  type ChainOutput,
  type ChainSource,
  type ChainTransfer,
  type WatchedAddress,
} from './chain.ts';

type SimulatedTx = {
  hash: string;
  outputs: readonly ChainOutput[];
  from?: string | undefined;
  failed: boolean;
  byContract: boolean;
};
type SimulatedBlock = ChainBlock & { transactions: readonly SimulatedTx[] };

/** A chain in memory with a mempool, blocks and reorganisations. */
export type SimulatedChain = ChainSource & ChainControls;

export type SimulatedSettings = {
  chain: ChainName;
  now: () => Date;
  /** Mines a block each time this interval has passed; without it, blocks are mined by `mine` alone. */
  blockMs?: number;
};

const startHeight = 0;
/** The chain does not mine by itself for this long after a block was mined by hand. */
const holdMs = 3 * minuteMs;
const hashOf = (chain: ChainName, bytes: Buffer) =>
  (['ethereum', 'bsc'].includes(chain) ? '0x' : '') + createHash('sha256').update(bytes).digest('hex');

/** The blocks and the mempool, and what moves them. */
function createLedger({ chain, now, blockMs }: SimulatedSettings) {
  const newHash = () => hashOf(chain, randomBytes(32));
  let blocks: SimulatedBlock[] = [
    { height: startHeight, hash: newHash(), parentHash: newHash(), at: now(), transactions: [] },
  ];
  let mempool: SimulatedTx[] = [];
  let heldUntil = 0;
  // The list begins with one block and only grows.
  const tip = () => blocks.at(-1) as SimulatedBlock;
  const append = (transactions: readonly SimulatedTx[], at: Date) => {
    const { height, hash } = tip();
    blocks.push({ height: height + 1, hash: newHash(), parentHash: hash, at, transactions });
  };
  const mine = (count = 1, at = now()) => {
    for (let mined = 0; mined < count; mined += 1) append(mined === 0 ? mempool.splice(0) : [], at);
  };
  return {
    blocks: () => blocks,
    waiting: () => mempool,
    tip,
    mine,
    /** Mines the blocks that would have been found by now. */
    catchUp: () => {
      const dueBlocks =
        blockMs === undefined || now().getTime() < heldUntil
          ? 0
          : Math.floor((now().getTime() - tip().at.getTime()) / blockMs);
      if (dueBlocks > 0) mine(Math.min(dueBlocks, 50));
    },
    hold: () => {
      heldUntil = now().getTime() + holdMs;
    },
    add: ({ hash = newHash(), ...tx }: Omit<SimulatedTx, 'hash'> & { hash?: string | undefined }) => {
      mempool.push({ hash, ...tx });
      return hash;
    },
    drop: (txHash: string) => {
      mempool = mempool.filter(({ hash }) => hash !== txHash);
    },
    resume: ({ height, hash }: { height: number; hash: string }) => {
      if (tip().height > height || blocks.some((block) => block.hash === hash)) return;
      blocks = [{ height, hash, parentHash: newHash(), at: now(), transactions: [] }];
    },
    reorganise: (depth: number, isDropped: boolean) => {
      const removedBlocks = blocks.splice(Math.max(1, blocks.length - depth));
      if (!isDropped) mempool.push(...removedBlocks.flatMap(({ transactions }) => transactions));
      for (let count = 0; count <= removedBlocks.length; count += 1) append([], now());
    },
  };
}

/** The controls of a ledger; `announce` is called after each move. */
function controlsOf(ledger: ReturnType<typeof createLedger>, announce: () => void): ChainControls {
  const moving =
    <Sent extends unknown[], Result>(move: (...sent: Sent) => Result) =>
    (...args: Sent): Result => {
      const result = move(...args);
      announce();
      return result;
    };
  return {
    pay: moving((outputs, { failed = false, byContract = false, from, hash } = {}) =>
      ledger.add({ outputs, failed, byContract, from, hash }),
    ),
    replace: moving((txHash, outputs) => {
      ledger.drop(txHash);
      return ledger.add({ outputs, failed: false, byContract: false });
    }),
    drop: moving(ledger.drop),
    hold: ledger.hold,
    mine: moving(ledger.mine),
    reorganise: moving((depth, { drop = false } = {}) => ledger.reorganise(depth, drop)),
  };
}

/** An in-process chain for demonstrations and tests; production refuses it. */
export function simulatedChain(settings: SimulatedSettings): SimulatedChain {
  const { chain } = settings;
  const { namesFinal } = chainDetails[chain];
  const ledger = createLedger(settings);
  const listeners = new Set<() => void>();
  const controls = controlsOf(ledger, () => {
    for (const listener of listeners) listener();
  });
  let requests = 0;
  const countedBlocks = () => {
    requests += 1;
    ledger.catchUp();
    return ledger.blocks();
  };
  return {
    chain,
    name: 'simulated',
    maxRange: 50,
    requests: () => requests,
    tip: async () => {
      const blocks = countedBlocks();
      const finalBlock = namesFinal ? blocks.at(-3) : undefined;
      const { height, hash, at } = ledger.tip();
      return { height, hash, at, finalized: finalBlock && { height: finalBlock.height, at: finalBlock.at } };
    },
    blockHash: async (height) => countedBlocks().find((block) => block.height === height)?.hash,
    transfersIn: async (from, to, watchedAddresses) => {
      const blocks = countedBlocks().filter(({ height }) => height >= from && height <= to);
      return {
        blocks: blocks.map(({ height, hash, parentHash, at }) => ({ height, hash, parentHash, at })),
        transfers: blocks.flatMap((block) => block.transactions.flatMap((tx) => paidTo(tx, watchedAddresses, block))),
      };
    },
    find: async (txHash, watchedAddresses) => {
      const block = countedBlocks().find(({ transactions }) => transactions.some(({ hash }) => hash === txHash));
      const tx = [...(block?.transactions ?? []), ...ledger.waiting()].find(({ hash }) => hash === txHash);
      return tx && paidTo(tx, watchedAddresses, block);
    },
    history: async (watchedAddresses) =>
      countedBlocks().flatMap((block) => block.transactions.flatMap((tx) => paidTo(tx, watchedAddresses, block))),
    balances: async (addresses) => addresses.map((item) => balanceAt(countedBlocks(), item)),
    pending: async (watchedAddresses) => {
      countedBlocks();
      return ledger.waiting().flatMap((tx) => paidTo(tx, watchedAddresses));
    },
    resume: ledger.resume,
    onMoved: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    controls,
    ...controls,
  };
}

function balanceAt(blocks: readonly SimulatedBlock[], { coinId, address }: WatchedAddress): Amount<'coin'> {
  const successfulTransactions = blocks.flatMap(({ transactions }) => transactions).filter(({ failed }) => !failed);
  const movedOutputs = successfulTransactions.flatMap(({ from, outputs }) =>
    outputs.map((output) => ({ from, ...output })),
  );
  return movedOutputs
    .filter((item) => item.coinId === coinId && (item.to === address) !== (item.from === address))
    .reduce((sum, { to, amount }) => (to === address ? sum.plus(amount) : sum.minus(amount)), none.coin);
}

function paidTo(tx: SimulatedTx, watchedAddresses: readonly WatchedAddress[], block?: ChainBlock): ChainTransfer[] {
  return tx.outputs.flatMap(({ to, coinId, amount, tag = null }, index): ChainTransfer[] => {
    const isKnown = chainOfCoin(coinId) !== undefined;
    const watchedAddress = watchedAddresses.find((item) => item.address === to && (!isKnown || item.coinId === coinId));
    if (!watchedAddress || amount.lte(none.coin) || (tx.byContract && !block)) return [];
    const blockPosition = block && { height: block.height, hash: block.hash, at: block.at };
    const sharedFields = { to, tag, from: ['simulated'], amount, block: blockPosition };
    const { failed, byContract } = tx;
    const knownCoinId = isKnown ? coinId : otherToken(coinId.replace(/^token:/, ''));
    const output = byContract && block ? { txHash: block.hash, outIndex: -1 } : { txHash: tx.hash, outIndex: index };
    return [{ ...sharedFields, ...output, coinId: byContract && block ? coinId : knownCoinId, failed, byContract }];
  });
}
