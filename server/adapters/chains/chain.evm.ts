import { z } from 'zod';
import type { SourceSettings } from '#server/env/env.chains.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { chainDetails } from '#shared/reference/chains.ts';
import { coinById } from '#shared/reference/coins.ts';
import { fromUnits, quantity } from './chain.amounts.ts';
import { blockOf, createRangeReader, hexOf, valueOf } from './chain.evm.range.ts';
import {
  failedTokenCall,
  nativeTransfers,
  receipt,
  tokenTransfers,
  topicOf,
  transaction,
} from './chain.evm.transfers.ts';
import { createChainCaller, readAs, type RpcCall } from './chain.http.ts';
import type { ChainSource } from './chain.ts';

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
  const { chain, chainId, tokens: listed } = settings;
  const { coinId } = chainDetails[chain];
  const ask = async (calls: readonly RpcCall[]) => (await caller.batch(calls)).map(valueOf);
  const readRange = createRangeReader(caller, coinId, listed);

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
      // A node that reports no final block is healthy; what needs one is then not final.
      const final = header.safeParse(finalized).data;
      return { ...tip, finalized: final && { height: blockOf(final).height, at: blockOf(final).at } };
    },
    blockHash: async (at) => {
      const found = await caller.rpc(header.nullable(), 'eth_getBlockByNumber', [hexOf(at), false]);
      return found?.hash;
    },
    transfersIn: readRange,
    balances: async (wanted) => {
      const calls = wanted.map(({ coinId: id, address }) =>
        id === coinId
          ? { method: 'eth_getBalance', params: [address, 'latest'] }
          : {
              method: 'eth_call',
              params: [{ to: listed[id], data: balanceOfCall + topicOf(address).slice(2) }, 'latest'],
            },
      );
      const units = (await ask(calls)).map((answer) => readAs(quantity, answer));
      return units.map((held, at) => fromUnits(held, coinById(wanted[at]?.coinId ?? '')?.decimals ?? 18));
    },
    find: async (txHash, watched) => {
      const [sent, done] = await ask([
        { method: 'eth_getTransactionByHash', params: [txHash] },
        { method: 'eth_getTransactionReceipt', params: [txHash] },
      ]);
      if (!sent) return undefined;
      const tx = readAs(transaction, sent);
      const context = { coinId, tokens: listed, watched };
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
