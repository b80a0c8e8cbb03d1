import { z } from 'zod';
import type { SourceSettings } from '#server/env/env.chains.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import type { Decimal } from '#shared/kernel/money.ts';
import { fromUnits, wholeNumber } from './chain.amounts.ts';
import { createChainCaller, inGroups, readAs, type ChainCaller } from './chain.http.ts';
import {
  block,
  hexOfAddress,
  info,
  tetherContract,
  transaction,
  transfersOf,
  type TronBlock,
  type TronContext,
} from './chain.tron.transfers.ts';
import type { ChainBlock, ChainSource, ChainTransfer, WatchedAddress } from './chain.ts';

export type TronSettings = SourceSettings & { key?: string };

const nothing = z.strictObject({});
const account = z.object({ balance: wholeNumber.optional() });
const constant = z.object({ constant_result: z.tuple([z.string().regex(/^[0-9a-fA-F]{1,64}$/)]).rest(z.unknown()) });
const blockOf = ({ blockID, block_header: { raw_data: raw } }: TronBlock): ChainBlock => ({
  height: raw.number,
  hash: blockID,
  parentHash: raw.parentHash,
  at: raw.timestamp,
});

/** Tron over the HTTP API of a full node with its solidity part: TRX by transactions, USDT by the logs of its contract. */
export function tronChain(settings: TronSettings): ChainSource {
  const caller = createChainCaller(settings, settings.key ? { 'TRON-PRO-API-KEY': settings.key } : {});
  const contextOf = (watched: readonly WatchedAddress[]): TronContext =>
    watched.map((one) => ({ ...one, hex: hexOfAddress(one.address) }));
  // The API responds with an empty object for what it does not have.
  const known = async <Schema extends z.ZodType>(schema: Schema, path: string, body: object, size?: 'large') => {
    const answer = await caller.post(z.unknown(), path, body, size);
    return nothing.safeParse(answer).success ? undefined : readAs(schema, answer);
  };
  const blockAt = async (height: number) => {
    const found = await known(block, '/wallet/getblockbynum', { num: height }, 'large');
    if (found && found.block_header.raw_data.number !== height) {
      throw new FeedError('the node answered with another block');
    }
    return found;
  };
  return {
    chain: 'tron',
    name: settings.name,
    maxRange: 10,
    requests: caller.requests,
    tip: async () => {
      const newest = blockOf(await caller.post(block, '/wallet/getnowblock', {}, 'large'));
      const solid = blockOf(await caller.post(block, '/walletsolidity/getnowblock', {}, 'large'));
      return { ...newest, finalized: { height: solid.height, at: solid.at } };
    },
    blockHash: async (height) => (await blockAt(height))?.blockID,
    transfersIn: async (from, to, watched) => {
      const context = contextOf(watched);
      const blocks: ChainBlock[] = [];
      const transfers: ChainTransfer[] = [];
      for (let height = from; height <= to; height += 1) {
        const found = await blockAt(height);
        if (!found) throw new FeedError('the node has no block at a height it named');
        const own = blockOf(found);
        blocks.push(own);
        if (found.transactions.length === 0) continue;
        const body = { num: height };
        const infos = await caller.post(z.array(info), '/wallet/gettransactioninfobyblocknum', body, 'large');
        const ids = new Set(found.transactions.map(({ txID }) => txID));
        // A list that is shorter or of another block would hide transfers.
        if (infos.length !== ids.size || infos.some(({ id }) => !ids.has(id))) {
          throw new FeedError('the chain changed while it was read');
        }
        transfers.push(...transfersOf(found.transactions, infos, context, own));
      }
      return { blocks, transfers };
    },
    balances: (wanted) => inGroups(wanted, (one) => readBalance(caller, one)),
    find: async (txHash, watched) => {
      const tx = await known(transaction, '/wallet/gettransactionbyid', { value: txHash });
      if (!tx) return undefined;
      const outcome = await known(info, '/wallet/gettransactioninfobyid', { value: txHash });
      const context = contextOf(watched);
      if (!outcome) return transfersOf([tx], [], context, undefined);
      const found = await blockAt(outcome.blockNumber);
      if (!found) throw new FeedError('the node has no block at a height it named');
      return transfersOf([tx], [outcome], context, blockOf(found));
    },
  };
}

/** What an address holds of TRX, or of Tether by its contract. */
async function readBalance(caller: ChainCaller, { coinId, address }: WatchedAddress): Promise<Decimal> {
  const own = { address, owner_address: address, visible: true };
  if (coinId === 'tron') {
    const { balance = 0n } = await caller.post(account, '/wallet/getaccount', own);
    return fromUnits(balance, 6);
  }
  const parameter = hexOfAddress(address).slice(2).padStart(64, '0');
  const call = { contract_address: tetherContract, function_selector: 'balanceOf(address)', parameter };
  const { constant_result } = await caller.post(constant, '/wallet/triggerconstantcontract', { ...own, ...call });
  return fromUnits(BigInt(`0x${constant_result[0]}`), 6);
}
