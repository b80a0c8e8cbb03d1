import { z } from 'zod';
import type { SourceSettings } from '#server/env.chains.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { chainDetails } from '#shared/chains/chains.list.ts';
import { quantity } from './chain.amounts.ts';
import { missingBalances, type BalanceReader } from './chain.evm.balances.ts';
import {
  block,
  failedTokenCall,
  log,
  nativeTransfers,
  receipt,
  tokenTransfers,
  topicOf,
  transaction,
  transferTopic,
  type EvmContext,
} from './chain.evm.transfers.ts';
import { createChainCaller, readAs, RpcRefusal, type RpcCall } from './chain.http.ts';
import type { ChainBlock, ChainRange, ChainSource, WatchedAddress } from './chain.ts';

export type EvmSettings = SourceSettings & {
  chain: 'ethereum' | 'bsc';
  /** 1 is Ethereum, 56 BNB Smart Chain. */
  chainId: number;
  /** Contract by coin, in lower case. */
  tokens: Readonly<Record<string, string>>;
};

const header = z.object({ number: quantity, hash: z.string(), parentHash: z.string(), timestamp: quantity });
const hexOf = (value: number) => `0x${value.toString(16)}`;
const headerCall = (tag: string): RpcCall => ({ method: 'eth_getBlockByNumber', params: [tag, false] });
const blockOf = ({ number, hash, parentHash, timestamp }: z.output<typeof header>): ChainBlock => ({
  height: Number(number),
  hash,
  parentHash,
  at: new Date(Number(timestamp) * 1000),
});

