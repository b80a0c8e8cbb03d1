import { z } from 'zod';
import type { SourceSettings } from '#server/env/env.chains.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { none } from '#shared/kernel/money.ts';
import { chainDetails, type ChainName } from '#shared/reference/chains.ts';
import { coinsOfEight, unixTime } from './chain.amounts.ts';
import { createChainCaller, parseExactly, readAs, RpcRefusal, type ChainCaller } from './chain.http.ts';
import { transferOf, type ChainBlock, type ChainSource, type ChainTransfer, type WatchedAddress } from './chain.ts';

export type UtxoRpcSettings = SourceSettings & { chain: ChainName; network: 'main' | 'regtest' };

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const height = z.int().min(0);

const chainInfo = z.object({ chain: z.string(), blocks: height, bestblockhash: hash });
const header = z.object({ hash, height, time: unixTime, previousblockhash: hash.optional() });
// Older nodes list addresses, newer ones name one. Outputs of Litecoin's extension blocks have none of these fields.
const script = z.object({ address: z.string().optional(), addresses: z.array(z.string()).optional() });
const output = z.object({ value: coinsOfEight.optional(), n: height.optional(), scriptPubKey: script.optional() });
const transaction = z.object({ txid: hash, vout: z.array(output) });
const transactionWithBlock = transaction.extend({ blockhash: hash.optional() });
const blockIds = z.object({ tx: z.array(hash) });
const block = z.object({ result: z.object({ hash, tx: z.array(transaction) }) });

type Transaction = z.output<typeof transaction>;

/** Not found, or not available because the block was pruned. */
const unknownCodes = new Set<unknown>([-5, -8, -1]);
const mempoolBatch = 400;

/**
 * Bitcoin, Litecoin or Bitcoin Cash from a node: Core, litecoind or BCHN, pruned or not, without a transaction index.
 */
export function utxoRpcChain(settings: UtxoRpcSettings): ChainSource {
  const caller = createChainCaller(settings);
  const { chain, network } = settings;
  const { coinId } = chainDetails[chain];
  const mempoolCaller = createChainCaller(settings);
  const mempool = createMempool(mempoolCaller, coinId);
  // The newest block is asked for by `tip` and again when its transfers are read.
  let newestHeader: z.output<typeof header> | undefined;
  const readHeader = async (blockHash: string) =>
    newestHeader?.hash === blockHash ? newestHeader : caller.rpc(header, 'getblockheader', [blockHash]);
  const blockHash = (at: number) => orUndefined(caller.rpc(hash, 'getblockhash', [at]));
  return {
    chain,
    name: settings.name,
    maxRange: 10,
    requests: caller.requests,
    mempoolRequests: mempoolCaller.requests,
    tip: async () => {
      const tip = await caller.rpc(chainInfo, 'getblockchaininfo', []);
      if (tip.chain !== network) throw new FeedError('the node follows another network');
      newestHeader = await readHeader(tip.bestblockhash);
      return { height: tip.blocks, hash: tip.bestblockhash, at: newestHeader.time };
    },
    blockHash,
    transfersIn: async (from, to, watchedAddresses) => {
      const blocks: ChainBlock[] = [];
      const transfers: ChainTransfer[] = [];
      for (let at = from; at <= to; at += 1) {
        const hashAtHeight = await blockHash(at);
        if (!hashAtHeight) throw new FeedError('the node has no block at a height it named');
        const { hash: ownHash, height: ownHeight, time, previousblockhash = '' } = await readHeader(hashAtHeight);
        const chainBlock = { height: ownHeight, hash: ownHash, parentHash: previousblockhash, at: time };
        blocks.push(chainBlock);
        if (watchedAddresses.length === 0) continue;
        const text = await caller.rpcText('getblock', [hashAtHeight, 2], 'large');
        transfers.push(...transfersOf(text, chainBlock, watchedAddresses, coinId));
      }
      return { blocks, transfers };
    },
    find: async (txHash, watchedAddresses) => {
      const tx = await orUndefined(caller.rpc(transactionWithBlock, 'getrawtransaction', [txHash, true]));
      if (!tx) return undefined;
      const paidTransfers = paidTo(tx, addressesOf(watchedAddresses), coinId);
      if (!tx.blockhash) return paidTransfers;
      const { height: at, hash: includedHash, time } = await readHeader(tx.blockhash);
      return paidTransfers.map((transfer) => ({ ...transfer, block: { height: at, hash: includedHash, at: time } }));
    },
    findInBlocks: async (txHash, { from, to }, watchedAddresses) => {
      for (let at = from; at <= to; at += 1) {
        const hashAtHeight = await blockHash(at);
        if (!hashAtHeight) return undefined;
        const { tx: ids } = await caller.rpc(blockIds, 'getblock', [hashAtHeight, 1], 'large');
        if (!ids.includes(txHash)) continue;
        // A node needs no index to read a transaction of a named block.
        const tx = await caller.rpc(transaction, 'getrawtransaction', [txHash, true, hashAtHeight]);
        const { time } = await readHeader(hashAtHeight);
        const chainBlock = { height: at, hash: hashAtHeight, at: time };
        const paidTransfers = paidTo(tx, addressesOf(watchedAddresses), coinId);
        return { block: chainBlock, paid: paidTransfers.map((transfer) => ({ ...transfer, block: chainBlock })) };
      }
      return undefined;
    },
    pending: mempool,
  };
}

