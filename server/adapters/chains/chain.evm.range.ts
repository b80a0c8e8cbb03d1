import { z } from 'zod';
import { FeedError } from '#server/lib/feed-error.ts';
import { quantity } from './chain.amounts.ts';
import { missingBalances, type BalanceReader } from './chain.evm.balances.ts';
import {
  blockHeader,
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
} from './chain.evm.transfers.ts';
import { readAs, RpcRefusal, type ChainCaller, type RpcCall } from './chain.http.ts';
import type { ChainBlock, ChainRange, WatchedAddress } from './chain.ts';

export const hexOf = (value: number): string => `0x${value.toString(16)}`;

/** A block without its transactions. */
export const blockOf = ({ number, hash, parentHash, timestamp }: EvmHeader): ChainBlock => ({
  height: Number(number),
  hash,
  parentHash,
  at: new Date(Number(timestamp) * 1000),
});

/** The answer to a call of a batch; throws where the node refused it. */
export function valueOf(answer: unknown): unknown {
  if (answer instanceof RpcRefusal) throw answer;
  return answer;
}

/** Reads ranges of blocks: one batch for blocks and logs, one for receipts and balances. */
export function createRangeReader(caller: ChainCaller, coinId: string, tokens: EvmContext['tokens']) {
  const batch = async (calls: readonly RpcCall[]) => (await caller.batch(calls, 'large')).map(valueOf);
  return async (from: number, to: number, watched: readonly WatchedAddress[]): Promise<ChainRange> => {
    const context = { coinId, tokens, watched };
    const heights = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const calls = heights.map((at): RpcCall => ({ method: 'eth_getBlockByNumber', params: [hexOf(at), true] }));
    const filter = logFilter(context);
    const logCall = { method: 'eth_getLogs', params: [{ fromBlock: hexOf(from), toBlock: hexOf(to), ...filter }] };
    const answers = await batch(filter ? [...calls, logCall] : calls);
    const own = new Set(watched.filter((one) => one.coinId === coinId).map((one) => one.address.toLowerCase()));
    const full = heights.map((_, index) => readBlock(answers[index] ?? undefined, own));
    full.forEach((one, index) => {
      if (one.number !== BigInt(from + index)) throw new FeedError('the node answered with another block');
    });
    const logs = filter ? readAs(z.array(log), answers.at(-1)) : [];
    const byHash = new Map(full.map((one) => [one.hash, one]));
    if (logs.some(({ blockHash }) => !byHash.has(blockHash ?? ''))) {
      throw new FeedError('the chain changed while it was read');
    }
    const paid = tokenTransfers(logs, context, ({ blockHash }) => {
      const found = byHash.get(blockHash ?? '');
      return found && blockOf(found);
    });
    const native = await readNative(caller, full, context);
    return { blocks: full.map(blockOf), transfers: [...native.transfers, ...paid], notice: native.notice };
  };
}

type Parties = { from: string; to?: string | null };

const withParties = z.custom<Parties>((value) => {
  const { from, to = null } = (value ?? {}) as Record<string, unknown>;
  return typeof from === 'string' && (to === null || typeof to === 'string');
});
const wholeBlock = blockHeader.extend({ transactions: z.array(withParties) });

/** A block with its transactions from or to these addresses: reading all of the hundreds would stop other requests. */
function readBlock(value: unknown, own: ReadonlySet<string>): EvmBlock {
  const { transactions, ...rest } = readAs(wholeBlock, value);
  const touching = transactions.filter(
    ({ from, to }) => own.has(from.toLowerCase()) || own.has((to ?? '').toLowerCase()),
  );
  return { ...rest, transactions: readAs(z.array(transaction), touching) };
}

async function readNative(caller: ChainCaller, full: readonly EvmBlock[], context: EvmContext) {
  const { coinId } = context;
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
  const answers = await caller.batch([...receiptCalls, ...balanceCalls], 'large');
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
