import { z } from 'zod';
import type { SourceSettings } from '#server/env/env.chains.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { fieldsOf } from '#shared/kernel/records.ts';
import { chainDetails } from '#shared/reference/chains.ts';
import { coinById } from '#shared/reference/coins.ts';
import { fromUnits, quantity } from './chain.amounts.ts';
import {
  blockHeader,
  failedTokenCall,
  log,
  nativeTransfers,
  receipt,
  tokenTransfers,
  topicOf,
  transaction,
  transferTopic,
  type EvmBlock,
  type EvmContext,
  type EvmHeader,
  type EvmReceipt,
  type EvmTransaction,
} from './chain.evm.transfers.ts';
import { createChainCaller, readAs, RpcRefusal, type ChainCaller, type RpcCall } from './chain.http.ts';
import {
  transferOf,
  type ChainBlock,
  type ChainRange,
  type ChainSource,
  type ChainTransfer,
  type WatchedAddress,
} from './chain.ts';

const hexOf = (value: number): string => `0x${value.toString(16)}`;

/** A block without its transactions. */
const blockOf = ({ number, hash, parentHash, timestamp }: EvmHeader): ChainBlock => ({
  height: Number(number),
  hash,
  parentHash,
  at: new Date(Number(timestamp) * 1000),
});

/** The answer to a call of a batch; throws where the node refused it. */
function valueOf(answer: unknown): unknown {
  if (answer instanceof RpcRefusal) throw answer;
  return answer;
}

/** Reads ranges of blocks: one batch for blocks and logs, one for receipts and balances. */
function createRangeReader(caller: ChainCaller, coinId: string, tokens: EvmContext['tokens']) {
  const batch = async (calls: readonly RpcCall[]) => (await caller.batch(calls, 'large')).map(valueOf);
  return async (from: number, to: number, watchedAddresses: readonly WatchedAddress[]): Promise<ChainRange> => {
    const context = { coinId, tokens, watched: watchedAddresses };
    const heights = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const calls = heights.map((at): RpcCall => ({ method: 'eth_getBlockByNumber', params: [hexOf(at), true] }));
    const filter = logFilter(context);
    const logCall = { method: 'eth_getLogs', params: [{ fromBlock: hexOf(from), toBlock: hexOf(to), ...filter }] };
    const answers = await batch(filter ? [...calls, logCall] : calls);
    const ownAddresses = new Set(
      watchedAddresses.filter((item) => item.coinId === coinId).map((item) => item.address.toLowerCase()),
    );
    const fullBlocks = heights.map((_, index) => readBlock(answers[index] ?? undefined, ownAddresses));
    fullBlocks.forEach((item, index) => {
      if (item.number !== BigInt(from + index)) throw new FeedError('the node answered with another block');
    });
    const logs = filter ? readAs(z.array(log), answers.at(-1)) : [];
    const byHash = new Map(fullBlocks.map((item) => [item.hash, item]));
    if (logs.some(({ blockHash }) => !byHash.has(blockHash ?? ''))) {
      throw new FeedError('the chain changed while it was read');
    }
    const tokenMoves = tokenTransfers(logs, context, ({ blockHash }) => {
      const blockHeader = byHash.get(blockHash ?? '');
      return blockHeader && blockOf(blockHeader);
    });
    const { transfers, notice } = await readNative(caller, fullBlocks, context);
    return { blocks: fullBlocks.map(blockOf), transfers: [...transfers, ...tokenMoves], notice };
  };
}

type Parties = { from: string; to?: string | null };

const withParties = z.custom<Parties>((value) => {
  const { from, to = null } = fieldsOf(value);
  return typeof from === 'string' && (to === null || typeof to === 'string');
});
const wholeBlock = blockHeader.extend({ transactions: z.array(withParties) });

/**
 * A block with only its transactions from or to these addresses: parsing hundreds of others would delay other requests.
 */
function readBlock(value: unknown, ownAddresses: ReadonlySet<string>): EvmBlock {
  const { transactions, ...rest } = readAs(wholeBlock, value);
  const touchingTransactions = transactions.filter(
    ({ from, to }) => ownAddresses.has(from.toLowerCase()) || ownAddresses.has((to ?? '').toLowerCase()),
  );
  return { ...rest, transactions: readAs(z.array(transaction), touchingTransactions) };
}