async function orUndefined<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof RpcRefusal && unknownCodes.has(error.code)) return undefined;
    throw error;
  }
}

/**
 * Everything stops for a tenth of a second while a full block is parsed, so only one that names a watched address is
 * parsed.
 */
function transfersOf(
  text: string,
  minedBlock: ChainBlock,
  watchedAddresses: readonly WatchedAddress[],
  coinId: string,
): ChainTransfer[] {
  if (!text.trimEnd().endsWith('}')) throw new FeedError('the answer is cut off');
  if (!text.includes(minedBlock.hash)) throw new FeedError('the node answered with another block');
  // One pass over the text, however many addresses were ever shown.
  const ownAddresses = addressesOf(watchedAddresses);
  if (!namesOne(text, ownAddresses)) return [];
  const { hash: namedHash, tx } = readAs(block, parseExactly(text)).result;
  if (namedHash !== minedBlock.hash) throw new FeedError('the node answered with another block');
  return tx.flatMap((item) =>
    paidTo(item, ownAddresses, coinId).map((transfer) => ({ ...transfer, block: minedBlock })),
  );
}

const addressesOf = (watchedAddresses: readonly WatchedAddress[]) =>
  new Set(watchedAddresses.map(({ address }) => address));

const textOfAddress = /"(?:bitcoincash:|bchreg:)?([0-9A-Za-z]{25,90})"/g;

function namesOne(text: string, watchedTexts: ReadonlySet<string>): boolean {
  for (const [, address = ''] of text.matchAll(textOfAddress)) if (watchedTexts.has(address)) return true;
  return false;
}

function paidTo({ txid, vout }: Transaction, watchedTexts: ReadonlySet<string>, coinId: string): ChainTransfer[] {
  return vout.flatMap(({ value, n, scriptPubKey }): ChainTransfer[] => {
    const addresses = [scriptPubKey?.address, ...(scriptPubKey?.addresses ?? [])].map((address) =>
      address?.replace(/^(bitcoincash|bchreg):/, ''),
    );
    const watchedAddress = addresses.find((address) => address !== undefined && watchedTexts.has(address));
    if (watchedAddress === undefined || n === undefined || !value?.gt(none.coin)) return [];
    return [transferOf({ txHash: txid, outIndex: n, coinId, to: watchedAddress, amount: value })];
  });
}

/** Follows the mempool by its differences in one batch; a long backlog is worked off over calls, newest first. */
function createMempool(caller: ChainCaller, coinId: string) {
  let checkedIds = new Set<string>();
  let paying = new Map<string, ChainTransfer[]>();
  let watchedFor = '';
  return async (watchedAddresses: readonly WatchedAddress[]): Promise<ChainTransfer[]> => {
    const key = watchedAddresses.map(({ address }) => address).join();
    if (key !== watchedFor) checkedIds = new Set();
    watchedFor = key;
    const mempoolIds = new Set(await caller.rpc(z.array(hash), 'getrawmempool', [], 'large'));
    checkedIds = new Set([...checkedIds].filter((id) => mempoolIds.has(id)));
    paying = new Map([...paying].filter(([id]) => mempoolIds.has(id)));
    const ownAddresses = new Set(watchedAddresses.map(({ address }) => address));
    const uncheckedIds = [...mempoolIds].filter((id) => !checkedIds.has(id)).slice(-mempoolBatch);
    const calls = uncheckedIds.map((id) => ({ method: 'getrawtransaction', params: [id, true] }));
    const answers = await caller.batch(calls, 'large');
    answers.forEach((answer, index) => {
      const id = uncheckedIds[index] ?? '';
      // The transaction left the mempool in between.
      if (answer instanceof RpcRefusal) return;
      checkedIds.add(id);
      const paidTransfers = paidTo(readAs(transaction, answer), ownAddresses, coinId);
      if (paidTransfers.length > 0) paying.set(id, paidTransfers);
    });
    return [...paying.values()].flat();
  };
}