/** Ethereum or BNB Smart Chain over JSON-RPC: its coin by transactions and balances, listed tokens by their logs. */
export function evmChain(settings: EvmSettings): ChainSource {
  const caller = createChainCaller(settings);
  const { chain, chainId } = settings;
  const { coinId } = chainDetails[chain];
  const contextOf = (watched: readonly WatchedAddress[]): EvmContext => ({ coinId, tokens: settings.tokens, watched });
  const ask = async (calls: readonly RpcCall[]) => (await caller.batch(calls)).map(valueOf);

  const readRange = async (from: number, to: number, watched: readonly WatchedAddress[]): Promise<ChainRange> => {
    const context = contextOf(watched);
    const heights = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const calls = heights.map((at): RpcCall => ({ method: 'eth_getBlockByNumber', params: [hexOf(at), true] }));
    const filter = logFilter(context);
    const logCall = { method: 'eth_getLogs', params: [{ fromBlock: hexOf(from), toBlock: hexOf(to), ...filter }] };
    const answers = await ask(filter ? [...calls, logCall] : calls);
    const full = heights.map((_, index) => readAs(block, answers[index] ?? undefined));
    full.forEach((one, index) => {
      if (one.number !== BigInt(from + index)) throw new FeedError('the node answered with another block');
    });
    const logs = filter ? readAs(z.array(log), answers.at(-1)) : [];
    const byHash = new Map(full.map((one) => [one.hash, one]));
    if (logs.some(({ blockHash }) => !byHash.has(blockHash ?? ''))) {
      throw new FeedError('the chain changed while it was read');
    }
    const tokens = tokenTransfers(logs, context, ({ blockHash }) => {
      const own = byHash.get(blockHash ?? '');
      return own && blockOf(own);
    });
    const native = await readNative(full, context);
    return { blocks: full.map(blockOf), transfers: [...native.transfers, ...tokens], notice: native.notice };
  };

  const readNative = async (full: z.output<typeof block>[], context: EvmContext) => {
    const own = context.watched.filter((one) => one.coinId === coinId);
    if (own.length === 0) return { transfers: [] };
    const names = new Set(own.map((one) => one.address.toLowerCase()));
    const touching = full.flatMap((one) =>
      one.transactions.filter((tx) => names.has(tx.from) || (tx.to !== null && names.has(tx.to) && tx.value > 0n)),
    );
    const [first, last] = [full[0], full.at(-1)];
    if (!first || !last) return { transfers: [] };
    const ends = [Number(first.number) - 1, Number(last.number)];
    const balanceCalls = own.flatMap((one) => ends.map((at) => balanceCall(one.address, at)));
    const receiptCalls = touching.map(({ hash }): RpcCall => ({ method: 'eth_getTransactionReceipt', params: [hash] }));
    const answers = await caller.batch([...receiptCalls, ...balanceCalls]);
    const receipts = touching.map((_, index) => readAs(receipt, valueOf(answers[index])));
    const direct = nativeTransfers(
      full.map((one) => ({ ...one, included: blockOf(one) })),
      receipts,
      context,
    );
    const balances = answers.slice(receiptCalls.length).map(balanceOf);
    const readBalance: BalanceReader = async (who, at) => balanceOf((await caller.batch([balanceCall(who, at)]))[0]);
    const missing = await missingBalances({ full, touching, receipts, own, balances, readBalance, coinId });
    return { transfers: [...direct, ...missing.transfers], notice: missing.notice };
  };

  return {
    chain,
    name: settings.name,
    maxRange: 10,
    get requests() {
      return caller.requests;
    },
    tip: async () => {
      const calls = [{ method: 'eth_chainId', params: [] }, headerCall('latest'), headerCall('finalized')];
      const [id, latest, finalized] = await caller.batch(calls);
      if (readAs(quantity, valueOf(id)) !== BigInt(chainId)) throw new FeedError('the node follows another network');
      const tip = blockOf(readAs(header, valueOf(latest)));
      // A node that knows no final block is well; what needs one is then not final.
      const final = header.safeParse(finalized).data;
      return { ...tip, finalized: final && { height: blockOf(final).height, at: blockOf(final).at } };
    },
    blockHash: async (at) => {
      const found = await caller.rpc(header.nullable(), 'eth_getBlockByNumber', [hexOf(at), false]);
      return found?.hash;
    },
    transfersIn: readRange,
    find: async (txHash, watched) => {
      const [sent, done] = await ask([
        { method: 'eth_getTransactionByHash', params: [txHash] },
        { method: 'eth_getTransactionReceipt', params: [txHash] },
      ]);
      if (!sent) return undefined;
      const tx = readAs(transaction, sent);
      const context = contextOf(watched);
      if (!done) return nativeTransfers([{ transactions: [tx] }], [], context);
      const outcome = readAs(receipt, done);
      const [found] = await ask([{ method: 'eth_getBlockByHash', params: [outcome.blockHash, false] }]);
      const own = blockOf(readAs(header, found ?? undefined));
      const direct = nativeTransfers([{ transactions: [tx], included: own }], [outcome], context);
      if (outcome.status === 0n) return [...direct, ...failedTokenCall(tx, context, own)];
      const tokens = tokenTransfers(outcome.logs, context, () => own);
      if (direct.length + tokens.length > 0) return [...direct, ...tokens];
      const { transfers } = await readRange(own.height, own.height, watched);
      return transfers.filter(({ byContract }): boolean => byContract);
    },
  };
}

/** Listed contracts and watched addresses only, so that a spoofed token costs nothing. */
function logFilter({ tokens, watched }: EvmContext): object | undefined {
  const followed = watched.filter(({ coinId }) => tokens[coinId] !== undefined);
  if (followed.length === 0) return undefined;
  const contracts = [...new Set(followed.map(({ coinId }) => tokens[coinId]))];
  return {
    address: contracts,
    topics: [transferTopic, null, [...new Set(followed.map((one) => topicOf(one.address)))]],
  };
}

const balanceCall = (who: string, at: number): RpcCall => ({ method: 'eth_getBalance', params: [who, hexOf(at)] });

/** Undefined where the node has dropped the state of an old block. */
function balanceOf(answer: unknown): bigint | undefined {
  return answer instanceof RpcRefusal ? undefined : readAs(quantity, answer);
}

function valueOf(answer: unknown): unknown {
  if (answer instanceof RpcRefusal) throw answer;
  return answer;
}