async function readNative(caller: ChainCaller, fullBlocks: readonly EvmBlock[], context: EvmContext) {
  const { coinId } = context;
  const ownWatched = context.watched.filter((item) => item.coinId === coinId);
  if (ownWatched.length === 0) return { transfers: [] };
  const names = new Set(ownWatched.map((item) => item.address.toLowerCase()));
  const touching = fullBlocks.flatMap((item) =>
    item.transactions.filter((tx) => names.has(tx.from) || (tx.to !== null && names.has(tx.to) && tx.value > 0n)),
  );
  const firstBlock = fullBlocks[0];
  const lastBlock = fullBlocks.at(-1);
  if (!firstBlock || !lastBlock) return { transfers: [] };
  const ends = [Number(firstBlock.number) - 1, Number(lastBlock.number)];
  const balanceCalls = ownWatched.flatMap((item) => ends.map((at) => balanceCall(item.address, at)));
  const receiptCalls = touching.map(({ hash }): RpcCall => ({ method: 'eth_getTransactionReceipt', params: [hash] }));
  const receipts = (await caller.batch(receiptCalls, 'large')).map((answer) => readAs(receipt, valueOf(answer)));
  const blocks = fullBlocks.map((item) => ({ ...item, included: blockOf(item) }));
  const directTransfers = nativeTransfers(blocks, receipts, context);
  // Balances have a request of their own, because a number needs no limit for large answers.
  const balances = (await caller.batch(balanceCalls)).map(balanceOf);
  const readBalance = async (address: string, at: number) =>
    balanceOf((await caller.batch([balanceCall(address, at)]))[0]);
  const { transfers, notice } = await missingBalances({
    full: fullBlocks,
    touching,
    receipts,
    own: ownWatched,
    balances,
    readBalance,
    coinId,
  });
  return { transfers: [...directTransfers, ...transfers], notice };
}

/** The filter names listed contracts and watched addresses, so that a spoofed token costs nothing. */
function logFilter({ tokens, watched }: EvmContext): object | undefined {
  const watchedTokens = watched.filter(({ coinId }) => tokens[coinId] !== undefined);
  if (watchedTokens.length === 0) return undefined;
  const contracts = [...new Set(watchedTokens.map(({ coinId }) => tokens[coinId]))];
  return {
    address: contracts,
    topics: [transferTopic, null, [...new Set(watchedTokens.map((item) => topicOf(item.address)))]],
  };
}

const balanceCall = (address: string, at: number): RpcCall => ({
  method: 'eth_getBalance',
  params: [address, hexOf(at)],
});

/** `undefined` where the node has dropped the state of an old block. */
function balanceOf(answer: unknown): bigint | undefined {
  return answer instanceof RpcRefusal ? undefined : readAs(quantity, answer);
}

type Range = {
  full: readonly EvmBlock[];
  /** Transactions to or from a watched address, each with its receipt at the same place. */
  touching: readonly EvmTransaction[];
  receipts: readonly EvmReceipt[];
  own: readonly WatchedAddress[];
  /** Balances before and after the range, for each address of `own`. */
  balances: readonly (bigint | undefined)[];
  /** Balance in the smallest unit after a block; undefined if the node has dropped that state. */
  readBalance: (address: string, height: number) => Promise<bigint | undefined>;
  coinId: string;
};

/** Finds blocks in which a balance grows by more than transactions explain, by bisecting: a contract moved it. */
async function missingBalances(range: Range): Promise<{ transfers: ChainTransfer[]; notice?: string }> {
  const transfers: ChainTransfer[] = [];
  let isUnknown = false;
  for (const [index, item] of range.own.entries()) {
    const before = range.balances[index * 2];
    const after = range.balances[index * 2 + 1];
    if (before === undefined || after === undefined) {
      isUnknown = true;
      continue;
    }
    const movedTransfers = await halve(range, item, { from: 0, to: range.full.length, before, after });
    if (movedTransfers) transfers.push(...movedTransfers);
    else isUnknown = true;
  }
  return { transfers, notice: isUnknown ? 'the node has dropped the balances of old blocks' : undefined };
}

type HalfRange = { from: number; to: number; before: bigint; after: bigint };

async function halve(range: Range, item: WatchedAddress, half: HalfRange): Promise<ChainTransfer[] | undefined> {
  const { from, to, before, after } = half;
  const surplus = after - before - sumOfTransfers(range, item, from, to);
  if (surplus <= 0n) return [];
  const lastBlock = range.full[to - 1];
  if (!lastBlock) return [];
  if (to - from === 1) return [movedByContract(lastBlock, item, surplus, range.coinId)];
  const middle = (from + to) >> 1;
  const at = range.full[middle - 1];
  const middleBalance = at && (await range.readBalance(item.address, Number(at.number)));
  if (middleBalance === undefined) return undefined;
  const leftTransfers = await halve(range, item, { from, to: middle, before, after: middleBalance });
  const rightTransfers = await halve(range, item, { from: middle, to, before: middleBalance, after });
  return leftTransfers && rightTransfers && [...leftTransfers, ...rightTransfers];
}

