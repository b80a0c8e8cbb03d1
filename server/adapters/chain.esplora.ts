import { z } from 'zod';
import type { SourceSettings } from '#server/env.chains.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { chainDetails, type ChainName } from '#shared/reference/chains.ts';
import { fromUnits, unixTime, wholeNumber } from './chain.amounts.ts';
import { createChainCaller } from './chain.http.ts';
import type { ChainBlock, ChainSource, ChainTransfer, WatchedAddress } from './chain.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const height = z.int().min(0);

const block = z.object({ id: hash, height, timestamp: unixTime, previousblockhash: hash.nullish() });
const status = z.object({
  confirmed: z.boolean(),
  block_height: height.nullish(),
  block_hash: hash.nullish(),
  block_time: unixTime.nullish(),
});
const sender = z.object({ prevout: z.object({ scriptpubkey_address: z.string().optional() }).nullish() });
const output = z.object({ scriptpubkey_address: z.string().optional(), value: wholeNumber });
const transaction = z.object({ txid: hash, vin: z.array(sender), vout: z.array(output), status });
type Transaction = z.output<typeof transaction>;

/** A busy address is read this many pages of 25 deep in one go; what is older needs a node. */
const maxPages = 40;

/** Bitcoin or Litecoin from an Esplora server. It is asked address by address: made for a few shared addresses. */
export function esploraChain(settings: SourceSettings & { chain: ChainName }): ChainSource {
  const caller = createChainCaller(settings);
  const { coinId } = chainDetails[settings.chain];
  const readBlock = async (id: string): Promise<ChainBlock> => {
    const found = await caller.get(block, `/block/${id}`);
    if (!found) throw new FeedError('the server does not know a block that it named');
    return { height: found.height, hash: found.id, parentHash: found.previousblockhash ?? '', at: found.timestamp };
  };
  const blockHash = (at: number) => caller.get(hash, `/block-height/${at}`);
  const pagesOf = async (address: string, from: number): Promise<Transaction[]> => {
    const all: Transaction[] = [];
    let path = `/address/${address}/txs`;
    for (let page = 0; page < maxPages; page += 1) {
      const listed = (await caller.get(z.array(transaction), path)) ?? [];
      all.push(...listed);
      const confirmed = listed.filter(({ status: { confirmed: isIn } }) => isIn);
      const last = confirmed.at(-1);
      if (!last || confirmed.length < 25 || (last.status.block_height ?? 0) < from) return all;
      path = `/address/${address}/txs/chain/${last.txid}`;
    }
    throw new FeedError('an address has more transactions than this server lists');
  };
  return {
    chain: settings.chain,
    name: settings.name,
    maxRange: 20,
    get requests() {
      return caller.requests;
    },
    tip: async () => {
      const id = await caller.get(hash, '/blocks/tip/hash');
      if (!id) throw new FeedError('the server names no newest block');
      const { height: at, hash: own, at: time } = await readBlock(id);
      return { height: at, hash: own, at: time };
    },
    blockHash,
    transfersIn: async (from, to, watched) => {
      const blocks: ChainBlock[] = [];
      for (let at = from; at <= to; at += 1) {
        const id = await blockHash(at);
        if (!id) throw new FeedError('the server has no block at a height it named');
        blocks.push(await readBlock(id));
      }
      const lists = await Promise.all(watched.map(({ address }) => pagesOf(address, from)));
      const paid = dedupe(lists.flat()).flatMap((tx) => paidTo(tx, watched, coinId));
      const transfers = paid.filter(({ block: at }) => at && at.height >= from && at.height <= to);
      // The lists are read after the blocks: a reorganisation in between must not mix two chains.
      const hashes = new Set(blocks.map(({ hash: own }) => own));
      if (transfers.some(({ block: at }) => !hashes.has(at?.hash ?? '')))
        throw new FeedError('the chain changed while it was read');
      return { blocks, transfers };
    },
    find: async (txHash, watched) => {
      const tx = await caller.get(transaction, `/tx/${txHash}`);
      return tx && paidTo(tx, watched, coinId);
    },
    pending: async (watched) => {
      const lists = await Promise.all(
        watched.map(({ address }) => caller.get(z.array(transaction), `/address/${address}/txs/mempool`)),
      );
      return dedupe(lists.flatMap((list) => list ?? [])).flatMap((tx) => paidTo(tx, watched, coinId));
    },
  };
}

/** One transaction may pay two watched addresses and then stands in both lists. */
function dedupe(transactions: readonly Transaction[]): Transaction[] {
  return [...new Map(transactions.map((tx) => [tx.txid, tx])).values()];
}

function paidTo(tx: Transaction, watched: readonly WatchedAddress[], coinId: string): ChainTransfer[] {
  const { block_height: at, block_hash: own, block_time: time } = tx.status;
  const block =
    tx.status.confirmed && typeof at === 'number' && own && time ? { height: at, hash: own, at: time } : undefined;
  const senders = tx.vin.flatMap(({ prevout }) => prevout?.scriptpubkey_address ?? []);
  return tx.vout.flatMap(({ scriptpubkey_address: address, value }, outIndex): ChainTransfer[] => {
    const to = watched.find((one) => one.address === address)?.address;
    if (to === undefined || value <= 0n) return [];
    const amount = fromUnits(value, 8);
    const from = [...new Set(senders)].slice(0, 10);
    return [
      { txHash: tx.txid, outIndex, coinId, to, tag: null, from, amount, block, failed: false, byContract: false },
    ];
  });
}