/** Change of the balance by the transactions of these blocks, fees included. */
function sumOfTransfers({ full, touching, receipts }: Range, item: WatchedAddress, from: number, to: number): bigint {
  const ownAddress = item.address.toLowerCase();
  const hashes = new Set(full.slice(from, to).map(({ hash }) => hash));
  let sum = 0n;
  touching.forEach((tx, index) => {
    const outcome = receipts[index];
    if (!outcome || !hashes.has(outcome.blockHash)) return;
    const isDone = outcome.status !== 0n;
    if (isDone && tx.to === ownAddress) sum += tx.value;
    if (tx.from !== ownAddress) return;
    sum -= outcome.gasUsed * outcome.effectiveGasPrice + outcome.blobGasUsed * outcome.blobGasPrice;
    if (isDone) sum -= tx.value;
  });
  return sum;
}

function movedByContract(block: EvmBlock, item: WatchedAddress, units: bigint, coinId: string): ChainTransfer {
  const position = { height: Number(block.number), hash: block.hash, at: new Date(Number(block.timestamp) * 1000) };
  const transfer = { txHash: block.hash, outIndex: -1, coinId, to: item.address, block: position, byContract: true };
  return transferOf({ ...transfer, amount: fromUnits(units, 18) });
}

export type EvmSettings = SourceSettings & {
  chain: 'ethereum' | 'bsc';
  /** 1 is Ethereum, 56 BNB Smart Chain. */
  chainId: number;
  /** Contract by coin, in lower case. */
  tokens: Readonly<Record<string, string>>;
};

const header = z.object({ number: quantity, hash: z.string(), parentHash: z.string(), timestamp: quantity });
/** `balanceOf(address)`. */
const balanceOfCall = '0x70a08231';
const headerCall = (tag: string): RpcCall => ({ method: 'eth_getBlockByNumber', params: [tag, false] });
/** Ethereum or BNB Smart Chain over JSON-RPC: its coin by transactions and balances, listed tokens by their logs. */
export function evmChain(settings: EvmSettings): ChainSource {
  const caller = createChainCaller(settings);
  const { chain, chainId, tokens: listedTokens } = settings;
  const { coinId } = chainDetails[chain];
  const ask = async (calls: readonly RpcCall[]) => (await caller.batch(calls)).map(valueOf);
  const readRange = createRangeReader(caller, coinId, listedTokens);

  return {
    chain,
    name: settings.name,
    maxRange: 4,
    requests: caller.requests,
    tip: async () => {
      const calls = [{ method: 'eth_chainId', params: [] }, headerCall('latest'), headerCall('finalized')];
      const [id, latest, finalized] = await caller.batch(calls);
      if (readAs(quantity, valueOf(id)) !== BigInt(chainId)) throw new FeedError('the node follows another network');
      const tip = blockOf(readAs(header, valueOf(latest)));
      // A node that reports no final block is healthy; callers that need a final block then find none.
      const finalBlock = header.safeParse(finalized).data;
      return { ...tip, finalized: finalBlock && { height: blockOf(finalBlock).height, at: blockOf(finalBlock).at } };
    },
    blockHash: async (at) => {
      const blockHeader = await caller.rpc(header.nullable(), 'eth_getBlockByNumber', [hexOf(at), false]);
      return blockHeader?.hash;
    },
    transfersIn: readRange,
    balances: async (addresses) => {
      const calls = addresses.map(({ coinId: id, address }) =>
        id === coinId
          ? { method: 'eth_getBalance', params: [address, 'latest'] }
          : {
              method: 'eth_call',
              params: [{ to: listedTokens[id], data: balanceOfCall + topicOf(address).slice(2) }, 'latest'],
            },
      );
      const units = (await ask(calls)).map((answer) => readAs(quantity, answer));
      return units.map((balance, index) =>
        fromUnits(balance, coinById(addresses[index]?.coinId ?? '')?.decimals ?? 18),
      );
    },
    find: async (txHash, watchedAddresses) => {
      const [txAnswer, receiptAnswer] = await ask([
        { method: 'eth_getTransactionByHash', params: [txHash] },
        { method: 'eth_getTransactionReceipt', params: [txHash] },
      ]);
      if (!txAnswer) return undefined;
      const tx = readAs(transaction, txAnswer);
      const context = { coinId, tokens: listedTokens, watched: watchedAddresses };
      if (!receiptAnswer) return nativeTransfers([{ transactions: [tx] }], [], context);
      const outcome = readAs(receipt, receiptAnswer);
      const [blockAnswer] = await ask([{ method: 'eth_getBlockByHash', params: [outcome.blockHash, false] }]);
      const ownBlock = blockOf(readAs(header, blockAnswer ?? undefined));
      const directTransfers = nativeTransfers([{ transactions: [tx], included: ownBlock }], [outcome], context);
      if (outcome.status === 0n) return [...directTransfers, ...failedTokenCall(tx, context, ownBlock)];
      const tokens = tokenTransfers(outcome.logs, context, () => ownBlock);
      if (directTransfers.length + tokens.length > 0) return [...directTransfers, ...tokens];
      const { transfers } = await readRange(ownBlock.height, ownBlock.height, watchedAddresses);
      return transfers.filter(({ byContract }): boolean => byContract);
    },
  };
}
